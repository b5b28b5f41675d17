// A thread_local vector as scratch space.
// expect: clean
#include <vector>
#include <cstdio>
int out[50];
static thread_local std::vector<int> scratch;
int main(){
#pragma omp parallel for schedule(dynamic)
 for(int i=0;i<50;i++){ scratch.assign(i+1,i); out[i]=scratch[i]; }
 std::printf("%d\n",out[9]); }
