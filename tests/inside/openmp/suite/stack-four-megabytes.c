// Iterations have 4 MB of local arrays.
// expect: clean
#include <string.h>
int out[64];
int main(void){
#pragma omp parallel for
 for(int i=0;i<8;i++){ char b[4<<20]; memset(b,i,sizeof b); out[i]=b[77]; }
 return out[3]!=3;}
