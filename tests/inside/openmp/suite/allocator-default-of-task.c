// Each thread of a team has its own default allocator, which it begins with as its creator has it; a task has the one of the
// thread that executes it.
// expect: clean
// prints: 1 1 1 1
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int inherited = 1, own = 1, of_task = 0;
  omp_set_default_allocator (omp_cgroup_mem_alloc);
#pragma omp parallel num_threads(4) reduction(&& : inherited, own)
  {
    int me = omp_get_thread_num ();
    inherited = inherited && omp_get_default_allocator () == omp_cgroup_mem_alloc;
#pragma omp barrier
    if (me == 1)
      omp_set_default_allocator (omp_thread_mem_alloc);
#pragma omp barrier
    own = own && omp_get_default_allocator () == (me == 1 ? omp_thread_mem_alloc : omp_cgroup_mem_alloc);
    if (me == 1)
      {
#pragma omp task shared(of_task)
        of_task = omp_get_default_allocator ()
                  == (omp_get_thread_num () == 1 ? omp_thread_mem_alloc : omp_cgroup_mem_alloc);
      }
  }
  printf ("%d %d %d %d\n", inherited, own, of_task, omp_get_default_allocator () == omp_cgroup_mem_alloc);
  return 0;
}
