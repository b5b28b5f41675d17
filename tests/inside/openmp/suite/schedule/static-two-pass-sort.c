// A stable counting sort: two static loops over the same keys, so each thread meets the keys that it has counted.
// expect: clean
// prints: sorted
#include <omp.h>
#include <stdio.h>

enum
{
  N = 1000,
  KEYS = 16,
  THREADS = 4
};

int key[N], result[N], count[THREADS][KEYS];

int
main (void)
{
  for (int i = 0; i < N; i++)
    key[i] = (i * i + i / 3) % KEYS;
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      count[omp_get_thread_num ()][key[i]]++;
#pragma omp single
    for (int k = 0, sum = 0; k < KEYS; k++)
      for (int t = 0; t < THREADS; t++)
        {
          int own = count[t][k];
          count[t][k] = sum;
          sum += own;
        }
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      result[count[omp_get_thread_num ()][key[i]]++] = i;
  }
  for (int i = 1; i < N; i++)
    if (key[result[i - 1]] > key[result[i]]
        || (key[result[i - 1]] == key[result[i]] && result[i - 1] > result[i]))
      {
        printf ("wrong\n");
        return 1;
      }
  printf ("sorted\n");
  return 0;
}
