/* Makes a report from facts: the report as a whole, its tasks and its stacks. */
#include "outside/program_report/program_report.h"
#include "outside/program_report/openmp.h"

#include "advice/advice.h"
#include "base/panic.h"
#include "base/strbuf.h"
#include "outside/symbol/symbol.h"
#include "report/phrase.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum
{
  MAX_FRAMES = 1024 /* limit for a stack with its inlined calls; the program leaves fewer */
};

/* Returns whether FILE is a header of raceproof, such as <raceproof/task.h>, whose functions are inlined into the
 * program. */
static bool
is_our_header (const char *file)
{
  static const char *const names[]
    = { "raceproof/task.h",
        "raceproof/task.hpp",
        "raceproof/blocks.h",
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
  rp_frame items[MAX_FRAMES];
  uint32_t count;
  const char *part_of; /* name of the function from which the compiler cut the last frame out */
} frame_list;

/* With debug information clang puts the body of a construct into a function .omp_outlined._debug__, and makes a
 * function .omp_outlined. that only calls that function. Returns whether FRAME is of the calling function and the last
 * frame in LIST of the called one. FRAME then has the place of the directive, and adds no information. A task's body is
 * named .omp_outlined., too, but calls no function with _debug__. */
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
  if (list->count < MAX_FRAMES)
    list->items[list->count++] = frame;
}

/* Returns whether the name ends in .f, .F90, .for, .ftn or the like. */
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

rp_words
rp_program_words (const rp_program_reader *reader)
{
  return reader->report->openmp ? RP_WORDS_OPENMP : RP_WORDS_C;
}

