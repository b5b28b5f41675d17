// A task sets the default allocator of the thread that executes it: the setting belongs to the implicit task.
// expect: clean
// prints: 1 1 1
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int before = 0, after = 0, other = 0;
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    if (me == 1)
      {
        omp_set_default_allocator (omp_cgroup_mem_alloc);
#pragma omp task if(0) shared(before)
        {
          before = omp_get_default_allocator () == omp_cgroup_mem_alloc;
          omp_set_default_allocator (omp_thread_mem_alloc);
        }
        after = omp_get_default_allocator () == omp_thread_mem_alloc;
      }
    else
      other = omp_get_default_allocator () == omp_default_mem_alloc;
  }
  printf ("%d %d %d\n", before, after, other);
  return 0;
}
