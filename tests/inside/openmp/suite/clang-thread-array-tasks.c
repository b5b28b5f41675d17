// A thread reads its local array, tasks of its iterations write it.
// expect: race v
// at: 11 14
int out;
int main(void){
#pragma omp parallel reduction(+:out)
 { int v[20]={0};
#pragma omp for schedule(dynamic) nowait
  for(int i=0;i<20;i++){
#pragma omp task shared(v)
   v[i]=i;
  }

  for(int i=0;i<20;i++) out+=v[i]; }
 return out!=190;}
