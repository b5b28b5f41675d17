// Several singles, each with tasks on a local array and a taskwait.
// expect: clean
int out[6];
static int f(int k){ int v[3];
 for(int i=0;i<3;i++)
#pragma omp task shared(v)
  v[i]=k*i;
#pragma omp taskwait
 return v[0]+v[1]+v[2]; }
int main(void){
#pragma omp parallel num_threads(2)
 for(int r=0;r<4;r++){
#pragma omp single nowait
 out[r]=f(r);
 }
 return out[3]!=9;}
