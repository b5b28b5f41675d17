#include "outside/program_report/openmp.h"

#include "base/strbuf.h"
#include "outside/symbol/symbol.h"
#include "report/phrase.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The directives to which the tasks of one kind belong. */
typedef struct task_words
{
  rp_task_kind kind;
  const char *directives[4]; /* words of the directive, if the task is a part of its construct */
} task_words;

static const task_words words[] = {
  { RP_TASK_THREAD, { 0 } },
  { RP_TASK_ITERATION, { "for", "do", "loop", "distribute" } },
  { RP_TASK_DISTRIBUTED, { "distribute" } },
  { RP_TASK_PART, { "for", "do", "loop", "distribute" } },
  { RP_TASK_SECTION, { "sections" } },
  { RP_TASK_SINGLE, { "single" } },
  { RP_TASK_EXPLICIT, { 0 } },
  { RP_TASK_TASKLOOP, { 0 } },
  { RP_TASK_TEAM, { 0 } },
};

static const task_words *
words_for (const rp_fact_task *row)
{
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].kind == row->kind)
      return &words[i];
  return NULL;
}

/* Returns whether a task of this kind is a part of a construct that a thread executes, and not a task that was
 * created. */
static bool
is_part (const task_words *kind)
{
  return kind->directives[0];
}

/* ---- stacks ---- */

static uint64_t
outermost_pc (const rp_fact_stack *stack)
{
  return stack && stack->count ? stack->pcs[stack->count - 1] : 0;
}

static bool
is_outlined (const char *function)
{
  return strstr (function, "._omp_fn") || strstr (function, ".omp_")
         || strstr (function, "omp_outlined");
}

/* Returns the directive of the construct whose body is the outermost function of STACK: the compiler makes a function
 * of the body, and that function begins at the directive. Line 0 if the function is no such body, or STACK is NULL. */
static rp_place
directive_of_body (rp_program_reader *reader, const rp_fact_stack *stack)
{
  const rp_symbol_frame *frames;
  uint64_t pc = outermost_pc (stack);
  if (!reader->symbolize || !pc)
    return (rp_place) { 0 };
  size_t count = rp_symbols_frames (reader->symbols, pc - 1, &frames);
  if (!is_outlined (frames[count - 1].function))
    return (rp_place) { 0 };
  return rp_program_place_in_line (reader, rp_symbols_entry (reader->symbols, pc - 1));
}

static void
note_inside (rp_program_reader *reader, uint32_t task, const rp_fact_stack *stack)
{
  bool is_new;
  uint64_t *known = stack->count ? rp_map_insert (&reader->inside, task, &is_new) : NULL;
  if (known && is_new)
    *known = (uint64_t) (uintptr_t) stack;
}

/* Returns a stack from inside TASK; NULL if none is known. */
static const rp_fact_stack *
stack_inside (rp_program_reader *reader, uint32_t task)
{
  const uint64_t *known = rp_map_find (&reader->inside, task);
  return known ? (const rp_fact_stack *) (uintptr_t) *known : NULL;
}

/* Stores in reader->inside a stack from inside each task: the first one that is found among the stacks of accesses in
 * races, of waits, of the stop, of incidents, and of creations of other tasks. */
static void
note_stacks (rp_program_reader *reader)
{
  const rp_facts *facts = &reader->facts;
  for (uint32_t i = 0; i < facts->race_count; i++)
    {
      note_inside (reader, facts->races[i].later.task, &facts->races[i].later.stack);
      note_inside (reader, facts->races[i].earlier.task, &facts->races[i].earlier.stack);
    }
  for (uint32_t i = 0; i < facts->stop.wait_count; i++)
    note_inside (reader, facts->stop.waits[i].task,
                 rp_facts_stack (facts, facts->stop.waits[i].site));
  note_inside (reader, facts->stop.task, &facts->stop.stack);
  for (uint32_t i = 0; i < facts->incident_count; i++)
    note_inside (reader, facts->incidents[i].task, &facts->incidents[i].stack);
  for (uint32_t i = 0; i < facts->task_count; i++)
    {
      const rp_fact_task *row = &facts->tasks[i];
      const task_words *kind = words_for (row);
      if (kind && !is_part (kind) && row->parent != RP_NO_TASK)
        note_inside (reader, row->parent, &row->stack);
    }
}

