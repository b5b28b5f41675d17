// An inner region fills a buffer of the thread in each iteration.
// expect: clean
int out[20];
int main(void){
#pragma omp parallel num_threads(2)
 { int buf[8];
#pragma omp for schedule(dynamic)
 for(int i=0;i<20;i++){
#pragma omp parallel for num_threads(2)
  for(int k=0;k<8;k++) buf[k]=i+k;
  out[i]=buf[3]; }
 }
 return out[1]!=4;}
