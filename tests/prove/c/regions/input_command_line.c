// What is read from the command line, the environment or a file is a parameter, also if it is read
// only sometimes.
// expect: 24 race a 26
// expect: 33 race a 35
// expect: 45 race a 47
// expect: 54 race a 56
// expect: 65 race a 67
// expect: 75 race a 77
// expect: 85 race a 87
// expect: 102 race a 104
// expect: 111 race a 113
// expect: 122 proved
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int a[1000];

void once (int argc, char **argv)
{
  int n = 100;
  if (argc > 1)
    n = atoi (argv[1]);
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}

void either (int argc, char **argv)
{
  const int n = argc == 2 ? atoi (argv[1]) : 1000;

#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}

void in_loop (int argc, char **argv)
{
  int n = 10;
  for (int k = 1; k < argc; k++)
    if (!strcmp (argv[k], "-n"))
      n = atoi (argv[++k]);

#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}

void converted (char **argv)
{
  int n = (int) strtol (argv[1], NULL, 10);

#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}

void environment (void)
{
  const char *text = getenv ("N");
  int n = text ? atoi (text) : 10;


#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}

void by_pointer (int argc, char **argv)
{
  int n = 100;
  if (argc > 1) sscanf (argv[1], "%d", &n);

#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}
static int get (int argc, char **argv, int i, int other) { return i < argc ? atoi (argv[i]) : other; }
void by_function (int argc, char **argv)
{
  int n = get (argc, argv, 1, 100);


#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}

void by_letter (int argc, char **argv)
{
  int n = 0;
  while (--argc)
    switch ((*++argv)[1])
      {
      case 'n':
        n = atoi (*argv + 2);
        break;
      case 'h':
        exit (0);
      }
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + 1;
}

int given;
void set (char **argv) { given = atoi (argv[1]); }
void by_global (void)
{
#pragma omp parallel for
  for (int i = 0; i < given - 1; i++)
    a[i] = a[i + 1] + 1;
}

void at_least (FILE *file)
{
  int n, *b;
  if (fscanf (file, "%d", &n) != 1 || n < 0)
    return;
  b = malloc (2 * n * sizeof *b);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i + n] = b[i];
}
