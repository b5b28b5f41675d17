/* Fasta (Computer Language Benchmarks Game): a text of three DNA sequences in lines of 60 letters:
 * 2 n letters that repeat a given sequence, then 3 n and 5 n letters drawn at random with two given
 * tables of frequencies. One linear congruential generator draws all random letters in turn.
 *
 * Parallelism: a task for every 64 lines. A task jumps ahead in the generator to its first letter.
 * (The game's text repeats a piece of human DNA; here that sequence is drawn at random as well.)
 *
 * RACE 1: a task writes the end of the line before its first one, too.
 * RACE 2: the tasks take the generator's state from one global and leave it there. */
#include "bench.h"

enum
{
  LINE = 60,
  LINES_PER_TASK = 64,
  PATTERN = 287,
  LETTERS = 15,
  MODULUS = 139968,
  FACTOR = 3877,
  SUMMAND = 29573,
  SEED = 42
};

typedef struct frequency
{
  char letter;
  double share;
} frequency;

static const frequency ambiguous[LETTERS]
  = { { 'a', 0.27 }, { 'c', 0.12 }, { 'g', 0.12 }, { 't', 0.27 }, { 'B', 0.02 },
      { 'D', 0.02 }, { 'H', 0.02 }, { 'K', 0.02 }, { 'M', 0.02 }, { 'N', 0.02 },
      { 'R', 0.02 }, { 'S', 0.02 }, { 'V', 0.02 }, { 'W', 0.02 }, { 'Y', 0.02 } };
static const frequency human[4] = { { 'a', 0.3029549426680 },
                                    { 'c', 0.1979883004921 },
                                    { 'g', 0.1975473066391 },
                                    { 't', 0.3015094502008 } };

typedef struct sequence
{
  char *text;
  long letters;
  const frequency *table; /* NULL: repeat the pattern */
  int table_size;
  long draws_before; /* by the sequences before this one */
} sequence;

typedef struct job
{
  sequence sequence;
  bench_range lines;
} job;

static char pattern[PATTERN];
static unsigned shared_state = SEED; /* RACE 2 */

static inline unsigned
next_state (unsigned state)
{
  return (state * FACTOR + SUMMAND) % MODULUS;
}

/* The state after COUNT steps: the step, an affine map, raised to that power. */
static unsigned
jump (unsigned state, long count)
{
  uint64_t factor = FACTOR, summand = SUMMAND, result = state;
  for (; count; count /= 2)
    {
      if (count % 2)
        result = (result * factor + summand) % MODULUS;
      summand = (factor * summand + summand) % MODULUS;
      factor = factor * factor % MODULUS;
    }
  return (unsigned) result;
}

static inline char
pick (const frequency *table, int size, unsigned state)
{
  double x = (double) state / MODULUS;
  int i = 0;
  while (i < size - 1 && x >= table[i].share)
    x -= table[i++].share;
  return table[i].letter;
}

static long
text_size (long letters)
{
  return letters + (letters + LINE - 1) / LINE;
}

static void
write_lines (void *argument)
{
  job mine = *(job *) argument;
  const sequence *s = &mine.sequence;
  long first = mine.lines.low * LINE;
  char *out = s->text + text_size (first);
  unsigned state = SEED;
  if (RACE == 1 && first > 0)
    out[-1] = '\n'; // RACE 1: a
  if (RACE == 2)
    state = shared_state; // RACE 2: a
  else if (s->table)
    state = jump (SEED, s->draws_before + first);
  for (long line = mine.lines.low; line < mine.lines.high; line++)
    {
      long begin = line * LINE, end = begin + LINE < s->letters ? begin + LINE : s->letters;
      for (long i = begin; i < end; i++)
        if (s->table)
          {
            state = next_state (state);
            *out++ = pick (s->table, s->table_size, state);
          }
        else
          *out++ = pattern[i % PATTERN];
      *out++ = '\n'; // RACE 1: b
    }
  if (RACE == 2)
    shared_state = state; // RACE 2: b
}

static void
write_sequence (sequence all)
{
  long lines = (all.letters + LINE - 1) / LINE;
  for (long low = 0; low < lines; low += LINES_PER_TASK)
    {
      long high = low + LINES_PER_TASK < lines ? low + LINES_PER_TASK : lines;
      job next = { all, { low, high } };
      rp_async_copy (write_lines, &next, sizeof next);
    }
}

static void
write_all (char *text, long n)
{
  sequence repeated = { text, 2 * n, NULL, 0, 0 };
  sequence second = { text + text_size (2 * n), 3 * n, ambiguous, LETTERS, 0 };
  sequence third = { second.text + text_size (3 * n), 5 * n, human, 4, 3 * n };
  rp_finish
  {
    write_sequence (repeated);
    write_sequence (second);
    write_sequence (third);
  }
}

/* Compares one letter after the other; returns the end of the sequence, or NULL if one differs. */
static const char *
compare_sequence (const char *text, long letters, const frequency *table, unsigned *state)
{
  for (long i = 0; i < letters; i++)
    {
      char expected = pattern[i % PATTERN];
      if (table)
        {
          double sum = 0;
          const frequency *entry = table;
          *state = next_state (*state);
          while (entry->share + sum <= (double) *state / MODULUS)
            sum += entry++->share;
          expected = entry->letter;
        }
      if (*text++ != expected)
        return NULL;
      if ((i % LINE == LINE - 1 || i == letters - 1) && *text++ != '\n')
        return NULL;
    }
  return text;
}

static bool
is_right (const char *text, long n)
{
  unsigned state = SEED;
  text = compare_sequence (text, 2 * n, NULL, &state);
  text = text ? compare_sequence (text, 3 * n, ambiguous, &state) : NULL;
  text = text ? compare_sequence (text, 5 * n, human, &state) : NULL;
  return text != NULL;
}

int
main (int count, char **arguments)
{
  long n = bench_open (count, arguments, "fasta", 10000, 3000000);
  long size = text_size (2 * n) + text_size (3 * n) + text_size (5 * n);
  char *text = bench_alloc (size, 1);
  uint64_t random = 1;
  for (int i = 0; i < PATTERN; i++)
    pattern[i] = "ACGT"[bench_random_bits (&random) % 4];

  bench_start ();
  write_all (text, n);
  bench_stop ();

  uint32_t checksum = 1;
  for (long i = 0; i < size; i++)
    checksum = checksum * 31 + (unsigned char) text[i];
  int status = bench_close (checksum, is_right (text, n));
  free (text);
  return status;
}
