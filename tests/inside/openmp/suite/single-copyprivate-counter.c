// After a single with copyprivate all threads count in one variable.
// expect: race log_n
// at: 11
#include <stdio.h>
int log_n,log_v[99];
int main(void){
#pragma omp parallel num_threads(2)
 { int seed;
#pragma omp single copyprivate(seed)
  seed=42;
  log_v[log_n++]=seed;
 }
 printf("%d\n",log_n);return 0;}
