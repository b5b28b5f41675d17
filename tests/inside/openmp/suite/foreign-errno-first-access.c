// The first access to memory leaves errno as it is, also if most of the memory around is not there.
// expect: clean
// seconds: 10
// prints: 0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
int
main (void)
{
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  for (int i = 0; i < 8; i++)
    {
      char *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      char *text = malloc (300000);
      close (-1);
      page[0]++;
      wrong += errno != EBADF;
      errno = 0;
      text[0] = '7';
      text[1] = 0;
      wrong += strtol (text, NULL, 10) != 7 || errno;
      free (text);
    }
  printf ("%d\n", wrong);
  return 0;
}
