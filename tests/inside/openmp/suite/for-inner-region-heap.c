// Each iteration has an inner parallel loop over a heap block.
// expect: clean
#include <stdio.h>
#include <stdlib.h>
int out[10];
int main(void){
#pragma omp parallel for num_threads(2)
 for(int i=0;i<10;i++){ int *s=calloc(10,sizeof*s);
#pragma omp parallel for num_threads(2)
  for(int j=0;j<10;j++) s[j]+=j;
  out[i]=s[9]; free(s);}
 printf("%d\n",out[1]);return 0;}
