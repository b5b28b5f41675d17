/* A program of bench/events.py: runs one kind of event N times and prints what that took:
 *
 *   PROCESSOR_SECONDS PEAK_KILOBYTES
 *
 * for the events alone, without the start of the program and the preparation of its data. The
 * second number is by how much the peak of resident memory grew. The driver subtracts what N = 0
 * takes.
 *
 * usage: PROGRAM EVENT N */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
  WARM_UP = 64 /* events before those that are measured: what is done once is done then */
};

typedef struct event
{
  const char *name;
  void (*run) (long n);
} event;

/* Of this thread, which executes all tasks. The verifier sets a timer on the clock of the process;
 * that clock then advances by ticks of milliseconds. */
static inline double
processor_seconds (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/* Not ru_maxrss, which counts what the starting process had. */
static inline long
peak_kilobytes (void)
{
  FILE *file = fopen ("/proc/self/status", "r");
  char line[256];
  long peak = 0;
  while (file && fgets (line, sizeof line, file))
    if (strncmp (line, "VmHWM:", 6) == 0)
      peak = strtol (line + 6, NULL, 10);
  if (file)
    fclose (file);
  return peak;
}

static inline int
run_event (int count, char **arguments, const event *events, void (*prepare) (long n))
{
  long n = count == 3 ? strtol (arguments[2], NULL, 10) : -1;
  for (; n >= 0 && events->name; events++)
    if (strcmp (events->name, arguments[1]) == 0)
      {
        prepare (n);
        events->run (WARM_UP);
        long kilobytes = peak_kilobytes ();
        double seconds = processor_seconds ();
        events->run (n);
        seconds = processor_seconds () - seconds;
        printf ("%.9f %ld\n", seconds, peak_kilobytes () - kilobytes);
        return 0;
      }
  fprintf (stderr, "usage: %s EVENT N\n", arguments[0]);
  return 2;
}

#endif
