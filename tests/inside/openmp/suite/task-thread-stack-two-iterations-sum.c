// As many threads as iterations: tasks of two iterations count in a variable of the thread, if one gets both.
// expect: race x
// at: 13
#include <stdio.h>
int out;
int main(void){
#pragma omp parallel
 {
  int x=0;
#pragma omp for schedule(dynamic)
  for(int i=0;i<4;i++){
#pragma omp task shared(x)
   x++;
  }
#pragma omp atomic
  out+=x;
 }
 printf("%d\n",out); return 0;}
