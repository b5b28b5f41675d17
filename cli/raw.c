/* Reads the raw report: the file as a whole, tasks, stacks. Everything in it is checked as it is
 * used, since a program that overwrote its memory may have written nonsense. */
#include "raw.h"
#include "raw_openmp.h"

#include "advice/advice.h"
#include "base/panic.h"
#include "base/strbuf.h"
#include "symbol/symbol.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SCHEMA "raceproof-raw/1"

enum
{
  MOST_FRAMES = 1024, /* with inlined calls; the program leaves fewer */
  MOST_ANCESTORS = 100000
};

uint64_t
rp_raw_number (const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  if (json_is_integer (value))
    return (uint64_t) json_integer_value (value);
  if (json_is_real (value))
    return json_real_value (value) > 0 ? (uint64_t) json_real_value (value) : 0;
  return json_is_string (value) ? strtoull (json_string_value (value), NULL, 0) : 0;
}

const char *
rp_raw_text (const json_t *object, const char *key)
{
  const char *text = json_string_value (json_object_get (object, key));
  return text ? text : "";
}

bool
rp_raw_flag (const json_t *object, const char *key)
{
  return json_is_true (json_object_get (object, key));
}

/* Headers of ours are inlined into the program: <raceproof/task.h> and its like. */
static bool
is_our_header (const char *file)
{
  static const char *const names[]
    = { "raceproof/task.h",
        "raceproof/task.hpp",
        "raceproof/blocks.h",
        "raceproof/nested.h",
        "hclib/hclib_cpp.h",
        "hclib/hclib-forasync.h",
        "hclib/hclib-isolated.h",
        "hclib/hclib-isolated-overloading.h",
        "hclib/hclib_atomic.hpp" };
  size_t length = file ? strlen (file) : 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t own = strlen (names[i]);
      if (length >= own && !strcmp (file + length - own, names[i])
          && (length == own || file[length - own - 1] == '/'))
        return true;
    }
  return false;
}

typedef struct frame_list
{
  rp_frame items[MOST_FRAMES];
  uint32_t count;
  const char *part_of; /* the last frame is a part cut out of this function */
} frame_list;

/* clang's call of a construct's body, by a function that it made for that: it is at the place of the directive, and
 * tells nothing. The body of a task has the same name, but calls no such body. */
static bool
is_wrapper (const frame_list *list, const rp_symbol_frame *frame)
{
  static const char name[] = ".omp_outlined.";
  return list->count && strstr (list->items[list->count - 1].function, "_debug__")
         && !strncmp (frame->function, name, sizeof name - 1) && !strstr (frame->function, "_debug__");
}

static void
add_frame (frame_list *list, rp_frame frame)
{
  if (list->count < MOST_FRAMES)
    list->items[list->count++] = frame;
}

/* By its name: .f, .F90, .for, .ftn and their like. */
static bool
is_fortran_file (const char *file)
{
  const char *dot = file ? strrchr (file, '.') : NULL;
  if (!dot || (dot[1] != 'f' && dot[1] != 'F'))
    return false;
  const char *rest = dot + 2;
  return !*rest || (isdigit ((unsigned char) rest[0]) && isdigit ((unsigned char) rest[1]) && !rest[2])
         || !strcasecmp (rest, "or") || !strcasecmp (rest, "tn") || !strcasecmp (rest, "pp");
}

rp_place
rp_raw_within (rp_raw *raw, rp_place place)
{
  const char *text;
  size_t length, blanks = 0;
  if (!place.column || !is_fortran_file (place.file))
    return place;
  const rp_source *source = rp_sources_find (&raw->sources, place.file);
  if (!source || !rp_source_line (source, place.line, &text, &length))
    return place;
  while (blanks < length && (text[blanks] == ' ' || text[blanks] == '\t'))
    blanks++;
  bool is_directive = length - blanks > 5 && strchr ("!cC*", text[blanks])
                      && !strncasecmp (text + blanks + 1, "$omp", 4);
  if (is_directive)
    place.column = (uint32_t) blanks + 1;
  else if (place.column > length)
    place.column = (uint32_t) length;
  return place;
}

