#include "raw_openmp.h"

#include "base/strbuf.h"
#include "report/phrase.h"
#include "symbol/symbol.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How tasks of a kind are named. The library names the kinds: event/task_table.c. */
typedef struct task_words
{
  const char *kind, *noun, *nameless, *origin;
  const char *directives[4]; /* words of the directive, where the task is a part of its construct */
} task_words;

static const task_words words[] = {
  { "thread", "thread", "a thread", " of the parallel region", { 0 } },
  { "iteration",
    "iteration",
    "an iteration",
    " of the loop",
    { "for", "do", "loop", "distribute" } },
  { "part", "part", "a part", " of the loop", { "for", "do", "loop", "distribute" } },
  { "section", "section", "a section", " of the sections", { "sections" } },
  { "single", NULL, "the single", "", { "single" } },
  { "task", NULL, NULL, " created", { 0 } },
  { "taskloop", "taskloop task", "a taskloop task", "", { 0 } },
  { "team", "team", "a team", " of the league", { 0 } },
};

static const task_words *
words_for (const json_t *row)
{
  const char *kind = rp_raw_text (row, "kind");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (words[i].kind, kind))
      return &words[i];
  return NULL;
}

/* It is executed by a thread in the name of a construct, and was not created as a task. */
static bool
is_part (const task_words *kind)
{
  return kind->directives[0];
}

/* ---- stacks: arrays of return addresses ---- */

static uint64_t
stack_pc (const json_t *stack, size_t at)
{
  const char *text = json_string_value (json_array_get (stack, at));
  return text ? strtoull (text, NULL, 0) : 0;
}

static uint64_t
outermost_pc (const json_t *stack)
{
  size_t count = json_array_size (stack);
  return count ? stack_pc (stack, count - 1) : 0;
}

static bool
is_outlined (const char *function)
{
  return strstr (function, "._omp_fn") || strstr (function, ".omp_")
         || strstr (function, "omp_outlined");
}

/* A function that the compiler cut out of another one begins with the directive that it is the body
 * of. */
static rp_place
directive_of_body (rp_raw *raw, const json_t *stack)
{
  const rp_symbol_frame *frames;
  uint64_t pc = outermost_pc (stack);
  if (!raw->symbolize || !pc)
    return (rp_place) { 0 };
  size_t count = rp_symbols_frames (raw->symbols, pc - 1, &frames);
  if (!is_outlined (frames[count - 1].function))
    return (rp_place) { 0 };
  return rp_raw_within (raw, rp_symbols_entry (raw->symbols, pc - 1));
}

static void
note_inside (rp_raw *raw, const json_t *row, const char *key)
{
  const json_t *stack = json_object_get (row, "stack");
  if (json_array_size (stack) && json_is_integer (json_object_get (row, key)))
    {
      bool is_new;
      uint64_t *known = rp_map_insert (&raw->inside, rp_raw_number (row, key), &is_new);
      if (is_new)
        *known = (uint64_t) (uintptr_t) stack;
    }
}

static const json_t *
stack_inside (rp_raw *raw, uint32_t task)
{
  const uint64_t *known = rp_map_find (&raw->inside, task);
  return known ? (const json_t *) (uintptr_t) *known : NULL;
}

static void
note_all (rp_raw *raw, const json_t *rows, const char *key)
{
  for (size_t i = 0; i < json_array_size (rows); i++)
    note_inside (raw, json_array_get (rows, i), key);
}

/* Stacks that are known to be of a task: those of its accesses, of its waiting, and of what it
 * created. */
