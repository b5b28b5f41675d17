// Each iteration has a task that counts in a variable of the thread, and waits for it.
// expect: clean
int out;
int main(void){
#pragma omp parallel reduction(+:out)
 { int v=0;
#pragma omp for schedule(dynamic)
  for(int i=0;i<20;i++){
#pragma omp task shared(v)
   v+=i;
#pragma omp taskwait
  }
  out+=v; }
 return out!=190;}
