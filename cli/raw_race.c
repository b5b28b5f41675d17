/* Races: two accesses with their stacks, the object, and why nothing orders them. */
#include "base/strbuf.h"
#include "raw.h"
#include "raw_openmp.h"
#include "symbol/symbol.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MOST_VARIABLES = 16, /* in one stretch of bytes */
  MOST_WORDS = 64      /* of what a task was given */
};

static const char *
base_name (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

static const char *
task_name (rp_raw *raw, uint32_t task)
{
  const char *name = rp_raw_task (raw, task).name;
  if (name)
    return name;
  return task ? rp_arena_format (raw->arena, "task %u", task) : "main";
}

/* "f.c:9", or the function's name, or its address. */
static const char *
short_place (rp_raw *raw, const rp_frame *frames, uint32_t count)
{
  if (!count)
    return "?";
  if (!frames[0].at.line)
    return frames[0].function;
  return rp_arena_format (raw->arena, "%s:%u", base_name (frames[0].at.file), frames[0].at.line);
}

static void
add_place (rp_strbuf *out, const rp_frame *frames, uint32_t count)
{
  if (!count)
    return;
  if (frames[0].at.line)
    rp_strbuf_format (out, " at %s:%u", frames[0].at.file, frames[0].at.line);
  if (frames[0].at.line && frames[0].at.column)
    rp_strbuf_format (out, ":%u", frames[0].at.column);
  rp_strbuf_format (out, " in `%s`", frames[0].function);
}

static const char *
keep (rp_raw *raw, rp_strbuf *text)
{
  const char *kept = rp_arena_copy (raw->arena, rp_strbuf_text (text), text->length);
  rp_strbuf_clear (text);
  return kept;
}

/* The SIZE bytes at OFFSET of a block; those of one access by their beginning alone. */
static void
add_part (rp_strbuf *out, uint64_t offset, uint64_t size, uint64_t block)
{
  if (size > 16)
    rp_strbuf_format (out, "bytes %" PRIu64 " to %" PRIu64 " of", offset, offset + size - 1);
  else
    rp_strbuf_format (out, "%" PRIu64 " byte%s inside", offset, offset == 1 ? "" : "s");
  rp_strbuf_format (out, " a heap block of %" PRIu64 " byte%s", block, block == 1 ? "" : "s");
}

static void
describe_heap (rp_raw *raw, const json_t *object, uint64_t address, uint64_t bytes,
               rp_finding *finding, const char **headline)
{
  uint64_t base = rp_raw_number (object, "base"), size = rp_raw_number (object, "size");
  rp_strbuf text = { 0 };
  finding->allocation_count = rp_raw_own_frames (raw, object, "stack", &finding->allocation);
  const char *place = short_place (raw, finding->allocation, finding->allocation_count);
  finding->object.name = rp_arena_format (raw->arena, "heap(%s)", place);
  finding->object.storage = "heap block";
  finding->object.size = size < UINT32_MAX ? (uint32_t) size : UINT32_MAX;
  *headline = rp_arena_format (raw->arena, "the heap block from %s", place);
  add_part (&text, address - base, bytes, size);
  rp_strbuf_format (&text, ", allocated by %s",
                    task_name (raw, (uint32_t) rp_raw_number (object, "task")));
  add_place (&text, finding->allocation, finding->allocation_count);
  finding->object_text = keep (raw, &text);
}

/* How many of the SIZE bytes it has. */
static uint64_t
describe_variable (rp_raw *raw, const rp_symbol_object *found, uint64_t size, rp_finding *finding,
                   const char **headline)
{
  uint64_t rest = found->size > found->offset ? found->size - found->offset : size;
  bool is_whole = !strcmp (found->name, found->variable) && found->size < UINT32_MAX;
  finding->object = (rp_object_ref) { .name = found->name,
                                      .size = is_whole ? (uint32_t) found->size : 0,
                                      .declared = found->declared,
                                      .is_arithmetic = found->is_arithmetic };
  *headline = rp_arena_format (raw->arena, "`%s`", found->name);
  return rest < size ? rest : size;
}

/* "local variable `sum` of `total` in task 3, declared at f.c:12" */
static const char *
within (rp_raw *raw, const rp_symbol_object *found, const char *storage, const char *owner)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "%s `%s` of `%s`", storage, found->name, found->function);
  if (owner && strcmp (owner, found->function))
    rp_strbuf_format (&text, " in %s", owner);
  if (found->declared.line)
    rp_strbuf_format (&text, ", declared at %s:%u", found->declared.file, found->declared.line);
  return keep (raw, &text);
}

