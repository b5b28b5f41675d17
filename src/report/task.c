/* The names of tasks. OpenMP's tasks have the names of the specification. Other tasks have numbers, and the
 * values of the loops around their creation. */
#include "report/phrase.h"

#include <inttypes.h>
#include <string.h>

typedef struct task_words
{
  const char *noun;     /* the word before the number; NULL: there is only one such task, without a number */
  const char *nameless; /* the name without a number */
  const char *origin;   /* the words before the place of the construct */
} task_words;

static const task_words loop = { "iteration", "an iteration", " of the loop" };
static const task_words distribute_loop = { "iteration", "an iteration", " of the distribute loop" };
static const task_words simd_loop = { "iteration", "an iteration", " of the simd loop" };

/* Returns the words for the name of TASK; NULL if the task is not one of OpenMP's. */
static const task_words *
words_of (const rp_task_ref *task)
{
  static const task_words thread = { "thread", "a thread", " of the parallel region" },
                          part = { "part", "a part", " of the loop" },
                          section = { "section", "a section", " of the sections" },
                          single = { NULL, "the single", "" }, explicit = { "task", "a task", " created" },
                          taskloop = { "taskloop task", "a taskloop task", "" },
                          team = { "team", "a team", " of the league" };
  static const task_words *const words[RP_TASK_KINDS]
    = { [RP_TASK_THREAD] = &thread,       [RP_TASK_ITERATION] = &loop,
        [RP_TASK_DEFAULT_ITERATION] = &loop, [RP_TASK_UNCLEAR_ITERATION] = &loop,
        [RP_TASK_DISTRIBUTED] = &distribute_loop,
        [RP_TASK_PART] = &part,           [RP_TASK_SECTION] = &section,
        [RP_TASK_SINGLE] = &single,
        [RP_TASK_EXPLICIT] = &explicit,   [RP_TASK_TASKLOOP] = &taskloop,
        [RP_TASK_TEAM] = &team,           [RP_TASK_SIMD_ITERATION] = &simd_loop };
  return words[task->kind];
}

bool
rp_task_is_of_openmp (const rp_task_ref *task)
{
  return words_of (task);
}

/* Sets *NUMBER to the number in the name of TASK. Returns false if the name has no number. The number of an explicit
 * task is task->id. */
static bool
number_of (const rp_task_ref *task, const task_words *words, int64_t *number)
{
  *number = task->kind == RP_TASK_EXPLICIT ? (int64_t) task->id : task->number;
  return words->noun && (task->has_number || task->kind == RP_TASK_EXPLICIT);
}

/* Compares words and numbers. The place of the construct, which may follow the name, is not compared. */
bool
rp_task_is_namesake (const rp_task_ref *a, const rp_task_ref *b)
{
  const task_words *words[2] = { words_of (a), words_of (b) };
  int64_t numbers[2];
  bool has_number[2] = { number_of (a, words[0], &numbers[0]), number_of (b, words[1], &numbers[1]) };
  if (has_number[0] != has_number[1])
    return false;
  return has_number[0] ? !strcmp (words[0]->noun, words[1]->noun) && numbers[0] == numbers[1]
                       : !strcmp (words[0]->nameless, words[1]->nameless);
}

static void
add_name (rp_strbuf *out, const rp_task_ref *task, const task_words *words)
{
  int64_t number;
  if (number_of (task, words, &number))
    rp_strbuf_format (out, "%s %" PRId64, words->noun, number);
  else
    rp_strbuf_add (out, words->nameless);
  if (task->apart == RP_APART_BY_LINE)
    rp_strbuf_format (out, " (line %u)", task->created.line);
  else if (task->apart == RP_APART_BY_ID)
    rp_strbuf_format (out, " (task %u)", task->id);
}

