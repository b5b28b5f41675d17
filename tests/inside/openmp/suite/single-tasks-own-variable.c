// Tasks of a single write to a variable and a block of the executing thread, one after another.
// expect: clean
#include <stdlib.h>
int r;
int main(void){
#pragma omp parallel num_threads(2)
 {
  int v=5; int *h=malloc(sizeof *h); *h=3;
#pragma omp single
 {
#pragma omp task shared(v)
  { v++; (*h)++; }
#pragma omp taskwait
  v++; (*h)++;
#pragma omp task shared(v)
  { v++; (*h)++; }
#pragma omp taskwait
 }
 v++; (*h)++;
#pragma omp task shared(v)
 v++;
#pragma omp taskwait
 v++;
 free(h);
 }
 return 0;
}
