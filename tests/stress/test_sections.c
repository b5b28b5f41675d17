/* Thousands of isolated sections, each on objects of its own: neither the edges between them nor
 * the check of what they access may take a look at all pairs. */
#include "bounded.h"
#include "checked.h"

enum
{
  SECTIONS = 30000,
  COUNTER = 1, /* locations */
  COMMON = 2,
  OBJECT = 10 /* and following */
};

typedef void section_objects (uint64_t i, rp_range *objects, size_t *count);

static section_objects *choose;

static void
count_up (void)
{
  checked_read (COUNTER, 1);
  checked_write (COUNTER, 2);
}

static void
section (void *argument)
{
  rp_range objects[2];
  size_t count;
  choose ((uintptr_t) argument, objects, &count);
  rp_isolated_begin_at (objects, count, 0);
  count_up ();
  rp_isolated_end_at (0);
}

static void
sections (void *argument)
{
  (void) argument;
  for (uintptr_t i = 0; i < SECTIONS; i++)
    rp_async_at (section, (void *) i, (rp_creation) { .kind = RP_TASK_ASYNC });
}

/* Runs the sections, and expects so many reports of each kind. */
static bool
run_sections (section_objects *objects, size_t orders, size_t possible, size_t certain)
{
  checked c;
  choose = objects;
  checked_run (&c, sections, NULL, false);
  bool well = CHECK_INT (c.stop.stop, RP_STOP_NOT);
  well &= CHECK_INT (c.kinds[RP_RACE_ORDER], orders);
  well &= CHECK_INT (c.kinds[RP_RACE_POSSIBLE], possible);
  well &= CHECK_INT (c.kinds[RP_RACE_CERTAIN], certain);
  checked_clear (&c);
  return well;
}

/* Nothing excludes anything: the pairs write-read and write-write race. */
static void
own_object (uint64_t i, rp_range *objects, size_t *count)
{
  objects[0] = (rp_range) { OBJECT + i, 1 };
  *count = 1;
}

static bool
own_objects (void)
{
  return run_sections (own_object, 0, 0, 2);
}

TEST (each_on_an_object_of_its_own)
{
  run_bounded (own_objects, 400, 20);
}

/* The same with objects of two locations. */
static void
wide_object (uint64_t i, rp_range *objects, size_t *count)
{
  objects[0] = (rp_range) { OBJECT + 2 * i, 2 };
  *count = 1;
}

static bool
wide_objects (void)
{
  return run_sections (wide_object, 0, 0, 2);
}

TEST (each_on_a_wide_object_of_its_own)
{
  run_bounded (wide_objects, 400, 20);
}

/* All exclude all, by the object that they share. */
static void
common_object (uint64_t i, rp_range *objects, size_t *count)
{
  own_object (i, objects, count);
  objects[(*count)++] = (rp_range) { COMMON, 1 };
}

static bool
common_objects (void)
{
  return run_sections (common_object, 2, 0, 0);
}

TEST (each_on_its_own_object_and_a_common_one)
{
  run_bounded (common_objects, 400, 20);
}

/* A chain: neighbours exclude each other, and so this run orders all. */
static void
chained_object (uint64_t i, rp_range *objects, size_t *count)
{
  objects[0] = (rp_range) { OBJECT + i, 1 };
  objects[1] = (rp_range) { OBJECT + i + 1, 1 };
  *count = 2;
}

static bool
chained_objects (void)
{
  return run_sections (chained_object, 2, 2, 0);
}

TEST (each_on_its_neighbours_object_too)
{
  run_bounded (chained_objects, 400, 20);
}

/* Every other section is on all objects, the others on two that are far apart. */
static void
all_or_two (uint64_t i, rp_range *objects, size_t *count)
{
  objects[0] = (rp_range) { OBJECT, i % 2 ? 2 * SECTIONS : 1 };
  objects[0].base += i % 2 ? 0 : i;
  objects[1] = (rp_range) { OBJECT + SECTIONS + i, 1 };
  *count = 1 + (i % 2 == 0);
}

static bool
all_and_two (void)
{
  return run_sections (all_or_two, 2, 2, 0);
}

TEST (on_all_objects_and_on_two)
{
  run_bounded (all_and_two, 400, 20);
}

/* One task after the other: nothing to report, and no pair needs a look. */
static void
sections_in_a_row (void *argument)
{
  (void) argument;
  for (uintptr_t i = 0; i < SECTIONS; i++)
    {
      rp_finish_begin_at (false, 0);
      rp_async_at (section, (void *) i, (rp_creation) { .kind = RP_TASK_ASYNC });
      rp_finish_end_at (0);
    }
}

static bool
in_a_row (void)
{
  checked c;
  choose = own_object;
  checked_run (&c, sections_in_a_row, NULL, false);
  bool well = CHECK_INT (c.races, 0);
  checked_clear (&c);
  return well;
}

TEST (one_after_the_other)
{
  run_bounded (in_a_row, 400, 20);
}

/* Many readers, all of them before many that write and race: the readers are not looked at again
 * for each of those. */
static void
read_counter (void *argument)
{
  (void) argument;
  checked_read (COUNTER, 3);
}

static void
write_counter (void *argument)
{
  (void) argument;
  checked_write (COUNTER, 4);
}

static void
readers_then_writers (void *argument)
{
  const rp_creation plain = { .kind = RP_TASK_ASYNC };
  rp_finish_begin_at (false, 0);
  for (int i = 0; i < 4 * SECTIONS; i++)
    rp_async_at (read_counter, argument, plain);
  rp_finish_end_at (0);
  rp_finish_begin_at (false, 0);
  for (int i = 0; i < 4 * SECTIONS; i++)
    rp_async_at (write_counter, argument, plain);
  rp_finish_end_at (0);
}

static bool
readers_before_writers (void)
{
  checked c;
  checked_run (&c, readers_then_writers, NULL, false);
  bool well = CHECK_INT (c.kinds[RP_RACE_CERTAIN], 1);
  well &= CHECK_INT (c.races, 1);
  checked_clear (&c);
  return well;
}

TEST (many_readers_before_many_writers)
{
  run_bounded (readers_before_writers, 500, 20);
}
