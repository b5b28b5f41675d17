/* The policies: the same seed gives the same run, other seeds give others, and every legal order
 * comes up. */
#include "core/event/play.h"

#define MANY "F{L4{A{aYbYc}A{dI{e}f}U0{gYh}}G0}P1{iYj}P1{kYl}^{m}W1O9O9"

static char *
said_with (const char *text, uint64_t seed)
{
  play *p = play_random (text, NULL, seed);
  char *said = strdup (script_said (&p->s));
  CHECK_INT (p->stop.stop, RP_STOP_NOT);
  play_end (p);
  return said;
}

TEST (a_seed_determines_the_run)
{
  int different = 0;
  for (uint64_t seed = 0; seed < 30; seed++)
    {
      char *one = said_with (MANY, seed), *two = said_with (MANY, seed);
      char *other = said_with (MANY, seed + 1000);
      CHECK_STR (one, two);
      different += strcmp (one, other) != 0;
      free (one);
      free (two);
      free (other);
    }
  CHECK (different >= 28);
}

/* 0, 1 and 2^64-1 are as good seeds as any. */
TEST (odd_seeds)
{
  static const uint64_t seeds[] = { 0, 1, UINT64_MAX, (uint64_t) 1 << 63 };
  char *said[4];
  for (int i = 0; i < 4; i++)
    said[i] = said_with (MANY, seeds[i]);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++)
      CHECK (strcmp (said[i], said[j]));
  for (int i = 0; i < 4; i++)
    free (said[i]);
}

/* Collects which of the expected strings come up; anything else is wrong. */
static void
check_outcomes (const char *text, const char *const *expected, size_t count, int seeds)
{
  int seen[32] = { 0 };
  for (int seed = 0; seed < seeds; seed++)
    {
      char *said = said_with (text, (uint64_t) seed);
      size_t i = 0;
      while (i < count && strcmp (said, expected[i]))
        i++;
      if (!CHECK (i < count))
        test_note ("%s says %s", text, said);
      else
        seen[i]++;
      free (said);
    }
  for (size_t i = 0; i < count; i++)
    if (!CHECK (seen[i]))
      test_note ("%s never says %s", text, expected[i]);
}

TEST (random_shows_all_interleavings)
{
  static const char *const orders[] = { "abcd", "acbd", "acdb", "cabd", "cadb", "cdab" };
  check_outcomes ("A{aYb}A{cYd}", orders, 6, 400);
}

TEST (random_respects_finish)
{
  static const char *const orders[] = { "abz", "baz" };
  check_outcomes ("F{A{a}A{b}}z", orders, 2, 60);
}

TEST (random_joins_in_any_order)
{
  static const char *const orders[] = { "abc", "acb", "bac", "bca", "cab", "cba" };
  check_outcomes ("F{P0{}^{a}P0{}^{b}P0{}^{c}}W0", orders, 6, 300);
  check_outcomes ("F{P0{}^{a}P0{}^{b}P0{}^{c}}E0E0E0", orders, 6, 300);
}

TEST (choices_cover_their_range)
{
  static const char *const digits[] = { "0", "1", "2", "3", "4" };
  check_outcomes ("O5", digits, 5, 200);
  static const char *const one[] = { "0" };
  check_outcomes ("O1", one, 1, 5);
}

TEST (depth_first_draws_choices_with_its_seed)
{
  int counts[2] = { 0 };
  for (uint64_t seed = 0; seed < 64; seed++)
    {
      rp_depth_first policy;
      char said[2][10];
      for (int i = 0; i < 2; i++)
        {
          rp_depth_first_init (&policy, seed);
          play *p = play_policy ("L8{O2}", "d", &policy.policy);
          snprintf (said[i], sizeof said[i], "%s", script_said (&p->s));
          CHECK (strstr (recorded (&p->r), "~c"));
          play_end (p);
        }
      CHECK_STR (said[0], said[1]);
      CHECK (strspn (said[0], "01") == 8);
      counts[said[0][7] - '0']++;
    }
  CHECK (counts[0] > 10 && counts[1] > 10);
}

TEST (depth_first_joins_in_order_of_creation)
{
  play_says ("P0{}^{a}P0{}^{b}P0{}^{c}W0", "abc");
  play_says ("P0{}^{a}P0{}^{b}P0{}^{c}E0E0E0", "abc");
}
