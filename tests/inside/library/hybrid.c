/* Each rank has a team of two threads. `racy': they race in all ranks; `some': in rank 0 alone; `clean': in none.
 * `threads': what MPI communicates is written in a region. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int shared;

static void
add (int is_racy)
{
#pragma omp parallel num_threads(2)
  if (is_racy)
    shared++; /* line: race */
  else
    {
#pragma omp atomic
      shared++;
    }
}

int
main (int argc, char **argv)
{
  int provided, rank, size, sum = 0, values[64], others[64];
  const char *kind = argc > 1 ? argv[1] : "clean";
  MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  add (!strcmp (kind, "racy") || (!strcmp (kind, "some") && rank == 0));
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 64; i++)
    values[i] = rank + i;
  MPI_Sendrecv (values, 64, MPI_INT, (rank + 1) % size, 1, others, 64, MPI_INT, (rank + size - 1) % size, 1,
                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += others[i] - i;
  int all = 0;
  MPI_Allreduce (&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf ("rank %d: %d\n", rank, all);
  MPI_Finalize ();
  return 0;
}
