// Iterations change a firstprivate string.
// expect: clean
#include <string>
#include <cstdio>
int out[50];
int main(){ std::string base(40,'x');
#pragma omp parallel for firstprivate(base)
 for(int i=0;i<50;i++){ base[3]='a'+i%26; base[4]=base[3]; out[i]=base[4]; }
 std::printf("%d\n",out[9]); }
