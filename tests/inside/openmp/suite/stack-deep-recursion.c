// Recursion of 20000 calls in a task.
// expect: clean
static int f(int n){ volatile char pad[64]; pad[0]=n; return n?f(n-1)+pad[0]-pad[0]+1:0; }
int r[2];
int main(void){
#pragma omp parallel
#pragma omp single
 for(int i=0;i<2;i++)
#pragma omp task
 r[i]=f(20000);
 return r[1]!=20000;}
