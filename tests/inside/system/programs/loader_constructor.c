/* Loads the library that is named by the argument: loader_library.c, whose constructor calls work in another thread and
 * waits for it. With REGION, work is a parallel region. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int work (void);

int
work (void)
{
  int sum = 0;
#ifdef REGION
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
#else
  char text[32] = "30 and 15", *rest;
  sum = (int) strtol (text, &rest, 10) + atoi (strpbrk (rest, "123"));
#endif
  return sum;
}

int
main (int count, char **words)
{
  puts (count > 1 && dlopen (words[1], RTLD_NOW) ? "loaded" : dlerror ());
  return 0;
}
