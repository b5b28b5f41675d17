// The creator reads elements of a local array that its tasks write, without taskwait.
// expect: race r
// at: 6 9
static int f(int n){ int r[2]; if(n<2) return n;
#pragma omp task shared(r)
 r[0]=f(n-1);
#pragma omp task shared(r)
 r[1]=f(n-2);
 return r[0]+r[1]; }
int main(void){ int r;
#pragma omp parallel
#pragma omp single
 r=f(5);
 return r==-1;}
