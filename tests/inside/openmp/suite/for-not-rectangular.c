// A loop nest that is not rectangular, with collapse.
// expect: clean
// also: undecided
int a[20][20]; int b[100]; unsigned char c[300];
int main(void){ int n=0;
#pragma omp parallel for collapse(2)
 for(int i=0;i<20;i++) for(int j=0;j<=i;j++) a[i][j]++;
#pragma omp parallel for schedule(dynamic,7)
 for(int i=99;i>=0;i-=3) b[i]=i;
#pragma omp parallel for
 for(long long i=-5;i!=95;i+=1) b[i+5]+=1;
#pragma omp parallel for schedule(guided)
 for(unsigned long long i=~0ull-200;i<~0ull-1;i++) c[i-(~0ull-200)]=1;
#pragma omp parallel for collapse(3) reduction(+:n) schedule(static,1)
 for(int i=0;i<3;i++) for(int j=0;j<4;j++) for(int k=5;k>0;k--) n++;
 for(int i=0;i<20;i++) for(int j=0;j<=i;j++) if(a[i][j]!=1) return 1;
 return n!=60||b[99]!=100||c[198]!=1;}
