// The variable is that of an outer thread: the master of the inner team writes it, and a task of a single.
// expect: race y
int r;
int main(void){
#pragma omp parallel num_threads(2)
 {
  int y=5;
#pragma omp parallel num_threads(2) shared(y)
 {
#pragma omp master
  y=1;
#pragma omp single
 {
#pragma omp task
  y=2; 
 }
 }
 }
 return 0;
}
