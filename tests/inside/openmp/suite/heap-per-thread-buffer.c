// Each thread allocates a buffer before the loop and uses it in its iterations.
// expect: clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double out[50];
int main(void){
#pragma omp parallel
 {
  double *t=malloc(16*sizeof*t);
#pragma omp for schedule(guided)
  for(int i=0;i<50;i++){ for(int j=0;j<16;j++) t[j]=i+j; double s=0; for(int j=0;j<16;j++) s+=t[j]; out[i]=s;}
#pragma omp for schedule(dynamic,3) nowait
  for(int i=0;i<50;i++){ memset(t,0,16*sizeof*t); t[0]=out[i]; out[i]=t[0]+t[1];}
  free(t);
 }
 printf("%g\n",out[3]); return 0;}
