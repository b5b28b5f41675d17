/* Figures of Nakade's thesis: `figures 3.6|6.2`; examples/ has them as models, with what they show. */
#include <raceproof/task.h>

#include <string.h>

static int r1, n;

static void *
give_0 (void *argument)
{
  (void) argument;
  return NULL;
}

static void *
give_1 (void *argument)
{
  (void) argument;
  return &r1;
}

static void
take (void *value, void *context)
{
  (void) context;
  n = value != NULL;
}

static void *
write_2 (void *argument)
{
  (void) argument;
  r1 = 2; /* line: task */
  return NULL;
}

/* The handler of the task that is joined last decides: in the order of creation, there is no race. */
static void
figure_3_6 (void)
{
  rp_region region = rp_region_new ();
  n = 1;
  rp_post (region, give_1, NULL, take, NULL);
  rp_post (region, give_0, NULL, take, NULL);
  rp_await (region);
  if (n == 1)
    {
      rp_post (region, write_2, NULL, NULL, NULL);
      r1 = 1; /* line: main */
    }
  rp_await (region);
}

static void
write_3 (void *argument)
{
  (void) argument;
  r1 = 3; /* line: outside */
}

static void
increase (void *argument)
{
  (void) argument;
  rp_isolated r1 = 2; /* line: inside */
}

static void
decide (void *argument)
{
  (void) argument;
  rp_isolated
  {
    if (r1 == 1)
      rp_async (write_3, NULL);
    else
      r1 = 0;
  }
}

static void
figure_6_2 (void)
{
  r1 = 1;
  rp_finish
  {
    rp_async (increase, NULL);
    rp_async (decide, NULL);
  }
}

int
main (int count, char **words)
{
  if (count > 1 && !strcmp (words[1], "3.6"))
    figure_3_6 ();
  else
    figure_6_2 ();
  return 0;
}
