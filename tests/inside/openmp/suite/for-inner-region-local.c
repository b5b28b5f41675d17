// An inner region fills a local structure of the iteration.
// expect: clean
struct m{double a[8];};
static double f(int i){ struct m x;
#pragma omp parallel for num_threads(2)
 for(int k=0;k<8;k++) x.a[k]=i+k;
 double s=0; for(int k=0;k<8;k++) s+=x.a[k]; return s; }
double out[20];
int main(void){
#pragma omp parallel for
 for(int i=0;i<20;i++) out[i]=f(i);
 return out[1]!=36;}
