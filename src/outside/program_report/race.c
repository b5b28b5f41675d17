/* Makes findings of races: two accesses with their stacks, the object, and why nothing orders them. */
#include "base/strbuf.h"
#include "outside/program_report/openmp.h"
#include "outside/program_report/program_report.h"
#include "outside/symbol/symbol.h"
#include "report/phrase.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MAX_VARIABLES = 16 /* limit for the variables in one range of bytes */
};

static const char *
base_name (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

/* Returns the innermost place of FRAMES in short: "f.c:9"; if it has no line, the function's name, or the address
 * if that is unknown; "?" if COUNT is 0. */
static const char *
short_place (rp_program_reader *reader, const rp_frame *frames, uint32_t count)
{
  if (!count)
    return "?";
  if (!frames[0].at.line)
    return frames[0].function;
  return rp_arena_format (reader->arena, "%s:%u", base_name (frames[0].at.file), frames[0].at.line);
}

/* Returns the task that owns OBJECT; NULL if no owner is known. */
static const rp_task_ref *
owner_of (rp_program_reader *reader, const rp_fact_object *object)
{
  if (object->owner == RP_NO_TASK)
    return NULL;
  rp_task_ref *owner = RP_NEW (reader->arena, rp_task_ref);
  *owner = rp_program_task (reader, object->owner);
  return owner;
}

static void
describe_heap (rp_program_reader *reader, const rp_fact_object *object, uint64_t address,
               uint64_t bytes, rp_object_ref *found)
{
  static const rp_task_ref main_task;
  *found
    = (rp_object_ref) { .storage = RP_STORAGE_HEAP,
                        .size = object->size < UINT32_MAX ? (uint32_t) object->size : UINT32_MAX,
                        .block_size = object->size,
                        .offset = address - object->base,
                        .bytes = bytes,
                        .owner = owner_of (reader, object) };
  if (!found->owner)
    found->owner = &main_task;
  found->allocated_count = rp_program_own_frames (reader, &object->allocated, &found->allocated);
  found->name = rp_arena_format (reader->arena, "heap(%s)",
                                 short_place (reader, found->allocated, found->allocated_count));
}

/* Fills *FOUND for the variable SYMBOL. Returns how many of the SIZE bytes belong to the variable. */
static uint64_t
describe_variable (const rp_symbol_object *symbol, rp_storage storage, uint64_t size, rp_object_ref *found)
{
  uint64_t rest = symbol->size > symbol->offset ? symbol->size - symbol->offset : size;
  bool is_whole = !strcmp (symbol->name, symbol->variable) && symbol->size < UINT32_MAX;
  *found = (rp_object_ref) { .name = symbol->name,
                             .storage = storage,
                             .size = is_whole ? (uint32_t) symbol->size : 0,
                             .declared = symbol->declared,
                             .is_arithmetic = symbol->is_arithmetic,
                             .function = symbol->function };
  return rest < size ? rest : size;
}

/* Returns the name of the function around PC that has the stack frame; functions that are inlined into it do not count.
 * NULL if the function has no line. */
static const char *
function_around (rp_program_reader *reader, uint64_t pc)
{
  const rp_symbol_frame *frames;
  size_t count = rp_symbols_frames (reader->symbols, pc, &frames);
  return frames[count - 1].at.line ? frames[count - 1].function : NULL;
}

/* The compiler turns the body of a parallel region or of a task into a function. The argument of that function is the
 * address of a structure: OBJECT->data. The structure has the shared variables, or their addresses. Finds the shared
 * variable at ADDRESS by means of the structure, and stores the variable in FOUND. Returns false if there is none. */
static bool
find_captured (rp_program_reader *reader, const rp_fact_object *object, uint64_t address,
               uint64_t size, rp_symbol_object *found)
{
  const rp_fact_stack *stack = &object->data_stack;
  rp_symbol_data data = { .address = object->data, .words = object->words, .count = object->word_count };
  return reader->symbolize && stack->count
         && rp_symbols_captured (reader->symbols, stack->pcs[stack->count - 1] - 1, data, address,
                                 size, found);
}

static bool
is_same_variable (const rp_symbol_object *a, const rp_symbol_object *b)
{
  return !strcmp (a->name, b->name) && a->declared.line == b->declared.line;
}

static uint64_t
describe_stack (rp_program_reader *reader, const rp_fact_object *object, uint64_t address,
                uint64_t size, rp_object_ref *found)
{
  uint64_t pc = object->pc, frame = object->frame, bytes;
  const rp_task_ref *owner = owner_of (reader, object);
  rp_symbol_object local, captured;
  bool is_local = reader->symbolize && pc && frame
                  && rp_symbols_local (reader->symbols, pc - 1, frame, address, size, &local);
  /* the structure with shared variables is the most certain source: a local variable of the function may use the
   * same memory only later */
  if (find_captured (reader, object, address, size, &captured)
      && !(is_local && is_same_variable (&local, &captured)))
    {
      bytes = describe_variable (&captured, RP_STORAGE_LOCAL, size, found);
      found->is_captured = true;
      return bytes;
    }
  bool is_array = !is_local && reader->symbolize && pc && frame
                  && rp_symbols_variable_length (reader->symbols, pc - 1, frame, address, &local);
  if (is_local || is_array)
    {
      bytes = describe_variable (&local, RP_STORAGE_LOCAL, size, found);
      found->owner = owner;
      found->has_variable_length = is_array;
      return bytes;
    }
  *found = (rp_object_ref) { .storage = RP_STORAGE_STACK, .owner = owner };
  found->function = reader->symbolize && pc ? function_around (reader, pc - 1) : NULL;
  rp_strbuf whose = { 0 };
  if (owner && !found->function)
    rp_phrase_task_name (&whose, owner);
  found->name = rp_arena_format (reader->arena, "stack(%s)",
                                 found->function ? found->function
                                 : owner         ? whose.text
                                                 : "a task");
  rp_strbuf_clear (&whose);
  return size;
}

/* Describes a global variable. Returns how many of the bytes belong to it; 0 if no global variable is there. */
static uint64_t
describe_global (rp_program_reader *reader, uint64_t address, uint64_t size, rp_object_ref *found)
{
  rp_symbol_object symbol;
  if (!reader->symbolize || !rp_symbols_global (reader->symbols, address, size, &symbol))
    return 0;
  return describe_variable (&symbol, symbol.function ? RP_STORAGE_STATIC : RP_STORAGE_GLOBAL, size, found);
}

/* Describes a thread-local variable. Returns how many of the bytes belong to it; 0 if none is known. */
static uint64_t
describe_thread_local (rp_program_reader *reader, const rp_fact_object *object, uint64_t size,
                       rp_object_ref *found)
{
  rp_symbol_object symbol;
  if (!reader->symbolize
      || !rp_symbols_thread_local (reader->symbols, object->module, object->offset, size, &symbol))
    return 0;
  return describe_variable (&symbol, RP_STORAGE_THREAD_LOCAL, size, found);
}

/* Returns a name for ADDRESS: "program+0x4010", which is the same in every run; only the address if no module
 * contains it. */
static const char *
address_name (rp_program_reader *reader, uint64_t address)
{
  for (uint32_t i = 0; i < reader->facts.module_count; i++)
    {
      const rp_fact_module *module = &reader->facts.modules[i];
      if (address >= module->low && address < module->high)
        return rp_arena_format (reader->arena, "%s+0x%" PRIx64, base_name (module->path),
                                address - module->bias);
    }
  return rp_arena_format (reader->arena, "0x%" PRIx64, address);
}

uint64_t
rp_program_describe_object (rp_program_reader *reader, const rp_fact_object *object,
                            uint64_t address, uint64_t size, rp_object_ref *found)
{
  if (object->kind == RP_FACT_HEAP)
    {
      describe_heap (reader, object, address, size, found);
      return size;
    }
  if (object->kind == RP_FACT_STACK)
    return describe_stack (reader, object, address, size, found);
  uint64_t bytes = object->kind == RP_FACT_THREAD_LOCAL
                     ? describe_thread_local (reader, object, size, found)
                     : describe_global (reader, address, size, found);
  if (bytes)
    return bytes;
  *found = (rp_object_ref) { .storage = RP_STORAGE_MEMORY, .name = address_name (reader, address) };
  return size;
}

static void
describe_sections (rp_program_reader *reader, const rp_fact_side *side, rp_access_ref *access)
{
  if (reader->report->openmp)
    {
      rp_program_openmp_describe_sections (reader, side, access);
      return;
    }
  if (!side->is_isolated && !side->is_atomic)
    return;
  access->sections = RP_NEW (reader->arena, rp_section_ref);
  access->sections->kind = side->is_isolated ? RP_SECTION_ISOLATED : RP_SECTION_ATOMIC;
  access->section_count = 1;
}

static rp_access_ref
describe_side (rp_program_reader *reader, const rp_fact_side *side)
{
  rp_access_ref access = rp_describe_access (&reader->describer, side->task, side->stack.site);
  access.is_write = side->is_write;
  access.size = side->size < UINT32_MAX ? (uint32_t) side->size : UINT32_MAX;
  access.step = side->step;
  access.is_free = side->is_free;
  describe_sections (reader, side, &access);
  return access;
}

/* Returns whether the join is the end of a forall. A forall is a finish around its tasks, and these are created at
 * the place of the finish itself. */
static bool
is_forall (const rp_order *order)
{
  const rp_task_ref *task = order->path_count[0] ? order->paths[0] : order->paths[1];
  return order->path_count[0] + order->path_count[1] && task->kind == RP_TASK_FORALL
         && task->created.line == order->met.line
         && task->created.column == order->met.column;
}

static void
describe_join (rp_program_reader *reader, const rp_fact_join *join, rp_order *order)
{
  rp_frame *frames;
  order->meeting = RP_MEET_PROGRAM;
  if (join->kind == RP_FACT_JOIN_END)
    return;
  if (rp_program_own_frames (reader, &join->stack, &frames))
    order->met = frames[0].at;
  if (reader->report->openmp)
    rp_program_openmp_join (reader, join, order);
  else if (join->kind == RP_FACT_JOIN_AWAIT)
    {
      order->meeting = RP_MEET_AWAIT;
      order->meeting_name = rp_arena_format (reader->arena, "of region %" PRIu64, join->region);
    }
  else
    order->meeting = is_forall (order) ? RP_MEET_FORALL : RP_MEET_FINISH;
}

/* Races of the raw report that are reported as one race: they are between the same lines, on neighbouring bytes. A
 * compiler makes several accesses of one statement when it unrolls a loop. */
typedef struct raw_race
{
  rp_finding finding; /* complete except for the object */
  const rp_fact_object *object;
  uint64_t address, end;
  size_t next; /* index of the next race with the same lines, plus 1 */
} raw_race;

typedef RP_VEC (raw_race) race_list;

static raw_race
describe_race (rp_program_reader *reader, const rp_fact_race *row)
{
  raw_race race = { .object = &row->object };
  rp_finding *finding = &race.finding;
  bool is_permission = row->is_permission;
  finding->rule = is_permission ? RP_RULE_PERMISSION : RP_RULE_RACE;
  finding->words = rp_program_words (reader);
  finding->certainty = row->is_certain ? RP_CERTAIN : RP_POSSIBLE;
  finding->access_count = 2;
  finding->count = row->count;
  finding->by_default_schedule = row->by_default_schedule;
  finding->is_schedule_unknown = row->is_schedule_unknown;
  finding->accesses[0] = describe_side (reader, &row->later);
  finding->accesses[1] = describe_side (reader, &row->earlier);
  finding->has_two_writes = finding->accesses[0].is_write && finding->accesses[1].is_write;
  rp_program_openmp_distinguish_tasks (finding);
  finding->kind = rp_describe_kind (finding->accesses[1].is_write, finding->accesses[0].is_write);
  for (int i = 0; i < 2 && is_permission; i++)
    {
      finding->accesses[i].is_acquire = true;
      finding->accesses[i].size = 0;
    }
  if (row->has_simd)
    rp_program_openmp_name_simd (reader, row, finding);
  else if (is_permission)
    finding->kind = NULL;
  else
    {
      finding->order = rp_describe_order (&reader->describer, finding);
      describe_join (reader, &row->join, finding->order);
    }
  race.address = row->address;
  race.end = row->address + (row->size ? row->size : 1);
  return race;
}

/* Returns a hash of the certainty, the kind of object, and the call stacks of both sides: lines, and the files and
 * functions that suppressions can match. */
static uint64_t
hash_lines (const raw_race *race)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "%d %d", (int) race->finding.certainty, (int) race->object->kind);
  for (int side = 0; side < 2; side++)
    {
      const rp_access_ref *access = &race->finding.accesses[side];
      for (uint32_t i = 0; i < access->frame_count; i++)
        rp_strbuf_format (&text, " %s:%u:%s",
                          access->frames[i].at.file ? access->frames[i].at.file : "",
                          access->frames[i].at.line, access->frames[i].function);
      rp_strbuf_add_char (&text, ';');
    }
  uint64_t hash = rp_hash_bytes (text.text, text.length);
  rp_strbuf_clear (&text);
  return hash;
}

