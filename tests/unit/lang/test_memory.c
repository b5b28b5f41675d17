/* Locations: every element has its own, names come back from them, values stay where they were
 * put. */
#include "base/rng.h"
#include "lang/lang.h"
#include "lang/memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct setting
{
  rp_source *source;
  rp_program *program;
  rp_diagnostics diagnostics;
  rp_memory memory;
  rp_memory_error error;
  uint32_t which;
} setting;

static setting
set_up (const char *text, const int64_t *sizes)
{
  setting s = { 0 };
  s.source = rp_source_from_text ("m.rp", text, strlen (text));
  s.program = rp_lang_load (s.source, &s.diagnostics);
  CHECK (s.program);
  s.error = rp_memory_init (&s.memory, s.program, sizes, &s.which);
  return s;
}

static void
tear_down (setting *s)
{
  rp_memory_clear (&s->memory);
  rp_program_free (s->program);
  rp_diagnostics_clear (&s->diagnostics);
  rp_source_free (s->source);
}

static uint32_t
variable (const setting *s, const char *name)
{
  uint32_t i = 0;
  while (i < s->program->shared_count && strcmp (s->program->shared[i].name, name))
    i++;
  CHECK (i < s->program->shared_count);
  return i;
}

static void
check_name (const setting *s, uint64_t location, const char *expected)
{
  rp_arena arena = { 0 };
  CHECK_STR (rp_memory_name (&s->memory, &arena, location), expected);
  rp_arena_clear (&arena);
}

TEST (declared_arrays_are_row_major)
{
  const int64_t sizes[] = { 3, 4, 5 };
  setting s = set_up ("var x; var a[3][4]; var b[5]; skip;", sizes);
  uint32_t a = variable (&s, "a"), b = variable (&s, "b"), dimension = 99;
  uint64_t first, location;
  int64_t at[2] = { 0, 0 };
  CHECK_INT (s.error, RP_MEMORY_OK);
  CHECK (rp_memory_locate (&s.memory, a, at, &first, &dimension));
  for (at[0] = 0; at[0] < 3; at[0]++)
    for (at[1] = 0; at[1] < 4; at[1]++)
      {
        CHECK (rp_memory_locate (&s.memory, a, at, &location, &dimension));
        CHECK_INT (location - first, at[0] * 4 + at[1]);
        CHECK_INT (rp_memory_variable (location), a);
        char name[20];
        snprintf (name, sizeof name, "a[%d][%d]", (int) at[0], (int) at[1]);
        check_name (&s, location, name);
      }
  rp_range whole = rp_memory_whole (&s.memory, a);
  CHECK (whole.base == first && whole.size == 12);
  CHECK (!rp_range_overlaps (whole, rp_memory_whole (&s.memory, b)));
  CHECK_INT (rp_memory_whole (&s.memory, variable (&s, "x")).size, 1);
  tear_down (&s);
}

TEST (indices_out_of_range)
{
  const int64_t sizes[] = { 3, 4 };
  setting s = set_up ("var a[3][4]; skip;", sizes);
  static const int64_t bad[][3]
    = { { 3, 0, 0 },         { -1, 0, 0 },        { 0, 4, 1 },        { 2, -1, 1 },
        { INT64_MAX, 0, 0 }, { 0, INT64_MIN, 1 }, { INT64_MIN, 9, 0 } };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      uint64_t location;
      uint32_t dimension = 99;
      CHECK (!rp_memory_locate (&s.memory, 0, bad[i], &location, &dimension));
      CHECK_INT (dimension, bad[i][2]);
    }
  tear_down (&s);
}

TEST (bad_sizes)
{
  static const struct
  {
    int64_t sizes[2];
    rp_memory_error error;
  } rows[] = { { { -1, 5 }, RP_MEMORY_NEGATIVE },
               { { 5, INT64_MIN }, RP_MEMORY_NEGATIVE },
               { { INT64_MAX, 1 }, RP_MEMORY_TOO_LARGE },
               { { 1 << 20, 1 << 20 }, RP_MEMORY_TOO_LARGE },
               { { INT64_MAX, INT64_MAX }, RP_MEMORY_TOO_LARGE },
               { { 0, 7 }, RP_MEMORY_OK } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      setting s = set_up ("var x; var a[1][1]; skip;", rows[i].sizes);
      CHECK_INT (s.error, rows[i].error);
      if (s.error)
        CHECK_INT (s.which, 1);
      tear_down (&s);
    }
}

enum
{
  TUPLES = 3000
};

/* Index tuples of a sparse array: equal ones and only those share a location, and names and values
 * come back. */
