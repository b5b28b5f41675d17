// expect: 6 proved
int c, d;
void f (int *out)
{
  int v;
#pragma omp parallel private(v)
  {
#pragma omp atomic read
    v = c;
#pragma omp atomic write
    c = 3;
#pragma omp atomic capture
    v = c++;
#pragma omp critical
    *out += v;
  }
}
