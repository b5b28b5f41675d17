// A reduction of an array of 1 MB.
// expect: clean
static double h[1<<17];
int main(void){
#pragma omp parallel for reduction(+:h)
 for(int i=0;i<500;i++) h[(i*i)%1000]++;
 return h[0]<1;}
