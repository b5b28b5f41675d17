// A signal handler fulfils the event of a detached task, which others wait for.
// expect: clean
// seconds: 10
// prints: 2 3
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static omp_event_handle_t first, second;
static volatile sig_atomic_t turn;
static int x, y;

static void
fulfil (int number)
{
  (void) number;
  if (turn++ == 0)
    omp_fulfill_event (first);
  else
    omp_fulfill_event (second);
}

static void
set_alarm (void)
{
  setitimer (ITIMER_REAL, &(struct itimerval) { .it_value = { .tv_usec = 20000 } }, NULL);
}

int
main (void)
{
  signal (SIGALRM, fulfil);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x) shared(first)
    x = 1;
    first = event;
    set_alarm ();
#pragma omp task depend(inout : x)
    x++;
  }
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    y = 3;
    second = event;
    set_alarm ();
#pragma omp taskwait
  }
  printf ("%d %d\n", x, y);
  return 0;
}
