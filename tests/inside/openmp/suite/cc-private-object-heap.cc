// A private object with heap storage.
// expect: clean
#include <cstdio>
struct M{ double*d; int n; M(int n=4):d(new double[n]),n(n){for(int i=0;i<n;i++)d[i]=0;} M(const M&o):M(o.n){for(int i=0;i<n;i++)d[i]=o.d[i];} ~M(){delete[]d;} };
double out[50];
int main(){ M m;
#pragma omp parallel private(m)
#pragma omp for
 for(int i=0;i<50;i++){ m.d[0]=i; m.d[1]=m.d[0]*2; out[i]=m.d[1]; }
 std::printf("%g\n",out[9]); }
