// A histogram by a reduction of a heap array.
// expect: clean
#include <stdlib.h>
int main(int c,char**v){ int nb=8+c; int*h=calloc(nb,sizeof*h);
#pragma omp parallel for reduction(+:h[0:nb])
 for(int i=0;i<500;i++) h[(i*i)%nb]++;
 int s=0;for(int i=0;i<nb;i++)s+=h[i];free(h);return s!=500;}