static void
check_sparse (const char *text, uint32_t dimensions, uint64_t seed)
{
  setting s = set_up (text, NULL);
  uint32_t number = variable (&s, "A");
  rp_rng rng = rp_rng_from_seed (seed);
  int64_t (*tuples)[4] = calloc (TUPLES, sizeof *tuples);
  uint64_t *locations = calloc (TUPLES, sizeof *locations);
  rp_range whole = rp_memory_whole (&s.memory, number);
  for (int i = 0; i < TUPLES; i++)
    {
      for (uint32_t d = 0; d < dimensions; d++)
        {
          int64_t far = rp_rng_between (&rng, INT64_MIN, INT64_MAX);
          int64_t edge = (int64_t) 1 << rp_rng_between (&rng, 0, 62);
          int64_t choices[]
            = { rp_rng_between (&rng, -5, 5), edge, edge - 1, -edge, -edge - 1, far };
          tuples[i][d] = choices[rp_rng_below (&rng, i % 7 ? 1 : 6)];
        }
      uint32_t dimension;
      CHECK (rp_memory_locate (&s.memory, number, tuples[i], &locations[i], &dimension));
      CHECK (locations[i] >= whole.base && locations[i] - whole.base < whole.size);
      CHECK_INT (rp_memory_variable (locations[i]), number);
      *rp_memory_at (&s.memory, locations[i]) = rp_value_int (i);
    }
  size_t wrong = 0;
  for (int i = 0; i < TUPLES; i++)
    {
      int newest = i;
      for (int j = 0; j < TUPLES; j++)
        {
          bool same = !memcmp (tuples[i], tuples[j], dimensions * sizeof **tuples);
          wrong += same != (locations[i] == locations[j]);
          newest = same && j > newest ? j : newest;
        }
      wrong += rp_memory_at (&s.memory, locations[i])->number != newest;
      char name[120] = "A";
      for (uint32_t d = 0; d < dimensions; d++)
        sprintf (name + strlen (name), "[%lld]", (long long) tuples[i][d]);
      check_name (&s, locations[i], name);
    }
  if (!CHECK_INT (wrong, 0))
    test_note ("%u dimensions", dimensions);
  free (tuples);
  free (locations);
  tear_down (&s);
}

TEST (sparse_arrays)
{
  check_sparse ("A[0] = 1;", 1, 1);
  check_sparse ("A[0][0] = 1;", 2, 2);
  check_sparse ("A[0][0][0] = 1;", 3, 3);
  check_sparse ("A[0][0][0][0] = 1;", 4, 4);
}

/* Neighbours in the last index are neighbours, so that ranges of accesses stay short. */
TEST (sparse_neighbours)
{
  setting s = set_up ("A[0][0] = 1;", NULL);
  uint32_t dimension;
  uint64_t before = 0;
  for (int64_t j = -20; j < 20; j++)
    {
      uint64_t location;
      const int64_t at[] = { 7, j };
      CHECK (rp_memory_locate (&s.memory, 0, at, &location, &dimension));
      if (j > -20)
        CHECK_INT (location - before, 1);
      before = location;
    }
  tear_down (&s);
}

TEST (scalars_start_at_zero)
{
  setting s = set_up ("var x; y = x;", NULL);
  for (uint32_t i = 0; i < 2; i++)
    {
      uint64_t location;
      uint32_t dimension;
      CHECK (rp_memory_locate (&s.memory, i, NULL, &location, &dimension));
      CHECK_INT (rp_memory_at (&s.memory, location)->number, 0);
      CHECK_INT (rp_memory_whole (&s.memory, i).size, 1);
      check_name (&s, location, i ? "y" : "x");
    }
  tear_down (&s);
}

/* Arrays of more than 2^20 elements store only those that were accessed. */
TEST (hashes_tell_values_apart)
{
  for (int64_t size = 3; size <= 3000000; size += 2999997)
    for (int64_t initial = 0; initial < 2; initial++)
      {
        setting s
          = set_up (initial ? "var a[n] = 1; param n; skip;" : "var a[n]; param n; skip;", &size);
        uint64_t location, hashes[3];
        uint32_t dimension;
        CHECK_INT (s.error, RP_MEMORY_OK);
        rp_memory_fill (&s.memory, 0, (rp_value) { .kind = RP_VALUE_INT, .number = initial });
        uint64_t untouched = rp_memory_hash (&s.memory);
        CHECK (rp_memory_locate (&s.memory, 0, (int64_t[]) { 2 }, &location, &dimension));
        for (int64_t value = 0; value < 3; value++)
          {
            rp_memory_at (&s.memory, location)->number = value;
            hashes[value] = rp_memory_hash (&s.memory);
            CHECK ((hashes[value] == untouched) == (value == initial));
          }
        CHECK (hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
        tear_down (&s);
      }
}
