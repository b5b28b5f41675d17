// Tasks have copies of a std::function that holds a shared_ptr.
// expect: clean
#include <memory>
#include <functional>
#include <vector>
std::vector<int> out(10);
int main(){
#pragma omp parallel
#pragma omp master
 { auto p=std::make_shared<std::vector<int>>(10,7); std::function<void(int)> f=[p](int i){ out[i]=(*p)[i]; };
  for(int i=0;i<10;i++)
#pragma omp task firstprivate(f,i)
  f(i);
 }
 return out[3]!=7; }