/* ---- directives in the source ---- */

static bool
has_word (const char *text, size_t length, const char *word)
{
  size_t own = strlen (word);
  for (size_t i = 0; i + own <= length; i++)
    {
      bool begins = !i || (!isalnum ((unsigned char) text[i - 1]) && text[i - 1] != '_');
      bool ends
        = i + own == length || (!isalnum ((unsigned char) text[i + own]) && text[i + own] != '_');
      if (begins && ends && !strncasecmp (text + i, word, own))
        return true;
    }
  return false;
}

/* If the line is a directive, returns the position behind `omp`, and sets *END to the first parenthesis, or to LENGTH.
 * Otherwise returns 0. */
static size_t
directive_at (const char *text, size_t length, size_t *end)
{
  size_t at = 0;
  while (at < length && isspace ((unsigned char) text[at]))
    at++;
  if (at < length && text[at] == '#')
    for (at++; at < length && isspace ((unsigned char) text[at]);)
      at++;
  else if (length - at < 5 || strncasecmp (text + at + 1, "$omp", 4) || !strchr ("!cC*", text[at]))
    return 0;
  const char *paren = memchr (text, '(', length);
  *end = paren ? (size_t) (paren - text) : length;
  if (text[at] == 'p' && length - at > 6 && !strncmp (text + at, "pragma", 6))
    {
      for (at += 6; at < length && isspace ((unsigned char) text[at]);)
        at++;
      return length - at > 3 && !strncmp (text + at, "omp", 3) ? at + 3 : 0;
    }
  return text[at + 1] == '$' ? at + 5 : 0;
}

/* Returns the nearest directive of KIND at or above the line of FROM: its construct is assumed to contain FROM. A
 * directive with the word `parallel` counts only at the line of REGION. Line 0 if there is none. */
static rp_place
directive_above (rp_program_reader *reader, const rp_place *from, const task_words *kind,
                 const rp_place *region)
{
  const rp_source *source = rp_sources_find (&reader->sources, from->file);
  const char *text;
  size_t length, end;
  for (uint32_t line = from->line; source && line; line--)
    {
      size_t at
        = rp_source_line (source, line, &text, &length) ? directive_at (text, length, &end) : 0;
      bool is_kind = false;
      for (int i = 0; at && i < 4 && kind->directives[i]; i++)
        is_kind |= at < end && has_word (text + at, end - at, kind->directives[i]);
      if (!is_kind || has_word (text + at, end - at, "end")
          || (has_word (text + at, end - at, "parallel") && line != region->line))
        continue;
      return (rp_place) { .file = from->file, .line = line, .column = (uint32_t) at - 2 };
    }
  return (rp_place) { 0 };
}

enum
{
  MAX_LINES = 8 /* how many lines a directive, and the lines between it and its loop, may take */
};

rp_place
rp_program_openmp_loop_directive (rp_program_reader *reader, rp_place place)
{
  static const char *const names[] = { "for", "do", "loop", "distribute" };
  const rp_source *source = place.line ? rp_sources_find (&reader->sources, place.file) : NULL;
  const char *text;
  size_t length, end;
  for (uint32_t i = 0; source && i < MAX_LINES && i < place.line; i++)
    {
      size_t at = rp_source_line (source, place.line - i, &text, &length) ? directive_at (text, length, &end) : 0;
      for (size_t j = 0; at && at < end && j < sizeof names / sizeof *names; j++)
        if (has_word (text + at, end - at, names[j]) && !has_word (text + at, end - at, "end"))
          return (rp_place) { .file = place.file, .line = place.line - i };
    }
  return place;
}

