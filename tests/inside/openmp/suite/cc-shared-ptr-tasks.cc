// Tasks have copies of a shared_ptr: its counter is atomic in a program with threads.
// expect: clean
#include <memory>
#include <vector>
#include <cstdio>
int out[10];
int main(){ 
#pragma omp parallel
#pragma omp master
 { auto p=std::make_shared<std::vector<int>>(10,3);
 for(int i=0;i<10;i++)
#pragma omp task firstprivate(p,i)
  out[i]=(*p)[i];
 p.reset();
 }
 std::printf("%d\n",out[3]); }
