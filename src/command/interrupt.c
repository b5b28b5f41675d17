#include "command/interrupt.h"

#include "base/clock.h"

#include <stddef.h>

/* Signals that come within this many seconds after the first one count as the same signal. */
#define SECONDS_OF_ONE 0.25

volatile sig_atomic_t rp_cli_interrupted;

static void (*tell) (void);

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

static void
on_interrupt (int number)
{
  static double first;
  if (rp_cli_interrupted && rp_seconds () - first > SECONDS_OF_ONE)
    {
      signal (number, SIG_DFL);
      raise (number);
    }
  if (rp_cli_interrupted)
    return;
  first = rp_seconds ();
  rp_cli_interrupted = 1;
  if (tell)
    tell ();
}

void
rp_cli_catch_interrupts (void (*also) (void))
{
  struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = SA_RESTART }, before;
  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaddset (&action.sa_mask, signals[i]);
  tell = also;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (!sigaction (signals[i], NULL, &before) && before.sa_handler != SIG_IGN)
      sigaction (signals[i], &action, NULL);
}
