// Each thread has a heap structure that its iterations change.
// expect: clean
#include <stdio.h>
#include <stdlib.h>
struct ctx{int n;char buf[64];};
int tot;
int main(void){
#pragma omp parallel
 { struct ctx*c=calloc(1,sizeof*c); FILE*f=fopen("/dev/null","w");
#pragma omp for
  for(int i=0;i<40;i++){ c->n++; sprintf(c->buf,"%d",i); fputs(c->buf,f); }
#pragma omp atomic
  tot+=c->n;
  fclose(f); free(c); }
 return tot!=40;}