/* That has the frame: not one that is inlined into it. */
static const char *
function_around (rp_raw *raw, uint64_t pc)
{
  const rp_symbol_frame *frames;
  size_t count = rp_symbols_frames (raw->symbols, pc, &frames);
  return frames[count - 1].at.line ? frames[count - 1].function : NULL;
}

/* A variable that the threads of a team share, in the structure at "data" that the task of "data_stack" got. */
static bool
find_captured (rp_raw *raw, const json_t *object, uint64_t address, uint64_t size,
               rp_symbol_object *found)
{
  const json_t *stack = json_object_get (object, "data_stack");
  size_t count = json_array_size (stack);
  const char *text = count ? json_string_value (json_array_get (stack, count - 1)) : NULL;
  const json_t *words = json_object_get (object, "data_words");
  uint64_t copied[MOST_WORDS];
  rp_symbol_data data = { .address = rp_raw_number (object, "data"), .words = copied };
  for (; data.count < json_array_size (words) && data.count < MOST_WORDS; data.count++)
    {
      const char *word = json_string_value (json_array_get (words, data.count));
      copied[data.count] = word ? strtoull (word, NULL, 0) : 0;
    }
  return raw->symbolize && text
         && rp_symbols_captured (raw->symbols, strtoull (text, NULL, 0) - 1, data, address, size, found);
}

static bool
is_same_variable (const rp_symbol_object *a, const rp_symbol_object *b)
{
  return !strcmp (a->name, b->name) && a->declared.line == b->declared.line;
}

/* "pc" and "frame", if given, are an address in the function whose frame it is, and the stack
 * pointer before its call. */
static uint64_t
describe_stack (rp_raw *raw, const json_t *object, uint64_t address, uint64_t size,
                rp_finding *finding, const char **headline)
{
  uint64_t pc = rp_raw_number (object, "pc"), frame = rp_raw_number (object, "frame");
  bool has_owner = json_object_get (object, "task");
  const char *owner = has_owner ? task_name (raw, (uint32_t) rp_raw_number (object, "task")) : NULL;
  rp_symbol_object found, captured;
  bool is_local = raw->symbolize && pc && frame
                  && rp_symbols_local (raw->symbols, pc - 1, frame, address, size, &found);
  /* what the threads were given is surest: a variable of the function may only get the place later */
  if (find_captured (raw, object, address, size, &captured)
      && !(is_local && is_same_variable (&found, &captured)))
    {
      finding->object_text = within (raw, &captured, "shared variable", NULL);
      uint64_t bytes = describe_variable (raw, &captured, size, finding, headline);
      finding->object.storage = "local variable";
      return bytes;
    }
  if (is_local)
    {
      finding->object_text = within (raw, &found, "local variable", owner);
      uint64_t bytes = describe_variable (raw, &found, size, finding, headline);
      finding->object.storage = "local variable";
      return bytes;
    }
  if (raw->symbolize && pc && frame
      && rp_symbols_variable_length (raw->symbols, pc - 1, frame, address, &found))
    {
      finding->object_text = within (raw, &found, "array of variable length", owner);
      uint64_t bytes = describe_variable (raw, &found, size, finding, headline);
      finding->object.storage = "local variable";
      return bytes;
    }
  owner = owner ? owner : "a task";
  const char *function = raw->symbolize && pc ? function_around (raw, pc - 1) : NULL;
  const char *whose = function ? function : owner;
  finding->object.storage = "stack";
  finding->object.name = rp_arena_format (raw->arena, "stack(%s)", whose);
  finding->object_text = rp_arena_format (raw->arena, "a local variable%s%s%s on the stack of %s",
                                          function ? " of `" : "", function ? function : "",
                                          function ? "`," : "", owner);
  *headline = rp_arena_format (raw->arena,
                               function ? "a local variable of `%s`" : "the stack of %s", whose);
  return size;
}

/* 0 if it is none. */
static uint64_t
describe_global (rp_raw *raw, uint64_t address, uint64_t size, rp_finding *finding,
                 const char **headline)
{
  rp_symbol_object found;
  if (!raw->symbolize || !rp_symbols_global (raw->symbols, address, size, &found))
    return 0;
  uint64_t bytes = describe_variable (raw, &found, size, finding, headline);
  finding->object.storage = "global";
  if (found.function)
    {
      finding->object.storage = "static variable";
      finding->object_text = within (raw, &found, "static variable", NULL);
    }
  return bytes;
}

