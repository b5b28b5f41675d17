// Tasks all write the threadprivate variable of their creator by its address.
// expect: race t
// at: 12
static int t;
#pragma omp threadprivate(t)
int main(void){
#pragma omp parallel
#pragma omp single
 { int*p=&t;
  for(int i=0;i<4;i++)
#pragma omp task
   ++*p;
 }
 return 0;}
