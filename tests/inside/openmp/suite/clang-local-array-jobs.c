// The creator sums up results in a local array without taskwait.
// expect: race j
// at: 6 16
#include <stdlib.h>
struct job{int in,out;};
static void work(struct job*j){j->out=j->in*2;}
int main(void){ int s=0;
#pragma omp parallel
#pragma omp single
 { struct job j[6];
  for(int i=0;i<6;i++){ j[i].in=i;
#pragma omp task firstprivate(i) shared(j)
   work(&j[i]);
  }

  for(int i=0;i<6;i++) s+=j[i].out;
 }
 return 0;}
