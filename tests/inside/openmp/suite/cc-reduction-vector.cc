// A declared reduction of vectors.
// expect: clean
#include <vector>
#include <algorithm>
#include <functional>
#include <cstdio>
#pragma omp declare reduction(vp : std::vector<int> : std::transform(omp_out.begin(),omp_out.end(),omp_in.begin(),omp_out.begin(),std::plus<int>())) initializer(omp_priv=std::vector<int>(omp_orig.size()))
int main(){
 std::vector<int> h(10);
#pragma omp parallel for reduction(vp:h)
 for(int i=0;i<1000;i++) h[i%10]+=i;
 std::printf("%d\n",h[3]);
}
