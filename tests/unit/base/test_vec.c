#include "base/rng.h"
#include "base/vec.h"
#include "test.h"

TEST (pushes_and_pops)
{
  RP_VEC (int) numbers = { 0 };
  for (int i = 0; i < 1000; i++)
    RP_VEC_PUSH (&numbers, i * i);
  CHECK_INT (numbers.count, 1000);
  CHECK (numbers.capacity >= 1000 && numbers.capacity <= 2048);
  CHECK_INT (RP_VEC_LAST (&numbers), 999 * 999);
  for (int i = 999; i >= 0; i--)
    if (!CHECK_INT (RP_VEC_POP (&numbers), i * i))
      break;
  CHECK_INT (numbers.count, 0);
  RP_VEC_CLEAR (&numbers);
  CHECK (!numbers.items && !numbers.capacity);
}

TEST (holds_structs)
{
  typedef struct pair
  {
    char name;
    double value;
  } pair;
  RP_VEC (pair) pairs = { 0 };
  RP_VEC_PUSH (&pairs, (pair) { 'a', 0.5 });
  RP_VEC_PUSH (&pairs, (pair) { .name = 'b', .value = 1.5 });
  CHECK_INT (pairs.items[0].name, 'a');
  CHECK (pairs.items[1].value == 1.5);
  RP_VEC_CLEAR (&pairs);
}

TEST (reserve_keeps_contents_and_does_not_count)
{
  RP_VEC (long) numbers = { 0 };
  RP_VEC_PUSH (&numbers, 7);
  RP_VEC_RESERVE (&numbers, 5000);
  CHECK (numbers.capacity >= 5000);
  CHECK_INT (numbers.count, 1);
  CHECK_INT (numbers.items[0], 7);
  long *before = numbers.items;
  while (numbers.count < 5000)
    RP_VEC_PUSH (&numbers, 1);
  CHECK (numbers.items == before); /* no further allocation */
  RP_VEC_CLEAR (&numbers);
}

TEST (random_run_against_an_array)
{
  enum
  {
    MOST = 300
  };
  RP_VEC (uint64_t) numbers = { 0 };
  uint64_t model[MOST];
  size_t count = 0, wrong = 0;
  rp_rng rng = rp_rng_from_seed (2);
  for (int i = 0; i < 100000; i++)
    {
      if (count < MOST && (count == 0 || rp_rng_below (&rng, 2)))
        {
          uint64_t value = rp_rng_next (&rng);
          model[count++] = value;
          RP_VEC_PUSH (&numbers, value);
        }
      else
        wrong += RP_VEC_POP (&numbers) != model[--count];
      wrong += numbers.count != count;
      if (count)
        wrong += RP_VEC_LAST (&numbers) != model[count - 1];
    }
  CHECK_INT (wrong, 0);
  RP_VEC_CLEAR (&numbers);
}
