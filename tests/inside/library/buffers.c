/* What MPI's functions access, beside a section that accesses the same buffer, or another part of it. The first argument
 * says what function, the second what the other section does: `read` or `write`, and the third which element. It is a
 * race, or none, for each rank: test_mpi.py has the table. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  N = 8
};

static double from[4 * N], to[4 * N];
static int counts[2] = { 2, 3 }, places[2] = { 1, 5 };
static MPI_Request request, other;
static int rank, ranks;

/* So that a receive of this process gets COUNT elements. */
static void
provide (int count)
{
  static double message[N] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  MPI_Isend (message, count, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &other);
}

static void
before (const char *what)
{
  if (!strcmp (what, "recv") || !strcmp (what, "irecv") || !strcmp (what, "wait") || !strcmp (what, "test"))
    provide (4);
  else if (!strcmp (what, "send"))
    MPI_Irecv (to + N, N, MPI_DOUBLE, 0, 2, MPI_COMM_SELF, &other);
  if (!strcmp (what, "wait") || !strcmp (what, "test"))
    MPI_Irecv (to, N, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request);
}

static void
call (const char *what)
{
  MPI_Status status;
  MPI_Datatype column;
  int flag = 0;
  if (!strcmp (what, "recv"))
    MPI_Recv (to, N, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  else if (!strcmp (what, "sendrecv"))
    MPI_Sendrecv (from, 4, MPI_DOUBLE, 0, 1, to, N, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &status);
  else if (!strcmp (what, "null"))
    MPI_Recv (to, N, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_SELF, &status);
  else if (!strcmp (what, "send"))
    MPI_Send (to, 4, MPI_DOUBLE, 0, 2, MPI_COMM_SELF);
  else if (!strcmp (what, "irecv"))
    MPI_Irecv (to, N, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request);
  else if (!strcmp (what, "wait"))
    MPI_Wait (&request, MPI_STATUS_IGNORE);
  else if (!strcmp (what, "test"))
    while (!flag)
      MPI_Test (&request, &flag, &status);
  else if (!strcmp (what, "bcast"))
    MPI_Bcast (to, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  else if (!strcmp (what, "allreduce"))
    MPI_Allreduce (from, to, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  else if (!strcmp (what, "in_place"))
    MPI_Allreduce (MPI_IN_PLACE, to, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  else if (!strcmp (what, "reduce"))
    MPI_Reduce (from, to, 4, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  else if (!strcmp (what, "gather"))
    MPI_Gather (from, 2, MPI_DOUBLE, to, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  else if (!strcmp (what, "gatherv"))
    MPI_Gatherv (from, rank ? 3 : 2, MPI_DOUBLE, to, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  else if (!strcmp (what, "alltoall"))
    MPI_Alltoall (to, 2, MPI_DOUBLE, from, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  else if (!strcmp (what, "gaps"))
    {
      MPI_Type_vector (2, 1, 4, MPI_DOUBLE, &column);
      MPI_Type_commit (&column);
      MPI_Bcast (to, 1, column, 0, MPI_COMM_WORLD);
    }
}

static void
after (const char *what)
{
  if (!strcmp (what, "irecv"))
    MPI_Wait (&request, MPI_STATUS_IGNORE);
  if (!strcmp (what, "recv") || !strcmp (what, "irecv") || !strcmp (what, "wait") || !strcmp (what, "test")
      || !strcmp (what, "send"))
    MPI_Wait (&other, MPI_STATUS_IGNORE);
}

int
main (int count, char **words)
{
  int level, element = atoi (words[3]);
  double seen = 0;
  (void) count;
  MPI_Init_thread (&count, &words, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  before (words[1]);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    call (words[1]);
#pragma omp section
    if (!strcmp (words[2], "read"))
      seen = to[element];
    else
      to[element] = 1;
  }
  after (words[1]);
  printf ("rank %d: %d\n", rank, seen >= 0);
  MPI_Finalize ();
  return 0;
}