/* 0 if it is none that is known. */
static uint64_t
describe_thread_local (rp_raw *raw, const json_t *object, uint64_t size, rp_finding *finding,
                       const char **headline)
{
  rp_symbol_object found;
  if (!raw->symbolize
      || !rp_symbols_thread_local (raw->symbols, rp_raw_number (object, "module"),
                                   rp_raw_number (object, "offset"), size, &found))
    return 0;
  uint64_t bytes = describe_variable (raw, &found, size, finding, headline);
  finding->object.storage = "thread-local variable";
  if (found.function)
    finding->object_text = within (raw, &found, "thread-local variable", NULL);
  return bytes;
}

/* "program+0x4010", the same in every run, or only the address. */
static const char *
address_name (rp_raw *raw, uint64_t address)
{
  const json_t *modules = json_object_get (raw->root, "modules");
  for (size_t i = 0; i < json_array_size (modules); i++)
    {
      const json_t *module = json_array_get (modules, i);
      uint64_t low = rp_raw_number (module, "low");
      if (address >= low && address < rp_raw_number (module, "high"))
        return rp_arena_format (raw->arena, "%s+0x%" PRIx64,
                                base_name (rp_raw_text (module, "path")),
                                address - rp_raw_number (module, "bias"));
    }
  return rp_arena_format (raw->arena, "0x%" PRIx64, address);
}

uint64_t
rp_raw_describe_object (rp_raw *raw, const json_t *object, uint64_t address, uint64_t size,
                        rp_finding *finding, const char **headline)
{
  const char *kind = rp_raw_text (object, "kind");
  if (!strcmp (kind, "heap"))
    {
      describe_heap (raw, object, address, size, finding, headline);
      return size;
    }
  if (!strcmp (kind, "stack"))
    return describe_stack (raw, object, address, size, finding, headline);
  uint64_t bytes = !strcmp (kind, "thread-local")
                     ? describe_thread_local (raw, object, size, finding, headline)
                     : describe_global (raw, address, size, finding, headline);
  if (bytes)
    return bytes;
  finding->object.name = address_name (raw, address);
  finding->object.storage = "memory";
  finding->object_text = rp_arena_format (
    raw->arena, "memory at %s, in no heap block or variable that is known", finding->object.name);
  *headline = rp_arena_format (raw->arena, "memory at %s", finding->object.name);
  return size;
}

static const char *
describe_section (rp_raw *raw, const json_t *side)
{
  const char *name = rp_raw_text (side, "isolated");
  if (raw->report->openmp)
    return rp_raw_openmp_section (raw, side);
  if (*name)
    return rp_arena_format (raw->arena, "%s", name);
  if (rp_raw_flag (side, "isolated"))
    return "isolated";
  return rp_raw_flag (side, "atomic") ? "an atomic operation" : NULL;
}

static rp_access_ref
describe_side (rp_raw *raw, const json_t *race, const char *key)
{
  const json_t *side = json_object_get (race, key);
  rp_access_ref access = rp_raw_place (raw, (uint32_t) rp_raw_number (side, "task"), side);
  uint64_t size = rp_raw_number (side, "size");
  access.is_write = rp_raw_flag (side, "write");
  access.size = size < UINT32_MAX ? (uint32_t) size : UINT32_MAX;
  access.step = rp_raw_number (side, "step");
  access.is_free = rp_raw_flag (side, "free");
  access.isolated = describe_section (raw, side);
  return access;
}

/* Position of the nearest common ancestor in the chain task, parent, ..., main of each side. */
static void
find_ancestor (const rp_access_ref *a, const rp_access_ref *b, uint32_t *at_a, uint32_t *at_b)
{
  uint32_t left = a->ancestor_count, right = b->ancestor_count;
  while (left && right)
    {
      const rp_task_ref *x = left > 1 ? &a->ancestors[left - 2] : &a->task;
      const rp_task_ref *y = right > 1 ? &b->ancestors[right - 2] : &b->task;
      if (x->id != y->id)
        break;
      left--;
      right--;
    }
  *at_a = left;
  *at_b = right;
}

/* The tasks below position AT of the chain, from the top down. */
static uint32_t
describe_path (rp_raw *raw, const rp_access_ref *access, uint32_t at, rp_task_ref **path)
{
  *path = rp_arena_alloc (raw->arena, at * sizeof **path);
  for (uint32_t i = 0; i < at; i++)
    {
      uint32_t position = at - 1 - i;
      (*path)[i] = position ? access->ancestors[position - 1] : access->task;
    }
  return at;
}

