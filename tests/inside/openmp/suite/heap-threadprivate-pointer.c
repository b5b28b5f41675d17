// A threadprivate pointer to heap memory, made in an earlier region.
// expect: clean
#include <stdio.h>
#include <stdlib.h>
int *buf; 
#pragma omp threadprivate(buf)
int main(void){
 int s=0;
#pragma omp parallel
 buf=calloc(4,sizeof *buf);
#pragma omp parallel for
 for(int i=0;i<100;i++) buf[0]+=i;
#pragma omp parallel reduction(+:s)
 { s+=buf[0]; free(buf);}
 printf("%d\n",s); return 0;}
