// A member that the region only reads is a parameter.
// expect: 6 proved
struct matrix { int rows; double *data; };
void f (struct matrix *m)
{
#pragma omp parallel for
  for (int i = 0; i < m->rows; i++)
    m->data[i] = i;
}
