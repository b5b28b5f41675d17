/* Functions of the program's own by names that the C library, and the run-time library in front of it, have as well. The
 * program calls its own ones; the library, and the verifier, theirs. */
int printf (const char *format, ...);
void *malloc (unsigned long size);
void free (void *block);
char *strcpy (char *to, const char *from);
void *memcpy (void *to, const void *from, unsigned long size);

static int calls, shared;
static char text[16];

int write (char *name, float *data, int count);
int
write (char *name, float *data, int count)
{
  printf ("%s %d %g\n", name, count, data[0]);
  return calls++;
}

#define OWN(NAME) \
  int NAME (int value); \
  int NAME (int value) \
  { \
    calls += value; \
    return calls; \
  }

OWN (read)
OWN (open)
OWN (close)
OWN (access)
OWN (stat)
OWN (kill)
OWN (fork)
OWN (waitpid)
OWN (getpid)
OWN (send)
OWN (recv)
OWN (pread)
OWN (writev)
OWN (gettimeofday)
OWN (sem_wait)
OWN (sem_post)
OWN (pthread_once)
OWN (rand_r)
OWN (getcwd)
OWN (signal)
OWN (sigaction)
OWN (nanosleep)
OWN (usleep)
OWN (execv)
OWN (readlink)
OWN (dup2)
OWN (index)
OWN (thrd_create)

int
main (int argc, char **argv)
{
  float x[4] = { 1 };
  (void) argv;
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    x[i] += (float) i;
#pragma omp parallel num_threads(2)
  {
    if (argc > 1)
      shared++;
    memcpy (text, "text", argc > 2 ? 5 : 0);
  }
  calls += read (1) + open (1) + fork (1) + kill (1) + sem_wait (1) + signal (1) + index (1);
  write ("x", x, 4);
  char *copy = malloc (16);
  strcpy (copy, "copy");
  printf ("%s %d %d\n", copy, calls, shared >= 0);
  free (copy);
  return 0;
}
