/* What a switch between fibers costs, and a fiber's whole life. */
#include "core/runtime/fiber.h"

#include <stdio.h>
#include <time.h>

enum
{
  SWITCHES = 20000000,
  LIVES = 2000000
};

static rp_fiber home, other;

static double
seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
bounce (void *argument)
{
  (void) argument;
  for (;;)
    rp_fiber_switch (&other, &home);
}

static void
leave (void *argument)
{
  (void) argument;
  rp_fiber_exit (&other, &home);
}

int
main (void)
{
  rp_stack_pool pool;
  rp_stack_pool_init (&pool, 0);
  rp_fiber_init_thread (&home);

  rp_stack *stack = rp_stack_pool_get (&pool);
  rp_fiber_start (&other, stack, bounce, NULL);
  double begin = seconds ();
  for (int i = 0; i < SWITCHES / 2; i++)
    rp_fiber_switch (&home, &other);
  printf ("fiber switch              %6.1f ns\n", 1e9 * (seconds () - begin) / SWITCHES);
  rp_stack_pool_put (&pool, stack);

  begin = seconds ();
  for (int i = 0; i < LIVES; i++)
    {
      rp_fiber_start (&other, rp_stack_pool_get (&pool), leave, NULL);
      rp_fiber_switch (&home, &other);
      rp_stack_pool_put (&pool, other.stack);
    }
  printf ("fiber start, run, exit    %6.1f ns\n", 1e9 * (seconds () - begin) / LIVES);
  rp_stack_pool_clear (&pool);
  return 0;
}
