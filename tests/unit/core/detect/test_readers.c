/* Sets of readers against plain lists of their members. */
#include "base/rng.h"
#include "core/detect/readers.h"
#include "test.h"

#include <stdlib.h>

enum
{
  MAX_MEMBERS = 40,
  MAX_SETS = 5000
};

/* A set as a list, the newest member first. */
typedef struct naive_set
{
  uint32_t number;
  uint32_t others; /* its number, 0: none */
  uint32_t steps[MAX_MEMBERS], sites[MAX_MEMBERS];
  uint32_t count, look_at;
  bool is_kept;
} naive_set;

typedef struct trial
{
  rp_readers readers;
  rp_rng rng;
  naive_set *sets; /* since the last forget */
  uint32_t count;
  uint32_t newest; /* the largest number so far */
  uint32_t gone;   /* the largest number that is gone for good */
  uint32_t repeated, found; /* how often an equal set existed, and how often it was found */
} trial;

static bool
check_members (const rp_readers *readers, const naive_set *set)
{
  uint32_t i = 0;
  for (const rp_reader *r = rp_reader_of (readers, set->number); r;
       r = rp_reader_of (readers, r->others), i++)
    if (!CHECK (i < set->count) || !CHECK_INT (r->step, set->steps[i])
        || !CHECK_INT (r->site, set->sites[i]) || !CHECK_INT (r->count, set->count - i))
      return false;
  return CHECK_INT (i, set->count)
         && CHECK_INT (rp_reader_of (readers, set->number)->look_at, set->look_at);
}

static bool
is_equal (const naive_set *set, uint32_t others, uint32_t step, uint32_t site)
{
  return set->others == others && set->steps[0] == step && set->sites[0] == site;
}

static const naive_set *
find_equal (const trial *t, uint32_t others, uint32_t step, uint32_t site)
{
  for (uint32_t i = 0; i < t->count; i++)
    if (is_equal (&t->sets[i], others, step, site))
      return &t->sets[i];
  return NULL;
}

static const naive_set *
find_number (const trial *t, uint32_t number)
{
  for (uint32_t i = 0; i < t->count; i++)
    if (t->sets[i].number == number)
      return &t->sets[i];
  return NULL;
}

static naive_set
naive_with (const naive_set *others, uint32_t step, uint32_t site)
{
  naive_set set = { .others = others ? others->number : 0,
                    .steps = { step },
                    .sites = { site },
                    .count = 1,
                    .look_at = others ? others->look_at : RP_READERS_LOOK_AT };
  for (uint32_t i = 0; others && i < others->count; i++)
    {
      set.steps[i + 1] = others->steps[i];
      set.sites[i + 1] = others->sites[i];
      set.count++;
    }
  return set;
}

static bool
add_one (trial *t)
{
  const naive_set *others
    = t->count && rp_rng_below (&t->rng, 8) ? &t->sets[rp_rng_below (&t->rng, t->count)] : NULL;
  uint32_t step = (uint32_t) rp_rng_between (&t->rng, 1, 9),
           site = (uint32_t) rp_rng_below (&t->rng, 3);
  if (others && others->count == MAX_MEMBERS)
    return true;
  uint32_t rest = others ? others->number : 0;
  t->repeated += find_equal (t, rest, step, site) != NULL;
  uint32_t number = rp_readers_with (&t->readers, rest, step, site);
  if (!CHECK_INT (rp_readers_with (&t->readers, rest, step, site), number))
    return false;
  const naive_set *equal = find_number (t, number);
  t->found += equal != NULL;
  if (equal)
    return CHECK (is_equal (equal, rest, step, site));
  if (!CHECK (number > t->gone) || !CHECK (rp_is_readers (number)))
    return false;
  t->newest = number > t->newest ? number : t->newest;
  t->sets[t->count] = naive_with (others, step, site);
  t->sets[t->count].number = number;
  return check_members (&t->readers, &t->sets[t->count++]);
}

static void
note_look (trial *t)
{
  naive_set *set = &t->sets[rp_rng_below (&t->rng, t->count)];
  rp_readers_note_look (&t->readers, set->number, set->count);
  set->look_at = 2 * set->count;
}

static bool
forget (trial *t)
{
  rp_readers_forget (&t->readers);
  for (uint32_t i = 0; i < t->count; i++)
    if (!CHECK (!rp_reader_of (&t->readers, t->sets[i].number)))
      return false;
  if (t->count) /* a look at what is gone is nothing */
    rp_readers_note_look (&t->readers, t->sets[0].number, 1);
  t->count = 0;
  t->gone = t->newest;
  return true;
}

