/* Sequential code that needs more and more memory: the first argument says how it gets it, the second how many MB. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MB ((size_t) 1 << 20)

static char all[2000 * MB];

static void
touch (char *block, size_t size)
{
  for (size_t i = 0; i < size; i += 512)
    block[i] = 1;
}

int
main (int argc, char **argv)
{
  const char *way = argc > 1 ? argv[1] : "malloc";
  size_t most = argc > 2 ? (size_t) atoi (argv[2]) : 10;
  char *block = NULL;
  for (size_t i = 0; i < most; i++)
    {
      if (!strcmp (way, "malloc"))
        block = malloc (MB);
      else if (!strcmp (way, "realloc"))
        block = (char *) realloc (i ? block - (i - 1) * MB : NULL, (i + 1) * MB) + i * MB;
      else if (!strcmp (way, "map"))
        block = mmap (NULL, MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      else
        block = all + i * MB;
      touch (block, MB);
    }
  printf ("%s\n", way);
  return 0;
}
