// The number is kept in a threadprivate variable from an earlier region.
// expect: clean
#include <stdio.h>
#include <omp.h>
int me; 
#pragma omp threadprivate(me)
int part[64];
int main(void){
 int s=0;
#pragma omp parallel
 me=omp_get_thread_num();
#pragma omp parallel
 {
#pragma omp for
 for(int i=0;i<100;i++) part[me]+=i;
 }
 for(int i=0;i<64;i++) s+=part[i];
 printf("%d\n",s); return 0;}