void
rp_phrase_task (rp_strbuf *out, const rp_task_ref *task)
{
  const task_words *words = words_of (task);
  bool has_binding = task->binding && *task->binding;
  if (words)
    {
      add_name (out, task, words);
      return;
    }
  if (task->kind == RP_TASK_INSTANCE)
    {
      rp_strbuf_add (out, task->binding);
      return;
    }
  if (task->id == 0)
    rp_strbuf_add (out, "main");
  else
    rp_strbuf_format (out, "%s %u", task->folded ? "a task folded into" : "task", task->id);
  if (has_binding)
    rp_strbuf_format (out, " (%s)", task->binding);
}

void
rp_phrase_task_name (rp_strbuf *out, const rp_task_ref *task)
{
  if (words_of (task))
    add_name (out, task, words_of (task));
  else if (task->id)
    rp_strbuf_format (out, "task %u", task->id);
  else
    rp_strbuf_add (out, "main");
}

/* Appends the place of the construct, if it is known: " at line 30". */
static void
add_place (rp_strbuf *out, const rp_task_ref *task, const char *home)
{
  const rp_place *place = &task->created;
  if (!place->line)
    return;
  if (place->file && home && !strcmp (place->file, home))
    rp_strbuf_format (out, " at line %u", place->line);
  else
    rp_strbuf_format (out, " at %s:%u", place->file ? place->file : "?", place->line);
}

void
rp_phrase_task_with_origin (rp_strbuf *out, const rp_task_ref *task, const char *home)
{
  const task_words *words = words_of (task);
  rp_phrase_task (out, task);
  if (!words)
    return;
  rp_strbuf_add (out, words->origin);
  add_place (out, task, home);
}

void
rp_phrase_origin (rp_strbuf *out, const rp_task_ref *task, const char *home)
{
  const task_words *words = words_of (task);
  rp_strbuf_add (out, words ? words->origin : "");
  if (!task->created.line)
    return;
  rp_strbuf_add (out, " at ");
  rp_phrase_place (out, &task->created, home);
}

void
rp_phrase_creation (rp_strbuf *out, const rp_task_ref *task)
{
  if (words_of (task))
    add_name (out, task, words_of (task));
  else if (task->id == 0)
    rp_strbuf_add (out, "main");
  else if (!task->construct)
    rp_strbuf_format (out, "task %u", task->id);
  else if (strchr (task->construct, ' '))
    rp_strbuf_format (out, "%s (task %u)", task->construct, task->id);
  else
    rp_strbuf_format (out, "%s %u", task->construct, task->id);
}

static bool
is_same_place (const rp_place *a, const rp_place *b)
{
  return a->line == b->line && !strcmp (a->file ? a->file : "", b->file ? b->file : "");
}

/* Appends "iterations 3 and 7 of the loop at line 30". Appends nothing and returns false if the two tasks are not
 * of one construct, if one of them has no number in its name, or if one of them has a line or an id in its name to
 * tell it from a namesake. */
static bool
add_both (rp_strbuf *out, const rp_task_ref *a, const rp_task_ref *b, const char *home)
{
  const task_words *words = words_of (a);
  int64_t first, second;
  if (!words || words != words_of (b) || a->apart || b->apart || !number_of (a, words, &first)
      || !number_of (b, words, &second) || !is_same_place (&a->created, &b->created))
    return false;
  rp_strbuf_format (out, "%ss %" PRId64 " and %" PRId64 "%s", words->noun, first, second, words->origin);
  add_place (out, a, home);
  return true;
}

void
rp_phrase_pair (rp_strbuf *out, const rp_finding *finding)
{
  const rp_task_ref *earlier = &finding->accesses[1].task, *later = &finding->accesses[0].task;
  const char *home = finding->accesses[0].at.file;
  bool has_words = finding->words == RP_WORDS_OPENMP || words_of (earlier);
  if (has_words && add_both (out, earlier, later, home))
    return;
  if (has_words)
    {
      rp_phrase_task_with_origin (out, earlier, home);
      rp_strbuf_add (out, " and ");
      rp_phrase_task_with_origin (out, later, home);
    }
  else if (earlier->id && later->id)
    rp_strbuf_format (out, "tasks %u and %u", earlier->id, later->id);
  else
    rp_strbuf_format (out, "main and task %u", earlier->id ? earlier->id : later->id);
}
