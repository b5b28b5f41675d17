/* Alignment of all pairs of proteins: the best score of writing one under the other with gaps,
 * where opening a gap costs more than making it longer. A parallel loop over the first, a task for
 * each second.
 *
 * RACY: the function that the tasks call keeps its rows in static memory. */
#include "program.h"

enum
{
  LETTERS = 20,
  LONGEST = 96,
  SHORTEST = 48,
  OPEN = 10,
  EXTEND = 1,
  NEVER = -100000,
  SAMPLE = 61 /* one pair in so many is checked */
};

#ifdef RACY
#define ROWS static
#else
#define ROWS
#endif

typedef struct protein
{
  int length;
  unsigned char letters[LONGEST];
} protein;

static int similarity[LETTERS][LETTERS];

static int
larger (int a, int b)
{
  return a > b ? a : b;
}

/* Row by row: BEST[j] for the beginnings of a, up to this row, and of b, of length j; GAP[j] for
 * those that end with a letter of a above a gap. */
static int
align (const protein *a, const protein *b)
{
  ROWS int best[LONGEST + 1], gap[LONGEST + 1];
  best[0] = 0;
  for (int j = 1; j <= b->length; j++)
    best[j] = -OPEN - EXTEND * j;
  for (int j = 0; j <= b->length; j++)
    gap[j] = NEVER;
  for (int i = 1; i <= a->length; i++)
    {
      int diagonal = best[0], side = NEVER;
      best[0] = -OPEN - EXTEND * i;
      const int *row = similarity[a->letters[i - 1]];
      for (int j = 1; j <= b->length; j++)
        {
          gap[j] = larger (gap[j], best[j] - OPEN) - EXTEND;
          side = larger (side, best[j - 1] - OPEN) - EXTEND;
          int match = diagonal + row[b->letters[j - 1]];
          diagonal = best[j];
          best[j] = larger (match, larger (gap[j], side));
        }
    }
  return best[b->length];
}

/* The same by the recursion with a gap of any length, for all beginnings. */
static int
align_plainly (const protein *a, const protein *b)
{
  static int best[LONGEST + 1][LONGEST + 1];
  for (int i = 0; i <= a->length; i++)
    for (int j = 0; j <= b->length; j++)
      {
        int value = i || j ? NEVER : 0;
        if (i && j)
          value = best[i - 1][j - 1] + similarity[a->letters[i - 1]][b->letters[j - 1]];
        for (int gap = 1; gap <= i; gap++)
          value = larger (value, best[i - gap][j] - OPEN - EXTEND * gap);
        for (int gap = 1; gap <= j; gap++)
          value = larger (value, best[i][j - gap] - OPEN - EXTEND * gap);
        best[i][j] = value;
      }
  return best[a->length][b->length];
}

static void
make_similarity (uint64_t *state)
{
  for (int i = 0; i < LETTERS; i++)
    for (int j = 0; j <= i; j++)
      similarity[i][j] = similarity[j][i]
        = (int) (i == j ? 4 + random_below (state, 6) : random_below (state, 6) - 4);
}

static void
make_protein (protein *one, uint64_t *state)
{
  one->length = (int) (SHORTEST + random_below (state, LONGEST - SHORTEST + 1));
  for (int i = 0; i < one->length; i++)
    one->letters[i] = (unsigned char) random_below (state, LETTERS);
}

static void
align_all (const protein *proteins, long n, int *scores)
{
#pragma omp parallel for schedule(dynamic)
  for (long i = 0; i < n; i++)
    for (long j = i + 1; j < n; j++)
#pragma omp task
      scores[i * n + j] = align (&proteins[i], &proteins[j]);
}

int
main (int count, char **arguments)
{
  long n = read_size (count, arguments, 200, 2, 10000);
  protein *proteins = allocate ((size_t) n, sizeof *proteins);
  int *scores = allocate ((size_t) (n * n), sizeof *scores);
  uint64_t state = 1;
  make_similarity (&state);
  for (long i = 0; i < n; i++)
    make_protein (&proteins[i], &state);

  align_all (proteins, n, scores);

  bool is_right = true;
  long pair = 0;
  for (long i = 0; i < n; i++)
    for (long j = i + 1; j < n; j++, pair++)
      if (pair % SAMPLE == 0)
        is_right = is_right && scores[i * n + j] == align_plainly (&proteins[i], &proteins[j]);
  free (proteins);
  free (scores);
  return end_program ("alignment", is_right);
}
