// Each section has a taskgroup that fills a local array.
// expect: clean
int out[6];
static int f(int k){ int v[3];
#pragma omp taskgroup
 { for(int i=0;i<3;i++)
#pragma omp task shared(v)
  v[i]=k*i;
 }
 return v[0]+v[1]+v[2]; }
int main(void){
#pragma omp parallel sections num_threads(2)
 {
#pragma omp section
 out[0]=f(1);
#pragma omp section
 out[1]=f(2);
#pragma omp section
 out[2]=f(3);
#pragma omp section
 out[3]=f(4);
 }
 return out[3]!=12;}
