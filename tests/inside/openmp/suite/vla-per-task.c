// Each task has a variable length array.
// expect: clean
static void fill(int*p,int n){for(int i=0;i<n;i++)p[i]=i;}
int s;
int main(int c,char**a){ int n=c+9;
#pragma omp parallel num_threads(2)
#pragma omp single
 for(int k=0;k<4;k++)
#pragma omp task
 { int v[n]; fill(v,n);
#pragma omp atomic
  s+=v[3]; }
 return s!=12;}
