// Each thread fills a buffer, reads it in its iterations and frees it.
// expect: clean
#include <stdlib.h>
int out[40];
int main(void){
#pragma omp parallel
 { int *t=malloc(40); for(int k=0;k<10;k++) t[k]=k*k;
#pragma omp for nowait
  for(int i=0;i<40;i++) out[i]=t[i%10];
  free(t); }
 return out[12]!=4;}
