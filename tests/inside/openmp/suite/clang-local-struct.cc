// The creator writes a member of a local structure that a task reads.
// expect: race p
// at: 11 12
struct P{int a,b;};
int out;
int main(){
#pragma omp parallel
#pragma omp master
 { P p{1,2};
#pragma omp task shared(p)
  out=p.b;
  p.b=3;
#pragma omp taskwait
 }
 return 0;}
