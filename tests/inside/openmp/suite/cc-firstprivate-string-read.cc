// Iterations only read a firstprivate string.
// expect: clean
#include <string>
#include <cstdio>
int out[50];
int main(){ std::string base(40,'x');
#pragma omp parallel for firstprivate(base)
 for(int i=0;i<50;i++){ std::string s=base+std::to_string(i); out[i]=s.size(); }
 std::printf("%d\n",out[9]); }
