// Threads take a slot each by an atomic counter.
// expect: clean
#include <stdio.h>
int part[64],next;
int main(void){
 int s=0;
#pragma omp parallel
 {
  int me;
#pragma omp atomic capture
  me=next++;
#pragma omp for
  for(int i=0;i<100;i++) part[me]+=i;
 }
 for(int i=0;i<64;i++) s+=part[i];
 printf("%d\n",s); return 0;}
