// Tasks of two iterations write a variable of the thread, if one thread gets both.
// expect: race first
// at: 11
int out;
int main(void){
#pragma omp parallel num_threads(4)
 { int first=1;
#pragma omp for schedule(dynamic) nowait
  for(int i=0;i<4;i++){
#pragma omp task shared(first)
   first=0;
  }
#pragma omp taskwait
  if(first) {
#pragma omp atomic
   out++;
  }
 }
 return 0;}