static void
note_stacks (rp_raw *raw)
{
  const json_t *races = json_object_get (raw->root, "races");
  const json_t *tasks = json_object_get (raw->root, "tasks");
  const json_t *stop = json_object_get (raw->root, "stop");
  for (size_t i = 0; i < json_array_size (races); i++)
    {
      note_inside (raw, json_object_get (json_array_get (races, i), "later"), "task");
      note_inside (raw, json_object_get (json_array_get (races, i), "earlier"), "task");
    }
  note_all (raw, json_object_get (stop, "waiting"), "task");
  note_inside (raw, stop, "task");
  note_all (raw, json_object_get (raw->root, "incidents"), "task");
  for (size_t i = 0; i < json_array_size (tasks); i++)
    {
      const json_t *row = json_array_get (tasks, i);
      const task_words *kind = words_for (row);
      if (kind && !is_part (kind))
        note_inside (raw, row, "parent");
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

/* Where the names of the directive begin that the line is, after `omp`; 0: it is none. Clauses, in
 * parentheses, come after them: *END is where. */
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

/* The directive of KIND whose construct has LINE inside: the nearest above. That of a region of its
 * own is another one, unless it is REGION. */
static rp_place
directive_above (rp_raw *raw, const rp_place *from, const task_words *kind, const rp_place *region)
{
  const rp_source *source = rp_sources_find (&raw->sources, from->file);
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
  MOST_LINES = 8 /* of a directive and what is between it and its loop */
};

rp_place
rp_raw_openmp_loop_directive (rp_raw *raw, rp_place place)
{
  static const char *const names[] = { "for", "do", "loop", "distribute" };
  const rp_source *source = place.line ? rp_sources_find (&raw->sources, place.file) : NULL;
  const char *text;
  size_t length, end;
  for (uint32_t i = 0; source && i < MOST_LINES && i < place.line; i++)
    {
      size_t at = rp_source_line (source, place.line - i, &text, &length) ? directive_at (text, length, &end) : 0;
      for (size_t j = 0; at && at < end && j < sizeof names / sizeof *names; j++)
        if (has_word (text + at, end - at, names[j]) && !has_word (text + at, end - at, "end"))
          return (rp_place) { .file = place.file, .line = place.line - i };
    }
  return place;
}

bool
rp_raw_openmp_has_name (rp_raw *raw, const rp_place *place, const char *name)
{
  const rp_source *source = place->line ? rp_sources_find (&raw->sources, place->file) : NULL;
  const char *text;
  size_t length, end;
  if (!source || !rp_source_line (source, place->line, &text, &length))
    return false;
  size_t at = directive_at (text, length, &end);
  return at && at < end && has_word (text + at, end - at, name);
}

/* The line, in the function with the construct, that the task stood at: the calls outside of that
 * function are the same as when the construct began, at SITE. */
static rp_place
line_inside (rp_raw *raw, const json_t *site, const json_t *inside)
{
  size_t own = json_array_size (site), all = json_array_size (inside);
  const rp_symbol_frame *began, *now;
  if (!raw->symbolize || !own || all < own)
    return (rp_place) { 0 };
  rp_symbols_frames (raw->symbols, stack_pc (site, 0) - 1, &began);
  const char *function = began[0].function;
  size_t count = rp_symbols_frames (raw->symbols, stack_pc (inside, all - own) - 1, &now);
  for (size_t i = count; i-- > 0;)
    if (!strcmp (now[i].function, function))
      return rp_raw_within (raw, now[i].at);
  return (rp_place) { 0 };
}

static rp_place
find_directive (rp_raw *raw, const json_t *row, const task_words *kind)
{
  uint32_t id = (uint32_t) rp_raw_number (row, "id");
  const json_t *site = json_object_get (row, "stack"), *inside = stack_inside (raw, id);
  if (!is_part (kind))
    return directive_of_body (raw, inside);
  /* a construct combined with its region begins outside of it */
  rp_place region = directive_of_body (raw, inside), line = line_inside (raw, site, inside);
  return line.line ? directive_above (raw, &line, kind, &region) : region;
}

/* ---- tasks ---- */

void
rp_raw_openmp_name (rp_raw *raw, const json_t *row, rp_task_ref *task)
{
  const task_words *kind = raw->report->openmp ? words_for (row) : NULL;
  const json_t *index = json_object_get (row, "index");
  if (!kind)
    return;
  task->name = kind->nameless;
  if (kind->noun && json_is_integer (index))
    task->name
      = rp_arena_format (raw->arena, "%s %lld", kind->noun, (long long) json_integer_value (index));
  else if (!task->name)
    task->name = rp_arena_format (raw->arena, "task %u", task->id);
  task->origin = kind->origin;
  rp_place directive = find_directive (raw, row, kind);
  if (directive.line)
    task->created = directive;
}

uint32_t
rp_raw_openmp_parent (rp_raw *raw, const json_t *row)
{
  const task_words *kind = raw->report->openmp ? words_for (row) : NULL;
  uint32_t parent = (uint32_t) rp_raw_number (row, "parent");
  const json_t *above = kind && is_part (kind) && parent ? rp_raw_task_row (raw, parent) : NULL;
  bool is_thread = above && !strcmp (rp_raw_text (above, "kind"), "thread");
  return is_thread ? (uint32_t) rp_raw_number (above, "parent") : parent;
}

static bool
same_place (const rp_place *a, const rp_place *b)
{
  return a->line == b->line && !strcmp (a->file ? a->file : "", b->file ? b->file : "");
}

void
rp_raw_openmp_tell_apart (rp_raw *raw, rp_finding *finding)
{
  rp_task_ref *a = &finding->accesses[0].task, *b = &finding->accesses[1].task;
  if (!a->name || !b->name || a->id == b->id || strcmp (a->name, b->name))
    return;
  bool by_line = !same_place (&a->created, &b->created);
  for (int i = 0; i < 2; i++)
    {
      rp_task_ref *task = &finding->accesses[i].task;
      task->name = by_line
                     ? rp_arena_format (raw->arena, "%s (line %u)", task->name, task->created.line)
                     : rp_arena_format (raw->arena, "%s (task %u)", task->name, task->id);
    }
}

/* "thread" of "thread 2", and *REST is "2"; 0 if it has no number of its own. */
static size_t
noun_of (const char *name, const char **rest)
{
  const char *space = strrchr (name, ' ');
  const char *digits = space ? space + 1 + (space[1] == '-') : "";
  if (!*digits || digits[strspn (digits, "0123456789")])
    return 0;
  *rest = space + 1;
  return (size_t) (space - name);
}

static const char *
keep (rp_raw *raw, rp_strbuf *text)
{
  const char *kept = rp_arena_copy (raw->arena, rp_strbuf_text (text), text->length);
  rp_strbuf_clear (text);
  return kept;
}

const char *
rp_raw_openmp_pair (rp_raw *raw, const rp_access_ref *a, const rp_access_ref *b)
{
  const rp_task_ref *x = &a->task, *y = &b->task;
  const char *first, *second;
  rp_strbuf text = { 0 };
  size_t noun = x->name && y->name ? noun_of (x->name, &first) : 0;
  if (noun && noun == noun_of (y->name, &second) && !strncmp (x->name, y->name, noun)
      && same_place (&x->created, &y->created))
    {
      rp_strbuf_format (&text, "%.*ss %s and %s%s", (int) noun, x->name, first, second, x->origin);
      rp_phrase_origin (&text, x, b->at.file);
      return keep (raw, &text);
    }
  rp_phrase_words (&text, x, b->at.file);
  rp_strbuf_add (&text, " and ");
  rp_phrase_words (&text, y, b->at.file);
  return keep (raw, &text);
}

/* ---- simd loops ---- */

void
rp_raw_openmp_name_simd (rp_raw *raw, const json_t *row, rp_finding *finding)
{
  static const task_words simd = { .directives = { "simd" } };
  const json_t *numbers = json_object_get (row, "simd");
  for (int i = 0; i < 2; i++)
    {
      rp_access_ref *access = &finding->accesses[i];
      rp_place none = { .line = access->at.line };
      access->task.name = rp_arena_format (
        raw->arena, "iteration %lld",
        (long long) json_integer_value (json_array_get (numbers, 1 - (size_t) i)));
      access->task.origin = " of the simd loop";
      access->task.created
        = access->at.line ? directive_above (raw, &access->at, &simd, &none) : none;
    }
  finding->note = "iterations of a simd loop may be executed at the same time, as far as its "
                  "safelen allows: none "
                  "may need what another one has done, or overwrite it";
}

/* ---- schedules ---- */

/* The lines of the directives that a schedule clause is missing on: of the sides that are
 * iterations. */
static size_t
default_lines (const rp_finding *finding, uint32_t lines[2])
{
  size_t count = 0;
  for (int i = 1; i >= 0; i--)
    {
      const rp_task_ref *task = &finding->accesses[i].task;
      bool is_iteration = task->kind && !strcmp (task->kind, "iteration") && task->created.line;
      if (is_iteration && (!count || lines[0] != task->created.line))
        lines[count++] = task->created.line;
    }
  return count;
}

static const char *
schedule_note (rp_raw *raw, const rp_finding *finding)
{
  uint32_t lines[2];
  size_t count = default_lines (finding, lines);
  rp_strbuf text = { 0 };
  rp_strbuf_add (
    &text, "with the static schedule that gcc and clang take for a loop without a schedule clause, "
           "one thread executes both, in every conflict found here, and there is no race. OpenMP "
           "guarantees that only if the program says so");
  if (count)
    rp_strbuf_format (&text, ": write schedule(static) on line %u", lines[0]);
  if (count == 2)
    rp_strbuf_format (&text, " and on line %u, which holds for loops with the same number of iterations", lines[1]);
  return keep (raw, &text);
}

static bool
has_part (const rp_finding *finding)
{
  for (int i = 0; i < 2; i++)
    if (finding->accesses[i].task.kind && !strcmp (finding->accesses[i].task.kind, "part"))
      return true;
  return false;
}

void
rp_raw_openmp_note_schedules (rp_raw *raw)
{
  for (size_t i = 0; i < raw->report->findings.count; i++)
    {
      rp_finding *finding = &raw->report->findings.items[i];
      if (finding->by_default_schedule && finding->certainty == RP_CERTAIN && !finding->note)
        finding->note = schedule_note (raw, finding);
      else if (has_part (finding) && !finding->note)
        finding->note = "part N is what thread N has of the loop. Which iterations schedule(static) gives to a thread "
                        "is the same only for loops with the same number of iterations, and no chunk size";
    }
}

/* ---- joins ---- */

/* The directive of the innermost parallel region that the task ID is a part of, or was created in.
 */
static rp_place
region_of (rp_raw *raw, uint32_t id)
{
  const json_t *row;
  for (unsigned steps = 0; id && steps < 100000 && (row = rp_raw_task_row (raw, id)); steps++)
    {
      const task_words *kind = words_for (row);
      if (kind && (is_part (kind) || !strcmp (kind->kind, "thread")))
        return directive_of_body (raw, stack_inside (raw, id));
      id = (uint32_t) rp_raw_number (row, "parent");
    }
  return (rp_place) { 0 };
}

static bool
has_explicit (const rp_order *order)
{
  for (int side = 0; side < 2; side++)
    for (uint32_t i = 0; i < order->path_count[side]; i++)
      if (!strcmp (order->paths[side][i].kind, "task")
          || !strcmp (order->paths[side][i].kind, "taskloop"))
        return true;
  return false;
}

/* Both sides are in parts of one construct: KIND. */
static bool
share_construct (const rp_order *order, const char *kind)
{
  return order->path_count[0] && order->path_count[1] && !strcmp (order->paths[0]->kind, kind)
         && !strcmp (order->paths[1]->kind, kind)
         && same_place (&order->paths[0]->created, &order->paths[1]->created);
}

static void
join_region (rp_raw *raw, rp_order *order)
{
  uint32_t top = order->path_count[0]   ? order->paths[0]->id
                 : order->path_count[1] ? order->paths[1]->id
                                        : order->ancestor.id;
  rp_place region = region_of (raw, top);
  bool is_loop = share_construct (order, "iteration");
  order->join = "next barrier of the region";
  order->joined = region.line ? region : order->joined;
  order->joint = has_explicit (order)
                   ? "both are in this parallel region, with no taskwait or barrier between them"
                   : "both are in this parallel region, with no barrier between them";
  if (!is_loop && !share_construct (order, "section"))
    return;
  order->join = "next barrier";
  order->joined = order->paths[0]->created;
  order->joint = is_loop ? "iterations of this loop may run at the same time"
                         : "these sections may run at the same time";
}

/* A taskgroup, or the one that a taskloop has around it. Its directive is looked for above that of
 * the task, since the call itself has no line of its own. */
static void
join_group (rp_raw *raw, rp_order *order)
{
  static const task_words group = { .directives = { "taskgroup" } };
  const rp_task_ref *task = order->path_count[0]   ? order->paths[0]
                            : order->path_count[1] ? order->paths[1]
                                                   : &order->ancestor;
  bool is_loop = !strcmp (task->kind, "taskloop");
  rp_place none = { 0 };
  order->join = is_loop ? "end of the taskloop" : "end of the taskgroup";
  order->joint = is_loop ? "tasks of this taskloop may run at the same time"
                         : "both have ended at the end of this taskgroup, but not before";
  order->joined = is_loop ? task->created : directive_above (raw, &task->created, &group, &none);
}

rp_place
rp_raw_openmp_awaited_region (rp_raw *raw, const char *text)
{
  static const char finish[] = "waits at the end of a finish for task ";
  const char *at = raw->report->openmp ? strstr (text, finish) : NULL;
  return at ? region_of (raw, (uint32_t) strtoul (at + strlen (finish), NULL, 10))
            : (rp_place) { 0 };
}

void
rp_raw_openmp_join (rp_raw *raw, const json_t *join, rp_order *order)
{
  const char *construct = rp_raw_text (join, "construct");
  if (!strcmp (construct, "parallel"))
    join_region (raw, order);
  else if (!strcmp (construct, "teams"))
    {
      order->join = "end of the teams";
      order->joint = "both are in this league, and teams cannot wait for each other";
    }
  else
    join_group (raw, order);
}

/* ---- the whole ---- */

void
rp_raw_openmp_begin (rp_raw *raw)
{
  const json_t *row = json_object_get (raw->root, "openmp");
  if (!json_is_object (row))
    return;
  const json_t *threads = json_object_get (row, "threads"),
               *by = json_object_get (row, "threads_by");
  rp_openmp_scope *scope = RP_NEW (raw->arena, rp_openmp_scope);
  rp_strbuf text = { 0 };
  for (size_t i = 0; i < json_array_size (by); i++)
    {
      const char *name = json_string_value (json_array_get (by, i));
      rp_strbuf_format (&text, "%s%s", i ? ", " : "", name ? name : "");
    }
  *scope = (rp_openmp_scope) {
    .least = (uint32_t) json_integer_value (json_array_get (threads, 0)),
    .most = (uint32_t) json_integer_value (json_array_get (threads, 1)),
    .threads_by = keep (raw, &text),
    .loops = rp_arena_format (raw->arena, "%s", rp_raw_text (row, "loops")),
    .together = rp_raw_flag (row, "together"),
    .grouped = rp_raw_flag (row, "grouped"),
  };
  raw->report->openmp = scope;
  note_stacks (raw);
}

void
rp_raw_openmp_end (rp_raw *raw)
{
  rp_map_clear (&raw->inside);
  rp_sources_clear (&raw->sources);
}
