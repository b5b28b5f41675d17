// Each thread has a heap buffer for its sections.
// expect: clean
#include <stdlib.h>
int out[4];
int main(void){
#pragma omp parallel num_threads(2)
 { int *t=malloc(40);
#pragma omp sections
 {
#pragma omp section
 {t[0]=1;out[0]=t[0];}
#pragma omp section
 {t[0]=2;out[1]=t[0];}
#pragma omp section
 {t[0]=3;out[2]=t[0];}
 }
 free(t); }
 return out[2]!=3;}