rp_place
rp_program_place_in_line (rp_program_reader *reader, rp_place place)
{
  const char *text;
  size_t length, blanks = 0;
  if (!place.column || !is_fortran_file (place.file))
    return place;
  const rp_source *source = rp_sources_find (&reader->sources, place.file);
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
add_frames (rp_program_reader *reader, uint64_t pc, frame_list *list)
{
  const rp_symbol_frame *found;
  if (!reader->symbolize)
    {
      add_frame (list, (rp_frame) { rp_arena_format (reader->arena, "0x%" PRIx64, pc), { 0 } });
      return;
    }
  /* PC is a return address: the call itself is before it */
  size_t many = rp_symbols_frames (reader->symbols, pc - 1, &found);
  bool is_rest = list->part_of && !strcmp (list->part_of, found[0].function);
  for (size_t i = is_rest; i < many; i++)
    if (!found[i].is_ours && !is_our_header (found[i].at.file)
        && !is_wrapper (list, &found[i]))
      add_frame (list,
                 (rp_frame) { found[i].function, rp_program_place_in_line (reader, found[i].at) });
  list->part_of = found[many - 1].is_part ? found[many - 1].function : NULL;
}

/* Returns how many of the COUNT frames are left without the outermost ones that have no line: the C library's code
 * around main, and code of stripped libraries. COUNT if no frame has a line. */
static uint32_t
without_outer (const rp_frame *frames, uint32_t count)
{
  uint32_t known = count;
  while (known && !frames[known - 1].at.line)
    known--;
  return known ? known : count;
}

uint32_t
rp_program_frames (rp_program_reader *reader, const rp_fact_stack *stack, rp_frame **frames)
{
  frame_list found = { .count = 0 };
  for (uint32_t i = 0; i < stack->count; i++)
    if (stack->pcs[i])
      add_frames (reader, stack->pcs[i], &found);
    else
      add_frame (&found, (rp_frame) { "...", { 0 } });
  uint32_t count = without_outer (found.items, found.count);
  *frames = rp_arena_alloc (reader->arena, count * sizeof **frames);
  if (count)
    memcpy (*frames, found.items, count * sizeof **frames);
  return count;
}

/* Returns the index of the innermost frame with a line in the program's own files. If there is none, returns the
 * index of the innermost frame with any line. If no frame has a line, returns 0. */
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
rp_program_stack_place (rp_program_reader *reader, const uint64_t *pcs, size_t count)
{
  frame_list found = { .count = 0 };
  for (size_t i = 0; i < count; i++)
    add_frames (reader, pcs[i], &found);
  uint32_t known = without_outer (found.items, found.count);
  return known ? found.items[own_frame (found.items, known)] : (rp_frame) { 0 };
}

uint32_t
rp_program_own_frames (rp_program_reader *reader, const rp_fact_stack *stack, rp_frame **frames)
{
  uint32_t count = rp_program_frames (reader, stack, frames), first = own_frame (*frames, count);
  *frames += first;
  return count - first;
}

static rp_task_ref
describe_task (rp_program_reader *reader, uint32_t id)
{
  const rp_fact_task *row = rp_facts_task (&reader->facts, id);
  rp_task_ref task = { .id = id,
                       .kind = !id                      ? RP_TASK_MAIN
                               : reader->report->openmp ? RP_TASK_EXPLICIT
                                                        : RP_TASK_ASYNC,
                       .construct = id ? "task" : "main",
                       .binding = "" };
  if (!row || !id)
    return task;
  task.kind = row->kind;
  task.construct = rp_task_kind_name (row->kind);
  if (row->has_index)
    task.binding = rp_arena_format (reader->arena, "index %" PRId64, row->index);
  task.frame_count = rp_program_own_frames (reader, &row->stack, &task.frames);
  if (task.frame_count)
    task.created = task.frames[0].at;
  rp_program_openmp_name (reader, row, &task);
  return task;
}

/* Describes the task, and keeps the description: otherwise a long chain of creators would be described again
 * for each race. */
rp_task_ref
rp_program_task (rp_program_reader *reader, uint32_t id)
{
  uint64_t *known = rp_map_find (&reader->described, id);
  if (known)
    return *(rp_task_ref *) (uintptr_t) *known;
  rp_task_ref *task = RP_NEW (reader->arena, rp_task_ref);
  *task = describe_task (reader, id);
  *rp_map_insert (&reader->described, id, NULL) = (uint64_t) (uintptr_t) task;
  return *task;
}

/* ---- for the describer ---- */

static rp_task_ref
name_task (rp_describer *describer, uint32_t id)
{
  return rp_program_task ((rp_program_reader *) describer, id);
}

/* Returns the task that the report shows as creator of task ID; RP_NO_TASK if ID is main, or a task that the report
 * does not have. Any other task without a known creator counts as created by main, so that every chain of creators
 * ends there. */
static uint32_t
find_creator (rp_describer *describer, uint32_t id)
{
  rp_program_reader *reader = (rp_program_reader *) describer;
  const rp_fact_task *row = id ? rp_facts_task (&reader->facts, id) : NULL;
  return row ? rp_program_openmp_parent (reader, row) : RP_NO_TASK;
}

static rp_access_ref
find_place (rp_describer *describer, uint32_t site)
{
  rp_program_reader *reader = (rp_program_reader *) describer;
  rp_access_ref access = { 0 };
  access.frame_count
    = rp_program_frames (reader, rp_facts_stack (&reader->facts, site), &access.frames);
  access.at_frame = own_frame (access.frames, access.frame_count);
  if (access.frame_count)
    access.at = access.frames[access.at_frame].at;
  return access;
}

static void
add_modules (rp_program_reader *reader, const rp_program_style *style)
{
  rp_symbols_strip (reader->symbols, style->strip_prefix);
  for (uint32_t i = 0; i < reader->facts.module_count; i++)
    {
      const rp_fact_module *module = &reader->facts.modules[i];
      rp_symbols_add_module (reader->symbols, module->path, module->low, module->high,
                             module->bias);
    }
}

static rp_place
first_place (rp_program_reader *reader, const rp_fact_stack *stack)
{
  rp_frame *frames;
  return rp_program_own_frames (reader, stack, &frames) ? frames[0].at : (rp_place) { 0 };
}

/* Returns the name of the object that the sections or operations of ROW are on; NULL if no object is known. Sets
 * *IS_ADDED to whether the compiler added that object. */
static const char *
dependence_object (rp_program_reader *reader, const rp_fact_dependence *row, bool *is_added)
{
  rp_object_ref object = { 0 };
  rp_strbuf text = { 0 };
  *is_added = false;
  if (!row->address)
    return NULL;
  rp_program_describe_object (reader, &row->object, row->address, row->size, &object);
  *is_added = rp_program_is_counter (object.name);
  rp_phrase_object_name (&text, &object);
  const char *name = rp_arena_copy (reader->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return name;
}

static void
add_dependences (rp_program_reader *reader)
{
  for (uint32_t i = 0; i < reader->facts.dependence_count; i++)
    {
      const rp_fact_dependence *row = &reader->facts.dependences[i];
      rp_dependence dependence = { .kind = row->kind,
                                   .words = rp_program_words (reader),
                                   .at = first_place (reader, &row->stack),
                                   .other = first_place (reader, &row->other) };
      bool is_added;
      dependence.object = dependence_object (reader, row, &is_added);
      if (!is_added)
        rp_report_add_dependence (reader->report, &dependence);
    }
}

static void
add_remarks (rp_program_reader *reader)
{
  const rp_fact_texts *remarks = reader->facts.remarks;
  for (uint32_t i = 0; i < remarks[RP_REMARK_WARNING].count; i++)
    RP_VEC_PUSH (&reader->report->warnings, remarks[RP_REMARK_WARNING].items[i]);
  for (uint32_t i = 0; i < remarks[RP_REMARK_UNSEEN].count; i++)
    RP_VEC_PUSH (&reader->report->unseen, remarks[RP_REMARK_UNSEEN].items[i]);
  for (uint32_t i = 0; i < remarks[RP_REMARK_LIMIT].count; i++)
    RP_VEC_PUSH (&reader->report->limits, remarks[RP_REMARK_LIMIT].items[i]);
  rp_program_openmp_add_scope (reader);
}

/* Copies the counts. The graph engine counts no strands. */
static void
add_stats (rp_program_reader *reader)
{
  reader->report->stats = reader->facts.stats;
  if (strcmp (reader->facts.engine, "bags"))
    reader->report->stats.strands = 0;
}

static void
draw (rp_program_reader *reader, rp_program_result *result)
{
  FILE *out = open_memstream (&result->graph, &result->graph_length);
  RP_ASSERT (out);
  rp_program_draw_graph (reader, out);
  fclose (out);
}

static void
fill (rp_program_reader *reader, rp_program_result *result)
{
  rp_report *report = reader->report;
  const rp_facts *facts = &reader->facts;
  report->method = "run";
  report->engine = facts->engine;
  report->schedule = facts->schedule;
  if (!report->program)
    report->program = facts->program;
  report->input = "";
  report->on_the_fly = facts->on_the_fly;
  report->stopped_early = facts->stopped_early;
  result->status = facts->status;
  result->pid = facts->pid;
  rp_program_openmp_begin (reader);
  rp_program_add_races (reader);
  rp_program_add_stop (reader, result);
  add_dependences (reader);
  add_remarks (reader);
  add_stats (reader);
  rp_advice_add (report, &reader->sources);
  if (facts->graph)
    draw (reader, result);
}

void
rp_program_result_clear (rp_program_result *result)
{
  rp_symbols_free (result->symbols);
  free (result->graph);
  result->symbols = NULL;
  result->graph = NULL;
}

bool
rp_program_report_read (const char *path, const rp_program_style *style, rp_report *report, rp_program_result *result,
             char **why)
{
  rp_program_reader reader = { .describer = { .arena = &report->arena,
                                              .task = name_task,
                                              .creator = find_creator,
                                              .place = find_place,
                                              .wait_place = rp_program_wait_place },
                               .report = report,
                               .arena = &report->arena };
  if (!rp_facts_read (&reader.facts, reader.arena, path, why))
    {
      rp_facts_clear (&reader.facts);
      return false;
    }
  reader.symbolize = style->symbolize;
  reader.keeps_places = style->keeps_places;
  reader.suppressions = style->suppressions;
  reader.suppressed.keep_all = style->all;
  reader.suppressed.fold_lines = true;
  reader.symbols = rp_symbols_new ();
  report->keep_all = style->all;
  report->fold_lines = true;
  if (style->symbolize)
    add_modules (&reader, style);
  fill (&reader, result);
  rp_program_openmp_end (&reader);
  rp_map_clear (&reader.described);
  rp_facts_clear (&reader.facts);
  result->symbols = reader.symbols;
  return true;
}
