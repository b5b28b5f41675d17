/* Runs a fuzz target on files, for compilers without libFuzzer: seeds and earlier findings stay
 * tests. Its status is 0 unless the target dies. */
#include "base/source.h"

#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      rp_source *source = rp_source_read (argv[i]);
      if (!source)
        {
          perror (argv[i]);
          return 1;
        }
      LLVMFuzzerTestOneInput ((const uint8_t *) source->text, source->length);
      rp_source_free (source);
    }
  printf ("%d files\n", argc - 1);
  return argc > 1 ? 0 : 1;
}
