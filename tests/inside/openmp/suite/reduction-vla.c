// A reduction of a variable length array.
// expect: clean
int main(int c,char**a){ int n=c+9; int v[n]; for(int i=0;i<n;i++) v[i]=0;
#pragma omp parallel for num_threads(2) reduction(+:v)
 for(int k=0;k<100;k++) v[k%n]++;
 return v[0]!=10;}
