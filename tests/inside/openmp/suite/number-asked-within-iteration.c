// An iteration asks for the number of its thread when it has begun already.
// expect: clean
#include <omp.h>
int a[100];
int main(void){
#pragma omp parallel for num_threads(4)
 for(int i=0;i<100;i++){ a[i]=1; int t=omp_get_thread_num(); a[i]+=t; }
 return a[5]>10;
}
