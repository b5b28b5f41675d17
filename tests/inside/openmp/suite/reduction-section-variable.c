// A reduction of an array section whose length is a variable.
// expect: clean
#include <stdlib.h>
int main(int c,char**a){ int n=c+9; int *v=calloc(n,4);
#pragma omp parallel num_threads(2) reduction(+:v[:n])
 for(int k=0;k<n;k++) v[k]++;
 return v[0]!=2;}
