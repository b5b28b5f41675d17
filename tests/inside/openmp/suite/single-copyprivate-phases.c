// Barriers after a single with copyprivate part phases.
// expect: clean
#include <omp.h>
int a[4],b[4];
int main(void){
#pragma omp parallel num_threads(4)
 { int seed,me=omp_get_thread_num();
#pragma omp single copyprivate(seed)
  seed=42;
  a[me]=seed;
#pragma omp barrier
  b[me]=a[(me+1)%4];
#pragma omp barrier
  a[me]=b[(me+2)%4];
 }
 return a[1]!=42;}
