// Each thread collects in a vector of its own and merges in critical.
// expect: clean
#include <vector>
#include <cstdio>
int main(){
 std::vector<int> all;
#pragma omp parallel
 {
  std::vector<int> mine;
#pragma omp for nowait schedule(dynamic)
  for(int i=0;i<200;i++) if(i%3==0) mine.push_back(i);
#pragma omp critical
  all.insert(all.end(),mine.begin(),mine.end());
 }
 std::printf("%zu\n",all.size());
}