/* A forall is a finish around its tasks, at the same place. */
static bool
is_forall (const rp_order *order)
{
  const rp_task_ref *task = order->path_count[0] ? order->paths[0] : order->paths[1];
  return order->path_count[0] + order->path_count[1] && !strcmp (task->kind, "forall")
         && task->created.line == order->joined.line
         && task->created.column == order->joined.column;
}

static void
describe_join (rp_raw *raw, const json_t *race, rp_order *order)
{
  const json_t *join = json_object_get (race, "join");
  const char *kind = rp_raw_text (join, "kind");
  rp_frame *frames;
  if (!*kind)
    return;
  order->join = "end of the program";
  if (!strcmp (kind, "end"))
    return;
  if (rp_raw_own_frames (raw, join, "stack", &frames))
    order->joined = frames[0].at;
  if (raw->report->openmp)
    rp_raw_openmp_join (raw, join, order);
  else if (strcmp (kind, "finish"))
    order->join
      = rp_arena_format (raw->arena, "await of region %" PRIu64, rp_raw_number (join, "region"));
  else
    order->join = is_forall (order) ? "end of forall" : "end of finish";
}

static const char *
describe_missing (rp_raw *raw, const rp_finding *finding)
{
  const rp_access_ref *later = &finding->accesses[0], *earlier = &finding->accesses[1];
  const char *why
    = finding->certainty == RP_POSSIBLE && finding->by_default_schedule
        ? "only a schedule clause could give both to one thread, and the directive was not found "
          "in the source"
      : finding->certainty == RP_POSSIBLE
        ? "only the order that isolated sections or atomic operations took in this run links them"
      : raw->report->openmp ? "no barrier, taskwait, taskgroup or dependence orders them"
                            : "no finish, future, phaser, clock or region links them";
  why = rp_raw_openmp_reword (raw, why);
  if (!earlier->step || !later->step)
    return rp_arena_format (raw->arena, "no path from one to the other: %s", why);
  return rp_arena_format (raw->arena,
                          "no path from step %" PRIu64 " to step %" PRIu64 " or back: %s",
                          earlier->step, later->step, why);
}

static rp_order *
describe_order (rp_raw *raw, const json_t *race, const rp_finding *finding)
{
  const rp_access_ref *later = &finding->accesses[0], *earlier = &finding->accesses[1];
  rp_order *order = RP_NEW (raw->arena, rp_order);
  uint32_t at[2];
  find_ancestor (later, earlier, &at[0], &at[1]);
  order->ancestor = at[0] ? later->ancestors[at[0] - 1] : later->task;
  for (int i = 0; i < 2; i++)
    order->path_count[i] = describe_path (raw, &finding->accesses[i], at[i], &order->paths[i]);
  describe_join (raw, race, order);
  order->missing = describe_missing (raw, finding);
  return order;
}

static const char *
both_tasks (rp_raw *raw, const rp_access_ref *earlier, const rp_access_ref *later)
{
  uint32_t a = earlier->task.id, b = later->task.id;
  if (raw->report->openmp || earlier->task.name)
    return rp_raw_openmp_pair (raw, earlier, later);
  if (a && b)
    return rp_arena_format (raw->arena, "tasks %u and %u", a, b);
  return rp_arena_format (raw->arena, "main and task %u", a ? a : b);
}

static const char *
deed_of (const rp_access_ref *access)
{
  return access->is_free ? "free" : access->is_write ? "write" : "read";
}

static const char *
describe_headline (rp_raw *raw, const rp_finding *finding, const char *object)
{
  const rp_access_ref *later = &finding->accesses[0], *earlier = &finding->accesses[1];
  if (finding->rule == RP_RULE_PERMISSION)
    return rp_arena_format (
      raw->arena, "permission violation on %s: %s / %s, %s can hold it at the same time", object,
      deed_of (earlier), deed_of (later), both_tasks (raw, earlier, later));
  return rp_arena_format (raw->arena, "%sdata race on %s: %s / %s, %s are not ordered",
                          finding->certainty == RP_CERTAIN ? "" : "possible ", object,
                          deed_of (earlier), deed_of (later),
                          both_tasks (raw, earlier, later));
}

/* A race of the raw report, or several that are one to the reader: between the same lines, on bytes
 * next to each other. A compiler makes many of one statement when it unrolls a loop. */
