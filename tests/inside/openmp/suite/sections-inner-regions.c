// Each section calls a function with a parallel loop.
// expect: clean
#include <stdio.h>
int a[3][30];
static void work(int k){
#pragma omp parallel for num_threads(2)
 for(int i=0;i<30;i++) a[k][i]=i*k;
}
int main(void){
#pragma omp parallel sections
 {
#pragma omp section
 work(0);
#pragma omp section
 {work(1);for(int i=1;i<30;i++)a[1][0]+=a[1][i];}
#pragma omp section
 work(2);
 }
 printf("%d\n",a[1][0]);return 0;}