static void
add_frames (rp_raw *raw, uint64_t pc, frame_list *list)
{
  const rp_symbol_frame *found;
  if (!raw->symbolize)
    {
      add_frame (list, (rp_frame) { rp_arena_format (raw->arena, "0x%" PRIx64, pc), { 0 } });
      return;
    }
  /* the call, not what comes after it */
  size_t many = rp_symbols_frames (raw->symbols, pc - 1, &found);
  bool is_rest = list->part_of && !strcmp (list->part_of, found[0].function);
  for (size_t i = is_rest; i < many; i++)
    if (!found[i].is_ours && !is_our_header (found[i].at.file)
        && !is_wrapper (list, &found[i]))
      add_frame (list, (rp_frame) { found[i].function, rp_raw_within (raw, found[i].at) });
  list->part_of = found[many - 1].is_part ? found[many - 1].function : NULL;
}

/* The C library's code around main, and that of stripped libraries, tells nothing. */
static uint32_t
without_outer (const rp_frame *frames, uint32_t count)
{
  uint32_t known = count;
  while (known && !frames[known - 1].at.line)
    known--;
  return known ? known : count;
}

uint32_t
rp_raw_frames (rp_raw *raw, const json_t *object, const char *key, rp_frame **frames)
{
  const json_t *stack = json_object_get (object, key);
  frame_list found = { .count = 0 };
  for (size_t i = 0; i < json_array_size (stack); i++)
    {
      const char *text = json_string_value (json_array_get (stack, i));
      uint64_t pc = text ? strtoull (text, NULL, 0) : 0;
      if (pc)
        add_frames (raw, pc, &found);
      else
        add_frame (&found, (rp_frame) { "...", { 0 } });
    }
  uint32_t count = without_outer (found.items, found.count);
  *frames = rp_arena_alloc (raw->arena, count * sizeof **frames);
  if (count)
    memcpy (*frames, found.items, count * sizeof **frames);
  return count;
}

/* The innermost frame with a line in the program's own files, else with any line; else 0. */
static uint32_t
own_frame (const rp_frame *frames, uint32_t count)
{
  for (int system = 0; system < 2; system++)
    for (uint32_t i = 0; i < count; i++)
      if (frames[i].at.line && (system || !rp_symbol_is_system (frames[i].at.file)))
        return i;
  return 0;
}

rp_frame
rp_raw_stack_place (rp_raw *raw, const uint64_t *pcs, size_t count)
{
  frame_list found = { .count = 0 };
  for (size_t i = 0; i < count; i++)
    add_frames (raw, pcs[i], &found);
  uint32_t known = without_outer (found.items, found.count);
  return known ? found.items[own_frame (found.items, known)] : (rp_frame) { 0 };
}

uint32_t
rp_raw_own_frames (rp_raw *raw, const json_t *object, const char *key, rp_frame **frames)
{
  uint32_t count = rp_raw_frames (raw, object, key, frames), first = own_frame (*frames, count);
  *frames += first;
  return count - first;
}

const json_t *
rp_raw_task_row (rp_raw *raw, uint32_t id)
{
  uint64_t *position = rp_map_find (&raw->tasks, id);
  return position ? json_array_get (json_object_get (raw->root, "tasks"), *position - 1) : NULL;
}

static rp_task_ref
describe_task (rp_raw *raw, uint32_t id)
{
  const json_t *row = rp_raw_task_row (raw, id);
  rp_task_ref task = { .id = id, .kind = id ? "task" : "main", .binding = "" };
  if (!row || !id)
    return task;
  if (*rp_raw_text (row, "kind"))
    task.kind = rp_arena_format (raw->arena, "%s", rp_raw_text (row, "kind"));
  if (json_is_integer (json_object_get (row, "index")))
    task.binding = rp_arena_format (
      raw->arena, "index %lld", (long long) json_integer_value (json_object_get (row, "index")));
  task.frame_count = rp_raw_own_frames (raw, row, "stack", &task.frames);
  if (task.frame_count)
    task.created = task.frames[0].at;
  rp_raw_openmp_name (raw, row, &task);
  return task;
}

/* A deep chain of creators would otherwise be described again for each race. */
rp_task_ref
rp_raw_task (rp_raw *raw, uint32_t id)
{
  uint64_t *known = rp_map_find (&raw->described, id);
  if (known)
    return *(rp_task_ref *) (uintptr_t) *known;
  rp_task_ref *task = RP_NEW (raw->arena, rp_task_ref);
  *task = describe_task (raw, id);
  *rp_map_insert (&raw->described, id, NULL) = (uint64_t) (uintptr_t) task;
  return *task;
}