bool
rp_program_openmp_has_name (rp_program_reader *reader, const rp_place *place, const char *name)
{
  const rp_source *source = place->line ? rp_sources_find (&reader->sources, place->file) : NULL;
  const char *text;
  size_t length, end;
  if (!source || !rp_source_line (source, place->line, &text, &length))
    return false;
  size_t at = directive_at (text, length, &end);
  return at && at < end && has_word (text + at, end - at, name);
}

/* Returns the line at which a task was, in the function that contains a construct. INSIDE is a stack from inside the
 * task, or NULL; SITE is the stack at which the construct began. The function has the same callers in both stacks, so
 * its frame is equally far from the outermost one. Line 0 if it is not found. */
static rp_place
line_inside (rp_program_reader *reader, const rp_fact_stack *site, const rp_fact_stack *inside)
{
  uint32_t own = site->count, all = inside ? inside->count : 0;
  const rp_symbol_frame *began, *now;
  if (!reader->symbolize || !own || all < own)
    return (rp_place) { 0 };
  rp_symbols_frames (reader->symbols, site->pcs[0] - 1, &began);
  const char *function = began[0].function;
  size_t count = rp_symbols_frames (reader->symbols, inside->pcs[all - own] - 1, &now);
  for (size_t i = count; i-- > 0;)
    if (!strcmp (now[i].function, function))
      return rp_program_place_in_line (reader, now[i].at);
  return (rp_place) { 0 };
}

static rp_place
find_directive (rp_program_reader *reader, const rp_fact_task *row, const task_words *kind)
{
  const rp_fact_stack *inside = stack_inside (reader, row->id);
  if (!is_part (kind))
    return directive_of_body (reader, inside);
  /* a construct that is combined with its region, as `parallel for`, has the region's directive */
  rp_place region = directive_of_body (reader, inside),
           line = line_inside (reader, &row->stack, inside);
  return line.line ? directive_above (reader, &line, kind, &region) : region;
}

/* ---- tasks ---- */

void
rp_program_openmp_name (rp_program_reader *reader, const rp_fact_task *row, rp_task_ref *task)
{
  const task_words *kind = reader->report->openmp ? words_for (row) : NULL;
  if (!kind)
    return;
  task->has_number = row->has_index;
  task->number = row->index;
  rp_place directive = find_directive (reader, row, kind);
  if (directive.line)
    task->created = directive;
}

/* Returns the creator of the task. A task without a creator counts as created by main, so that every chain of
 * creators ends there. */
static uint32_t
parent_of (const rp_fact_task *row)
{
  return row->parent == RP_NO_TASK ? 0 : row->parent;
}

uint32_t
rp_program_openmp_parent (rp_program_reader *reader, const rp_fact_task *row)
{
  const task_words *kind = reader->report->openmp ? words_for (row) : NULL;
  uint32_t parent = parent_of (row);
  const rp_fact_task *above
    = kind && is_part (kind) && parent ? rp_facts_task (&reader->facts, parent) : NULL;
  return above && above->kind == RP_TASK_THREAD ? parent_of (above) : parent;
}

static bool
same_place (const rp_place *a, const rp_place *b)
{
  return a->line == b->line && !strcmp (a->file ? a->file : "", b->file ? b->file : "");
}

void
rp_program_openmp_distinguish_tasks (rp_finding *finding)
{
  rp_task_ref *a = &finding->accesses[0].task, *b = &finding->accesses[1].task;
  if (!rp_task_is_of_openmp (a) || !rp_task_is_of_openmp (b) || a->id == b->id
      || !rp_task_is_namesake (a, b))
    return;
  a->apart = b->apart = same_place (&a->created, &b->created) ? RP_APART_BY_ID : RP_APART_BY_LINE;
}

/* ---- simd loops ---- */

void
rp_program_openmp_name_simd (rp_program_reader *reader, const rp_fact_race *row,
                             rp_finding *finding)
{
  static const task_words simd = { .directives = { "simd" } };
  for (int i = 0; i < 2; i++)
    {
      rp_access_ref *access = &finding->accesses[i];
      rp_place none = { .line = access->at.line };
      access->task.kind = RP_TASK_SIMD_ITERATION;
      access->task.has_number = true;
      access->task.number = row->simd[1 - i];
      access->task.created
        = access->at.line ? directive_above (reader, &access->at, &simd, &none) : none;
    }
}

