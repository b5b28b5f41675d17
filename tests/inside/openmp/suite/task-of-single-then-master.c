// A single waits for its task, but without a barrier the master need not come after it.
// expect: race x
int x,y;
int main(void){
#pragma omp parallel num_threads(2)
 {
#pragma omp single nowait
 {
#pragma omp task
  x=1;
#pragma omp taskwait
 }
#pragma omp master
 y=x;
 }
 return x>10;
}
