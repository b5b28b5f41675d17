// Tasks of two iterations are no siblings unless one thread got both: neither depend nor taskwait orders them.
// expect: clean
// expect-any: race y
// expect-any: race z
int x,y,z;
int main(void){
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static,1)
 for (int i = 0; i < 3; i++)
  if (i == 0) {
#pragma omp task depend(inout : x)
   y = 1;
#pragma omp task
   z = 1;
  } else if (i == 2) {
#pragma omp task depend(inout : x)
   y = 1;
#pragma omp taskwait
   z = 2;
  }
 return 0; }
