/* `raceproof help`, and the answer to a verb that does not exist. */
#include "cli.h"

#include <string.h>

#define MAX_WORD 32

static size_t
smallest (size_t a, size_t b, size_t c)
{
  size_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/* Returns how many letters to add, drop or change to get from A to B (Levenshtein); MAX_WORD if A or B is longer than
 * that. */
static size_t
distance (const char *a, const char *b)
{
  size_t row[MAX_WORD + 1], length = strlen (b);
  if (strlen (a) > MAX_WORD || length > MAX_WORD)
    return MAX_WORD;
  for (size_t j = 0; j <= length; j++)
    row[j] = j;
  for (size_t i = 1; a[i - 1]; i++)
    {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= length; j++)
        {
          size_t changed = diagonal + (a[i - 1] != b[j - 1]);
          diagonal = row[j];
          row[j] = smallest (row[j] + 1, row[j - 1] + 1, changed);
        }
    }
  return row[length];
}

/* Returns the verb that WORD may be a misspelling of: its `distance` from WORD is the least, at most 2, and less than
 * the length of the verb. NULL if there is none. */
static const char *
nearest_verb (const char *word)
{
  const char *nearest = NULL;
  size_t least = 3;
  for (size_t i = 0; i < rp_verb_count; i++)
    {
      size_t letters = distance (word, rp_verbs[i].name);
      if (letters < least && letters < strlen (rp_verbs[i].name))
        {
          least = letters;
          nearest = rp_verbs[i].name;
        }
    }
  return nearest;
}

int
rp_cli_unknown_verb (const char *word)
{
  const char *nearest = nearest_verb (word);
  if (nearest)
    return rp_cli_error (NULL, "unknown verb `%s'; did you mean `%s'?", word, nearest);
  return rp_cli_error (NULL, "unknown verb `%s'; try `raceproof help'", word);
}

static void
print_overview (void)
{
  puts ("raceproof verifies task-parallel programs: it says whether any schedule of a\n"
        "program, on a given input, has a data race, a deadlock or a failed assertion;\n"
        "or proves that no input has a race.\n\n"
        "usage: raceproof VERB ...\n");
  for (size_t i = 0; i < rp_verb_count; i++)
    printf ("  %-9s %s\n", rp_verbs[i].name, rp_verbs[i].summary);
  puts ("\nraceproof help VERB shows the verb's options. raceproof --version shows the\n"
        "version.\n\n"
        "exit status: 0 clean; 66 findings; 67 undecided; 2 bad usage or bad input;\n"
        "70 internal error");
}

int
rp_cli_help (int argc, char **argv)
{
  if (argc > 2)
    return rp_cli_error ("help", "one verb at a time; try `raceproof help'");
  if (argc < 2)
    {
      print_overview ();
      return RP_EXIT_CLEAN;
    }
  const rp_verb *verb = rp_verb_find (argv[1]);
  if (!verb)
    return rp_cli_unknown_verb (argv[1]);
  printf ("usage: raceproof %s %s\n\n%s\n", verb->name, verb->usage, verb->summary);
  if (verb->options_help)
    {
      puts ("");
      verb->options_help (stdout);
    }
  return RP_EXIT_CLEAN;
}
