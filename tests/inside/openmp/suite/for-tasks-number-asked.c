// An iteration asks for its thread between its tasks and the wait for them.
// expect: clean
#include <omp.h>
int out[8], shared[8];
int main(void){
#pragma omp parallel for num_threads(2)
 for (int i = 0; i < 8; i++) {
  int v = 0;
#pragma omp task shared(v) depend(inout: v)
  { v = i; shared[i] = i; }
#pragma omp task shared(v) depend(inout: v)
  { v += i; shared[i] += i; }
  out[i] = omp_get_thread_num ();
#pragma omp taskwait
  out[i] += v + shared[i];
 }
 return out[3] < 6; }