static void
add_or_extend (race_list *list, rp_map *by_lines, const raw_race *race)
{
  uint64_t *first = rp_map_insert (by_lines, hash_lines (race), NULL);
  for (size_t at = *first; at; at = list->items[at - 1].next)
    {
      raw_race *known = &list->items[at - 1];
      if (race->address > known->end || known->address > race->end)
        continue;
      known->address = race->address < known->address ? race->address : known->address;
      known->end = race->end > known->end ? race->end : known->end;
      rp_finding_merge (&known->finding, &race->finding);
      return;
    }
  RP_VEC_PUSH (list, *race);
  list->items[list->count - 1].next = *first;
  *first = list->count;
}

bool
rp_program_is_counter (const char *name)
{
  static const char *const starts[] = { "__gcov", "__llvm_gcov", "__profc_" };
  for (size_t i = 0; name && i < sizeof starts / sizeof *starts; i++)
    if (!strncmp (name, starts[i], strlen (starts[i])))
      return true;
  return false;
}

/* Adds one finding for each variable that has some of the bytes of RACE, up to MAX_VARIABLES. Leaves out counters
 * of --coverage. Adds suppressed findings to reader->suppressed. */
static void
add_findings (rp_program_reader *reader, const raw_race *race)
{
  uint64_t address = race->address;
  for (int variables = 0; variables < MAX_VARIABLES && address < race->end; variables++)
    {
      rp_finding one = race->finding;
      address += rp_program_describe_object (reader, race->object, address, race->end - address,
                                             &one.object);
      if (rp_program_is_counter (one.object.name))
        continue;
      bool is_wanted = !rp_suppressions_match (reader->suppressions, reader->report, &one);
      rp_report_add (is_wanted ? reader->report : &reader->suppressed, &one);
    }
}

void
rp_program_add_races (rp_program_reader *reader)
{
  race_list list = { 0 };
  rp_map by_lines = { 0 };
  for (uint32_t i = 0; i < reader->facts.race_count; i++)
    {
      raw_race race = describe_race (reader, &reader->facts.races[i]);
      if (reader->report->keep_all)
        RP_VEC_PUSH (&list, race);
      else
        add_or_extend (&list, &by_lines, &race);
    }
  for (size_t i = 0; i < list.count; i++)
    add_findings (reader, &list.items[i]);
  for (size_t i = 0; i < reader->suppressed.findings.count; i++)
    RP_VEC_PUSH (&reader->report->suppressed, reader->suppressed.findings.items[i]);
  rp_report_clear (&reader->suppressed);
  rp_map_clear (&by_lines);
  RP_VEC_CLEAR (&list);
}
