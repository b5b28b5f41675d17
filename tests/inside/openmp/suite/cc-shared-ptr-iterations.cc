// Iterations copy a shared_ptr.
// expect: clean
#include <memory>
#include <vector>
int out[10];
int main(){ auto p=std::make_shared<int>(3); std::vector<std::shared_ptr<int>> v(10);
#pragma omp parallel for
 for(int i=0;i<10;i++){ v[i]=p; out[i]=*v[i]; }
 return out[3]!=3; }