static void
add_ancestors (rp_raw *raw, uint32_t id, rp_access_ref *access)
{
  RP_VEC (rp_task_ref) chain = { 0 };
  const json_t *row;
  while (id && chain.count < MOST_ANCESTORS && (row = rp_raw_task_row (raw, id)))
    {
      id = rp_raw_openmp_parent (raw, row);
      RP_VEC_PUSH (&chain, rp_raw_task (raw, id));
    }
  access->ancestor_count = (uint32_t) chain.count;
  access->ancestors = rp_arena_alloc (raw->arena, chain.count * sizeof *chain.items);
  if (chain.count)
    memcpy (access->ancestors, chain.items, chain.count * sizeof *chain.items);
  RP_VEC_CLEAR (&chain);
}

rp_access_ref
rp_raw_place (rp_raw *raw, uint32_t task, const json_t *object)
{
  rp_access_ref access = { .task = rp_raw_task (raw, task) };
  access.frame_count = rp_raw_frames (raw, object, "stack", &access.frames);
  access.at_frame = own_frame (access.frames, access.frame_count);
  if (access.frame_count)
    access.at = access.frames[access.at_frame].at;
  add_ancestors (raw, task, &access);
  return access;
}

static void
index_tasks (rp_raw *raw)
{
  const json_t *tasks = json_object_get (raw->root, "tasks");
  for (size_t i = 0; i < json_array_size (tasks); i++)
    *rp_map_insert (&raw->tasks, (uint32_t) rp_raw_number (json_array_get (tasks, i), "id"), NULL)
      = i + 1;
}

static void
add_modules (rp_raw *raw, const rp_raw_style *style)
{
  const json_t *modules = json_object_get (raw->root, "modules");
  rp_symbols_strip (raw->symbols, style->strip_prefix);
  for (size_t i = 0; i < json_array_size (modules); i++)
    {
      const json_t *module = json_array_get (modules, i);
      rp_symbols_add_module (raw->symbols, rp_raw_text (module, "path"),
                             rp_raw_number (module, "low"), rp_raw_number (module, "high"),
                             rp_raw_number (module, "bias"));
    }
}

static rp_place
first_place (rp_raw *raw, const json_t *object, const char *key)
{
  rp_frame *frames;
  return rp_raw_own_frames (raw, object, key, &frames) ? frames[0].at : (rp_place) { 0 };
}

/* "the order of isolated sections on one location": the location gets its name if there is an
 * address. NULL: it is nothing of the program's. */
static const char *
describe_dependence (rp_raw *raw, const json_t *row)
{
  const char *what = rp_raw_openmp_reword (raw, rp_raw_text (row, "what"));
  const char *end = strstr (what, "one location");
  rp_finding object = { 0 };
  const char *name = NULL;
  if (!end || !rp_raw_number (row, "address"))
    return rp_arena_format (raw->arena, "%s", what);
  rp_raw_describe_object (raw, json_object_get (row, "object"), rp_raw_number (row, "address"),
                          rp_raw_number (row, "size"), &object, &name);
  if (rp_raw_is_counter (object.object.name))
    return NULL;
  return rp_arena_format (raw->arena, "%.*s%s", (int) (end - what), what, name);
}

static bool
is_same_dependence (const rp_dependence *a, const rp_dependence *b)
{
  return !strcmp (a->what, b->what) && a->at.line == b->at.line && a->other.line == b->other.line
         && !strcmp (a->at.file ? a->at.file : "", b->at.file ? b->at.file : "");
}

/* A loop may have a thousand: each pair of lines once. */
static void
add_dependence (rp_report *report, const rp_dependence *dependence)
{
  for (size_t i = 0; i < report->dependences.count; i++)
    if (is_same_dependence (&report->dependences.items[i], dependence))
      return;
  RP_VEC_PUSH (&report->dependences, *dependence);
}

static void
add_dependences (rp_raw *raw)
{
  const json_t *rows = json_object_get (raw->root, "dependences");
  for (size_t i = 0; i < json_array_size (rows); i++)
    {
      const json_t *row = json_array_get (rows, i);
      rp_dependence dependence = { .what = describe_dependence (raw, row),
                                   .at = first_place (raw, row, "stack"),
                                   .other = first_place (raw, row, "other"),
                                   .is_deadlock = json_is_true (json_object_get (row, "deadlock")) };
      if (dependence.what)
        add_dependence (raw->report, &dependence);
    }
}

/* Text number I of the array KEY, or NULL. */
static const char *
remark_at (rp_raw *raw, const char *key, size_t i)
{
  const json_t *rows = json_object_get (raw->root, key);
  const char *text = json_string_value (json_array_get (rows, i));
  return text ? rp_arena_format (raw->arena, "%s", text) : NULL;
}