/* Some sets are in use, and with each of them the sets of its rest. */
static bool
collect (trial *t)
{
  for (uint32_t i = 0; i < t->count; i++)
    t->sets[i].is_kept = !rp_rng_below (&t->rng, 4);
  for (uint32_t i = t->count; i-- > 0;)
    for (uint32_t k = 0; t->sets[i].is_kept && k < i; k++)
      t->sets[k].is_kept |= t->sets[k].number == t->sets[i].others;
  for (uint32_t i = 0; i < t->count; i++)
    if (t->sets[i].is_kept)
      rp_readers_mark (&t->readers, t->sets[i].number);
  rp_readers_mark (&t->readers, t->gone);
  rp_readers_sweep (&t->readers, 0);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->count; i++)
    if (t->sets[i].is_kept)
      t->sets[kept++] = t->sets[i];
  t->count = kept;
  for (uint32_t i = 0; i < kept; i++)
    if (!check_members (&t->readers, &t->sets[i]))
      return false;
  return CHECK_INT (t->readers.live, kept) && CHECK (!rp_readers_are_many (&t->readers));
}

/* LEAST_FOUND: how many of 100 sets that exist are found again, at least. */
static void
check_seed (uint64_t seed, uint32_t operations, uint32_t forget_every, uint32_t least_found)
{
  trial t = { .rng = rp_rng_from_seed (seed), .sets = malloc (MAX_SETS * sizeof *t.sets) };
  rp_readers_init (&t.readers);
  bool right = CHECK (!rp_reader_of (&t.readers, 0));
  for (uint32_t i = 0; i < operations && right; i++)
    {
      if (t.count && !rp_rng_below (&t.rng, forget_every))
        right = forget (&t);
      else if (!rp_rng_below (&t.rng, forget_every / 3))
        right = collect (&t);
      else if (t.count && !rp_rng_below (&t.rng, 10))
        note_look (&t);
      else
        right = add_one (&t);
    }
  for (uint32_t i = 0; i < t.count && right; i++)
    right = check_members (&t.readers, &t.sets[i]);
  CHECK (rp_readers_bytes (&t.readers) >= t.count * sizeof (rp_reader));
  CHECK (100 * t.found >= least_found * t.repeated);
  if (!right)
    test_note ("seed %llu", (unsigned long long) seed);
  rp_readers_clear (&t.readers);
  free (t.sets);
}

TEST (random_operations)
{
  for (uint64_t seed = 1; seed <= TEST_RUNS (200); seed++)
    check_seed (seed, 400, 100, 100);
}

/* The table grows several times. */
TEST (many_sets)
{
  for (uint64_t seed = 1; seed <= 3; seed++)
    check_seed (seed, MAX_SETS, 100000, 90);
}

/* Sets that no word has make the table no larger; those in use do. */
TEST (size_of_table)
{
  enum
  {
    SETS = 100000
  };
  rp_readers readers;
  rp_readers_init (&readers);
  for (uint32_t step = 1; step <= SETS; step++)
    rp_readers_with (&readers, 0, step, 0);
  CHECK (readers.capacity < SETS / 2);
  for (uint32_t i = 0; i < SETS; i++)
    rp_readers_mark (&readers, readers.first + i);
  rp_readers_sweep (&readers, 0);
  for (uint32_t step = 1; step <= SETS; step++)
    rp_readers_with (&readers, 0, SETS + step, 0);
  CHECK (readers.capacity > SETS);
  rp_readers_sweep (&readers, 0);
  CHECK_INT (readers.live, 0);
  CHECK (readers.capacity < SETS / 2);
  rp_readers_clear (&readers);
}

/* Steps and sets cannot be mixed up. */
TEST (numbers)
{
  CHECK (!rp_is_readers (0));
  CHECK (!rp_is_readers (RP_READERS_FIRST - 1));
  CHECK (rp_is_readers (RP_READERS_FIRST));
  CHECK (rp_is_readers (2 * RP_READERS_FIRST - 1));
  CHECK (!rp_is_readers (2 * RP_READERS_FIRST));
}

/* Numbers are not used again, so they come to their end: then there are no more sets, and those that there are stay. */
TEST (numbers_end)
{
  rp_readers readers;
  rp_readers_init (&readers);
  readers.first = 2 * RP_READERS_FIRST - 4;
  uint32_t last = 0;
  for (uint32_t step = 1; step <= 3; step++)
    CHECK (rp_is_readers (last = rp_readers_with (&readers, last, step, 0)));
  CHECK_INT (rp_readers_with (&readers, last, 4, 0), 0);
  CHECK_INT (rp_readers_with (&readers, 0, 1, 0), readers.first);
  CHECK_INT (rp_reader_of (&readers, last)->count, 3);
  rp_readers_clear (&readers);
}
