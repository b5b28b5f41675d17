// A private variable length array.
// expect: clean
int s;
int main(int c,char**a){ int n=c+9; int v[n];
#pragma omp parallel num_threads(2) private(v)
 { for(int i=0;i<n;i++) v[i]=i;
#pragma omp atomic
  s+=v[3]; }
 return s!=6;}
