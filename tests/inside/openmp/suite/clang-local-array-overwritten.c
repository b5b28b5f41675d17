// The creator fills a local array again while tasks read it.
// expect: race vla
// at: 10 12
#include <stdio.h>
int out[10];
int main(int c,char**v){ int n=c+4;
#pragma omp parallel
#pragma omp single
 { int vla[n];
 for(int i=0;i<10;i++){ for(int j=0;j<n;j++) vla[j]=i*j; 
#pragma omp task shared(vla) firstprivate(i)
  { out[i]=vla[0]+vla[n-1]; }
 } 
#pragma omp taskwait
 }
 printf("%d\n",out[9]);return 0;}
