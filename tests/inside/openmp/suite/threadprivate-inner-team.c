// Threads of inner teams, one in each iteration, have threadprivate variables.
// expect: clean
static int t0[2];
#pragma omp threadprivate(t0)
int main(void){
#pragma omp parallel for num_threads(2)
 for (int i = 0; i < 4; i++)
#pragma omp parallel num_threads(2)
  t0[i % 2] += 1;
 return 0; }
