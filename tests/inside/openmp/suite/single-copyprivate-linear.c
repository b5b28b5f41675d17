// A loop with linear after a single with copyprivate.
// expect: clean
// plain: clang: libomp of clang 14 sometimes tells no thread that it has the last iteration of a dynamic loop
#include <stdio.h>
int a[50];
int main(void){ int last=0,k=3,seed; 
#pragma omp parallel private(seed)
 {
#pragma omp single copyprivate(seed)
  seed=7;
#pragma omp for schedule(dynamic) lastprivate(last) linear(k:2)
  for(int i=0;i<50;i++){a[i]=seed+k; last=i; k+=2;}
 }
 printf("%d %d %d\n",last,k,a[49]);return 0;}
