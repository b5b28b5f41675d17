// Iterations use alloca.
// expect: clean
#include <alloca.h>
#include <string.h>
int out[20];
int main(int c,char**a){
#pragma omp parallel for num_threads(2)
 for(int i=0;i<20;i++){ int *v=alloca(4*(i+1)); memset(v,0,4*(i+1)); v[i]=i; out[i]=v[i]; }
 return out[3]!=3;}
