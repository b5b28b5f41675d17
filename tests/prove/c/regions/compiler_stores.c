// Operations of the compiler, and assembler, store values and pointers as others do.
// expect: 9 race a 11
// expect: 28 undecided
void f (int n, int *a)
{
  if (n < 10)
    return;
  __atomic_store_n (&n, 1, __ATOMIC_SEQ_CST);
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    a[i + n] = a[i];
}
static int *kept, *other, spare[100];
void begin (void)
{
  kept = other = spare;
}
static void
keep (int *a)
{
  __atomic_store_n (&kept, a, __ATOMIC_SEQ_CST);
}
void g (int n, int *a)
{
  keep (a);
  if (n < 1)
    return;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    kept[i] = a[i + 1];
}
