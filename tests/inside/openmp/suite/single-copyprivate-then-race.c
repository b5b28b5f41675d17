// After a single with copyprivate all threads write one variable.
// expect: race x
// at: 10
int x;
int main(void){ int s;
#pragma omp parallel private(s) num_threads(2)
 {
#pragma omp single copyprivate(s)
  s=1;
  x=s;
 }
 return x-1;}
