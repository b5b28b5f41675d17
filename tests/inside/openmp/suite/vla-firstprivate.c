// A firstprivate variable length array.
// expect: clean
int s;
int main(int c,char**a){ int n=c+9; int v[n]; for(int i=0;i<n;i++) v[i]=i;
#pragma omp parallel for num_threads(2) firstprivate(v)
 for(int k=0;k<10;k++) { v[k]++;
#pragma omp atomic
  s+=v[k]; }
 return s!=55;}
