// The master writes, and so does a task of a single that another thread may execute.
// expect: race x
int x;
int main(void){
#pragma omp parallel num_threads(2)
 {
#pragma omp master
 x=5;
#pragma omp single
 {
#pragma omp task
  x=1;
 }
 }
 return x>10;
}