static void
add_remarks (rp_raw *raw)
{
  const char *text;
  for (size_t i = 0; (text = remark_at (raw, "warnings", i)); i++)
    RP_VEC_PUSH (&raw->report->warnings, text);
  for (size_t i = 0; (text = remark_at (raw, "unseen", i)); i++)
    RP_VEC_PUSH (&raw->report->unseen, text);
  for (size_t i = 0; (text = remark_at (raw, "limits", i)); i++)
    RP_VEC_PUSH (&raw->report->limits, text);
  rp_raw_openmp_add_scope (raw);
}

static void
add_stats (rp_raw *raw)
{
  const json_t *row = json_object_get (raw->root, "stats");
  rp_stats *stats = &raw->report->stats;
  stats->tasks = rp_raw_number (row, "tasks");
  if (!strcmp (raw->report->engine, "bags"))
    stats->strands = rp_raw_number (row, "strands");
  stats->nodes = rp_raw_number (row, "nodes");
  stats->edges = rp_raw_number (row, "edges");
  stats->accesses = rp_raw_number (row, "accesses");
  stats->folded = rp_raw_number (row, "folded");
  stats->shadow_kb = rp_raw_number (row, "shadow_kb");
  stats->task_kb = rp_raw_number (row, "task_kb");
  stats->peak_rss_kb = rp_raw_number (row, "peak_rss_kb");
  stats->seconds = json_number_value (json_object_get (row, "seconds"));
  stats->schedules = 1;
}

static json_t *
load (const char *path, char **why)
{
  json_error_t error;
  rp_strbuf text = { 0 };
  json_t *root = json_load_file (path, 0, &error);
  if (!root && error.line < 0)
    rp_strbuf_format (&text, "cannot read it: %s", strerror (errno));
  else if (!root)
    rp_strbuf_format (&text, "line %d: %s", error.line, error.text);
  else if (strcmp (rp_raw_text (root, "schema"), SCHEMA))
    rp_strbuf_format (&text, "its schema is not " SCHEMA);
  if (!text.length)
    return root;
  *why = text.text;
  json_decref (root);
  return NULL;
}

static void
draw (rp_raw *raw, rp_raw_result *result)
{
  FILE *out = open_memstream (&result->graph, &result->graph_length);
  RP_ASSERT (out);
  rp_raw_draw (raw, out);
  fclose (out);
}

static void
fill (rp_raw *raw, rp_raw_result *result)
{
  rp_report *report = raw->report;
  report->method = "run";
  report->engine = rp_arena_format (raw->arena, "%s", rp_raw_text (raw->root, "engine"));
  report->schedule = rp_arena_format (raw->arena, "%s", rp_raw_text (raw->root, "schedule"));
  if (!report->program)
    report->program = rp_arena_format (raw->arena, "%s", rp_raw_text (raw->root, "program"));
  report->input = "";
  report->on_the_fly = rp_raw_flag (raw->root, "on_the_fly");
  report->stopped_early = rp_raw_flag (raw->root, "stopped_early");
  result->status = (int) (rp_raw_number (raw->root, "status") & 255);
  result->pid = (long) rp_raw_number (raw->root, "pid");
  rp_raw_openmp_begin (raw);
  rp_raw_add_races (raw);
  rp_raw_add_stop (raw, result);
  add_dependences (raw);
  add_remarks (raw);
  add_stats (raw);
  rp_advice_add (report, &raw->sources);
  if (json_is_object (json_object_get (raw->root, "graph")))
    draw (raw, result);
}

void
rp_raw_result_clear (rp_raw_result *result)
{
  rp_symbols_free (result->symbols);
  free (result->graph);
  result->symbols = NULL;
  result->graph = NULL;
}

bool
rp_raw_read (const char *path, const rp_raw_style *style, rp_report *report, rp_raw_result *result,
             char **why)
{
  rp_raw raw = { .root = load (path, why), .report = report, .arena = &report->arena };
  if (!raw.root)
    return false;
  raw.symbolize = style->symbolize;
  raw.keeps_places = style->keeps_places;
  raw.suppressions = style->suppressions;
  raw.suppressed.keep_all = style->all;
  raw.suppressed.fold_lines = true;
  raw.symbols = rp_symbols_new ();
  report->keep_all = style->all;
  report->fold_lines = true;
  if (style->symbolize)
    add_modules (&raw, style);
  index_tasks (&raw);
  fill (&raw, result);
  rp_raw_openmp_end (&raw);
  rp_map_clear (&raw.tasks);
  rp_map_clear (&raw.described);
  result->symbols = raw.symbols;
  json_decref (raw.root);
  return true;
}
