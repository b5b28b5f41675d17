// Two tasks fill a local array of the iteration, which waits for them.
// expect: clean
int out[20];
int main(void){
#pragma omp parallel for
 for(int i=0;i<20;i++){ int r[2];
#pragma omp task shared(r)
  r[0]=i;
#pragma omp task shared(r)
  r[1]=2*i;
#pragma omp taskwait
  out[i]=r[0]+r[1]; }
 return out[3]!=9;}
