// A taskloop in each iteration fills a local array.
// expect: clean
int out[20];
int main(void){
#pragma omp parallel for
 for(int i=0;i<20;i++){ int v[4];
#pragma omp taskloop shared(v)
  for(int j=0;j<4;j++) v[j]=j;
  v[0]++; out[i]=v[3]+v[0]; }
 return out[3]!=4;}