/* ---- joins ---- */

rp_place
rp_program_openmp_region (rp_program_reader *reader, uint32_t id)
{
  const rp_fact_task *row;
  for (; id && (row = rp_facts_task (&reader->facts, id)); id = parent_of (row))
    {
      const task_words *kind = words_for (row);
      if (kind && (is_part (kind) || kind->kind == RP_TASK_THREAD))
        return directive_of_body (reader, stack_inside (reader, id));
    }
  return (rp_place) { 0 };
}

/* Returns whether both sides of the race are tasks of KIND in the same construct. */
static bool
share_construct (const rp_order *order, rp_task_kind kind)
{
  return order->path_count[0] && order->path_count[1] && order->paths[0]->kind == kind
         && order->paths[1]->kind == kind
         && same_place (&order->paths[0]->created, &order->paths[1]->created);
}

static void
join_region (rp_program_reader *reader, rp_order *order)
{
  uint32_t top = order->path_count[0]   ? order->paths[0]->id
                 : order->path_count[1] ? order->paths[1]->id
                                        : order->ancestor.id;
  rp_place region = rp_program_openmp_region (reader, top);
  order->meeting = RP_MEET_REGION_BARRIER;
  order->met = region.line ? region : order->met;
  if (!share_construct (order, RP_TASK_ITERATION) && !share_construct (order, RP_TASK_SECTION))
    return;
  order->meeting = RP_MEET_BARRIER;
  order->met = order->paths[0]->created;
}

/* Returns whether the directive at PLACE has the clause nogroup: on its line, or on one of the lines that continue it. */
static bool
has_nogroup (rp_program_reader *reader, const rp_place *place)
{
  const rp_source *source = place->line ? rp_sources_find (&reader->sources, place->file) : NULL;
  const char *text;
  size_t length;
  for (uint32_t i = 0;
       source && i < MAX_LINES && rp_source_line (source, place->line + i, &text, &length); i++)
    {
      if (has_word (text, length, "nogroup"))
        return true;
      while (length && isspace ((unsigned char) text[length - 1]))
        length--;
      if (!length || !strchr ("\\&", text[length - 1])) /* marks of C and of Fortran */
        return false;
    }
  return false;
}

/* Sets the join of ORDER, which is a taskloop or a taskgroup. It is a taskloop if both sides are tasks of this taskloop,
 * and the taskloop has no clause nogroup. The call that ends a taskgroup has no line, so its directive is sought above
 * the directive of a task: the first one on the path of a side or, if both paths are empty, the common ancestor. */
static void
join_group (rp_program_reader *reader, rp_order *order)
{
  static const task_words group = { .directives = { "taskgroup" } };
  const rp_task_ref *task = order->path_count[0]   ? order->paths[0]
                            : order->path_count[1] ? order->paths[1]
                                                   : &order->ancestor;
  bool is_loop = share_construct (order, RP_TASK_TASKLOOP) && !has_nogroup (reader, &task->created);
  rp_place none = { 0 };
  order->meeting = is_loop ? RP_MEET_TASKLOOP : RP_MEET_TASKGROUP;
  order->met = is_loop ? task->created : directive_above (reader, &task->created, &group, &none);
}

void
rp_program_openmp_join (rp_program_reader *reader, const rp_fact_join *join, rp_order *order)
{
  if (join->construct == RP_FACT_PARALLEL)
    join_region (reader, order);
  else if (join->construct == RP_FACT_TEAMS)
    order->meeting = RP_MEET_TEAMS;
  else
    join_group (reader, order);
}

/* ---- the whole ---- */

void
rp_program_openmp_begin (rp_program_reader *reader)
{
  if (!reader->facts.openmp)
    return;
  reader->report->openmp = &reader->facts.openmp->scope;
  note_stacks (reader);
}

void
rp_program_openmp_end (rp_program_reader *reader)
{
  rp_map_clear (&reader->inside);
  rp_sources_clear (&reader->sources);
}