typedef struct raw_race
{
  rp_finding finding; /* all but the object */
  const json_t *object;
  uint64_t address, end;
  size_t next; /* with the same lines, plus 1 */
} raw_race;

typedef RP_VEC (raw_race) race_list;

static raw_race
read_race (rp_raw *raw, const json_t *row)
{
  raw_race race = { .object = json_object_get (row, "object") };
  rp_finding *finding = &race.finding;
  bool is_permission = rp_raw_flag (row, "permission");
  finding->rule = is_permission ? RP_RULE_PERMISSION : RP_RULE_RACE;
  finding->certainty
    = strcmp (rp_raw_text (row, "certainty"), "possible") ? RP_CERTAIN : RP_POSSIBLE;
  finding->access_count = 2;
  finding->count = rp_raw_number (row, "count");
  finding->by_default_schedule = *rp_raw_text (row, "one_thread");
  finding->accesses[0] = describe_side (raw, row, "later");
  finding->accesses[1] = describe_side (raw, row, "earlier");
  finding->has_two_writes = finding->accesses[0].is_write && finding->accesses[1].is_write;
  rp_raw_openmp_tell_apart (raw, finding);
  const rp_access_ref *later = &finding->accesses[0], *earlier = &finding->accesses[1];
  finding->kind = !earlier->is_write ? "read-write"
                  : later->is_write  ? "write-write"
                                     : "write-read";
  for (int i = 0; i < 2 && is_permission; i++)
    {
      finding->accesses[i].is_acquire = true;
      finding->accesses[i].size = 0;
    }
  if (json_object_get (row, "simd"))
    rp_raw_openmp_name_simd (raw, row, finding);
  else if (is_permission)
    finding->kind = NULL;
  else
    finding->order = describe_order (raw, row, finding);
  race.address = rp_raw_number (row, "address");
  uint64_t size = rp_raw_number (row, "size");
  race.end = race.address + (size ? size : 1);
  return race;
}

/* The lines of both sides, the kind of object, and what suppressions may look at. */
static uint64_t
hash_lines (const raw_race *race)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "%d %s", (int) race->finding.certainty,
                    rp_raw_text (race->object, "kind"));
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
      known->finding.count += race->finding.count;
      known->finding.has_two_writes |= race->finding.has_two_writes;
      known->finding.by_default_schedule &= race->finding.by_default_schedule;
      return;
    }
  RP_VEC_PUSH (list, *race);
  list->items[list->count - 1].next = *first;
  *first = list->count;
}

bool
rp_raw_is_counter (const char *name)
{
  static const char *const starts[] = { "__gcov", "__llvm_gcov", "__profc_" };
  for (size_t i = 0; name && i < sizeof starts / sizeof *starts; i++)
    if (!strncmp (name, starts[i], strlen (starts[i])))
      return true;
  return false;
}

/* One finding for each variable that has some of the bytes. */
static void
add_findings (rp_raw *raw, const raw_race *race)
{
  uint64_t address = race->address;
  for (int variables = 0; variables < MOST_VARIABLES && address < race->end; variables++)
    {
      rp_finding one = race->finding;
      const char *headline = "";
      address += rp_raw_describe_object (raw, race->object, address, race->end - address, &one,
                                         &headline);
      if (rp_raw_is_counter (one.object.name))
        continue;
      one.message = describe_headline (raw, &one, headline);
      bool is_wanted = !rp_suppressions_match (raw->suppressions, raw->report, &one);
      rp_report_add (is_wanted ? raw->report : &raw->suppressed, &one);
    }
}

void
rp_raw_add_races (rp_raw *raw)
{
  const json_t *rows = json_object_get (raw->root, "races");
  race_list list = { 0 };
  rp_map by_lines = { 0 };
  for (size_t i = 0; i < json_array_size (rows); i++)
    {
      raw_race race = read_race (raw, json_array_get (rows, i));
      if (raw->report->keep_all)
        RP_VEC_PUSH (&list, race);
      else
        add_or_extend (&list, &by_lines, &race);
    }
  for (size_t i = 0; i < list.count; i++)
    add_findings (raw, &list.items[i]);
  rp_raw_openmp_note_schedules (raw);
  for (size_t i = 0; i < raw->suppressed.findings.count; i++)
    RP_VEC_PUSH (&raw->report->suppressed, raw->suppressed.findings.items[i]);
  rp_report_clear (&raw->suppressed);
  rp_map_clear (&by_lines);
  RP_VEC_CLEAR (&list);
}
