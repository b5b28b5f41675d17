// What schedules promise of the thread of an iteration [OpenMP 5.1, 2.11.4]; without a schedule clause
// nothing is promised.
// expect: 15 proved
// expect: 25 race a 28 30
// expect: 35 race a 38 40
// expect: 45 proved
// expect: 55 race a 58 60
// expect: 65 proved
// expect: 70 proved
// expect: 75 race bits 76
// expect: 80 race bits 81
// expect: 85 proved
void same (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) b[i] = a[i];
  }
}
void none (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp for
    for (int i = 0; i < n; i++) b[i] = a[i];
  }
}
void counts (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < n - 1; i++) b[i] = a[i];
  }
}
void chunks (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static, 8) nowait
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp for schedule(static, 8)
    for (int i = 0; i < n - 1; i++) b[i] = a[i];
  }
}
void other_chunks (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static, 8) nowait
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp for schedule(static, 4)
    for (int i = 0; i < n; i++) b[i] = a[i];
  }
}
void inside_static (int n, unsigned *bits)
{
#pragma omp parallel for schedule(static, 32)
  for (int i = 0; i < n; i++) bits[i / 32] |= 1u << (i % 32);
}
void inside_dynamic (int n, unsigned *bits)
{
#pragma omp parallel for schedule(dynamic, 1024)
  for (int i = 0; i < n; i++) bits[i / 32] |= 1u << (i % 32);
}
void inside_guided (int n, unsigned *bits)
{
#pragma omp parallel for schedule(guided, 32)
  for (int i = 0; i < n; i++) bits[i / 32] |= 1u << (i % 32);
}
void inside_none (int n, unsigned *bits)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) bits[i / 32] |= 1u << (i % 32);
}
void shifted (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) a[i] = i;
#pragma omp for schedule(static)
    for (int i = 1; i <= n; i++) b[i - 1] = a[i - 1];
  }
}
