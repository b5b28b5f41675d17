#include "report/details.h"

#include "report/order.h"
#include "report/phrase.h"
#include "report/window.h"

#include <string.h>

/* How much is shown without -v. */
enum
{
  MAX_CREATIONS = 6,
  MAX_CALLS = 6
};

/* Cleans PLAIN, prints it as an item, and empties it. */
static void
print_plain (rp_page *page, const char *key, rp_strbuf *plain)
{
  rp_strbuf clean = { 0 };
  rp_page_add_clean (page, &clean, rp_strbuf_text (plain));
  rp_page_item (page, key, rp_strbuf_text (&clean));
  rp_strbuf_clear (&clean);
  rp_strbuf_clear (plain);
}

static bool
same_place (const rp_place *a, const rp_place *b)
{
  return a->line == b->line && a->column == b->column
         && !strcmp (a->file ? a->file : "", b->file ? b->file : "");
}

size_t
rp_wait_groups (const rp_finding *finding, rp_wait_group groups[RP_MAX_WAIT_GROUPS],
                uint32_t *others)
{
  size_t count = 0;
  *others = 0;
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    {
      size_t group = 0;
      while (group < count && !same_place (&groups[group].first->at, &finding->waiting[i].at))
        group++;
      if (group < count)
        groups[group].more++;
      else if (count < RP_MAX_WAIT_GROUPS)
        groups[count++] = (rp_wait_group) { &finding->waiting[i], finding->words, 0 };
      else
        ++*others;
    }
  return count;
}

void
rp_wait_group_describe (const rp_page *page, rp_strbuf *out, const rp_wait_group *group)
{
  rp_strbuf rest = { 0 };
  rp_page_task (page, out, &group->first->task);
  rp_strbuf_add_char (&rest, ' ');
  rp_phrase_wait (&rest, group->first, group->words);
  if (group->more)
    {
      rp_strbuf_add (&rest, ", and ");
      rp_phrase_count (&rest, group->more, "more task");
      rp_strbuf_add (&rest, " here");
    }
  rp_page_add_clean (page, out, rest.text);
  rp_strbuf_clear (&rest);
}

static void
print_wait (rp_page *page, const char *key, const rp_wait_group *group)
{
  rp_strbuf text = { 0 }, rest = { 0 };
  rp_wait_group_describe (page, &text, group);
  rp_strbuf_add (&rest, ", at ");
  rp_phrase_place (&rest, &group->first->at, page->home);
  rp_page_add_clean (page, &text, rest.text);
  rp_page_item (page, key, text.text);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&rest);
}

/* Prints the waiting tasks that have no mark in the window; with -v all waiting tasks. */
static void
print_waiting (rp_page *page, const rp_finding *finding)
{
  for (uint32_t i = 0; page->style->verbose && i < finding->waiting_count; i++)
    print_wait (page, i ? NULL : "waits", &(rp_wait_group) { &finding->waiting[i], finding->words, 0 });
  if (page->style->verbose)
    return;
  rp_wait_group groups[RP_MAX_WAIT_GROUPS];
  uint32_t others;
  size_t count = rp_wait_groups (finding, groups, &others);
  for (size_t i = RP_MAX_WAIT_MARKS; i < count; i++)
    print_wait (page, i == RP_MAX_WAIT_MARKS ? "waits" : NULL, &groups[i]);
  if (others)
    {
      rp_strbuf more = { 0 };
      rp_strbuf_add (&more, "and ");
      rp_phrase_count (&more, others, "more task");
      rp_strbuf_add (&more, " elsewhere (-v)");
      print_plain (page, NULL, &more);
    }
}

static bool
same_frame (const rp_frame *a, const rp_frame *b)
{
  return !strcmp (a->function, b->function) && a->at.line == b->at.line
         && a->at.column == b->at.column && a->at.file && b->at.file
         && !strcmp (a->at.file, b->at.file);
}

/* Appends the frames from FIRST to before LAST: "`g` (20:3), `main` (31:3)". Equal frames in a row are named once,
 * with "3 times". Without -v, appends at most MAX_CALLS names, and how many frames are left. */
static void
describe_calls (const rp_page *page, rp_strbuf *out, const rp_frame *frames, uint32_t first,
                uint32_t last)
{
  uint32_t most = page->style->verbose ? UINT32_MAX : MAX_CALLS, creations = 0, i = first;
  for (uint32_t next; i < last && creations < most; i = next, creations++)
    {
      for (next = i + 1; next < last && same_frame (&frames[i], &frames[next]);)
        next++;
      rp_strbuf_format (out, "%s`%s`", i == first ? "" : ", ", frames[i].function);
      if (frames[i].at.line)
        {
          rp_strbuf_add (out, " (");
          rp_phrase_place (out, &frames[i].at, page->home);
          rp_strbuf_add_char (out, ')');
        }
      if (next - i > 1)
        rp_strbuf_format (out, " %u times", next - i);
    }
  if (i < last)
    rp_strbuf_format (out, ", and %u more (-v)", last - i);
}

/* Prints the function, if it is known, of each access that has no line number, since the window cannot show such an
 * access. */
static void
print_unplaced (rp_page *page, const rp_finding *finding)
{
  const char *key = "where";
  for (uint32_t i = 0; i < rp_finding_accesses (finding); i++)
    {
      const rp_access_ref *access = &finding->accesses[i];
      if (access->at.line || !rp_access_function_name (access))
        continue;
      rp_strbuf text = { 0 }, rest = { 0 };
      rp_page_task (page, &text, &access->task);
      rp_strbuf_add_char (&rest, ' ');
      if (rp_finding_is_access (finding))
        rp_phrase_operation (&rest, access, finding->words, i == 1);
      rp_strbuf_format (&rest, " in `%s`", rp_access_function_name (access));
      rp_page_add_clean (page, &text, rest.text);
      rp_page_item (page, key, text.text);
      rp_strbuf_clear (&text);
      rp_strbuf_clear (&rest);
      key = NULL;
    }
}

/* Describes the object of the finding. If it was allocated, the calls that led to the allocation follow. */
static void
print_object (rp_page *page, const rp_finding *finding)
{
  rp_strbuf plain = { 0 };
  if (!finding->object.name)
    return;
  const rp_object_ref *object = &finding->object;
  rp_phrase_object (&plain, object, page->home);
  if (object->allocated_count > 1)
    {
      rp_strbuf_add (&plain, ", called from ");
      describe_calls (page, &plain, object->allocated, 1, object->allocated_count);
    }
  print_plain (page, "object", &plain);
}

static void
print_order (rp_page *page, const rp_finding *finding)
{
  if (!finding->order || finding->access_count != 2)
    return;
  size_t column = rp_page_item_column (page), width = rp_style_width (page->style);
  rp_strbuf drawing = { 0 };
  rp_order_draw (&drawing, finding, width > column ? width - column : 1, page->style->utf8);
  for (const char *line = drawing.text, *end; (end = strchr (line, '\n')); line = end + 1)
    {
      rp_page_item_begin (page, line == drawing.text ? "order" : NULL);
      rp_strbuf_add_bytes (&page->text, line, (size_t) (end + 1 - line));
    }
  rp_strbuf_clear (&drawing);
  rp_phrase_missing_order (&drawing, finding);
  print_plain (page, NULL, &drawing);
}

/* A task whose creation is shown. Each task is shown once: first the tasks of the accesses, then their creators,
 * level by level, then the tasks that wait. The creation of main is never shown, nor one of which neither place nor
 * calls are known. */
typedef struct task_creation
{
  const rp_task_ref *task, *creator; /* CREATOR is NULL if it is not known */
} task_creation;

typedef struct creation_list
{
  RP_VEC (task_creation) creations;
  rp_map ids;
} creation_list;

static void
add_creation (creation_list *list, const rp_task_ref *task, const rp_task_ref *creator)
{
  bool is_new;
  if (task->id == 0 || (!task->created.line && !task->frame_count))
    return;
  rp_map_insert (&list->ids, task->id, &is_new);
  if (is_new)
    RP_VEC_PUSH (&list->creations, (task_creation) { task, creator });
}

static void
add_level (creation_list *list, const rp_access_ref *access, uint32_t level)
{
  if (level > access->ancestor_count)
    return;
  const rp_task_ref *task = level ? &access->ancestors[level - 1] : &access->task;
  add_creation (list, task, level < access->ancestor_count ? &access->ancestors[level] : NULL);
}

static void
collect_creations (creation_list *list, const rp_finding *finding)
{
  uint32_t levels = 0;
  for (uint32_t i = 0; i < finding->access_count; i++)
    if (finding->accesses[i].ancestor_count > levels)
      levels = finding->accesses[i].ancestor_count;
  for (uint32_t level = 0; level <= levels; level++)
    for (uint32_t i = 0; i < finding->access_count; i++)
      add_level (list, &finding->accesses[i], level);
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    add_creation (list, &finding->waiting[i].task, NULL);
}

/* Appends how and where TASK was created: ", async, created at 14:3". */
static void
describe_creation (const rp_task_ref *task, const char *home, rp_strbuf *out)
{
  if (task->construct)
    rp_strbuf_format (out, ", %s,", task->construct);
  if (task->created.line)
    {
      rp_strbuf_add (out, " created at ");
      rp_phrase_place (out, &task->created, home);
    }
  else
    rp_strbuf_format (out, " created in `%s`", task->frames[0].function);
}

static void
print_creation (rp_page *page, const char *key, const task_creation *creation)
{
  const rp_task_ref *task = creation->task;
  rp_strbuf text = { 0 }, rest = { 0 };
  rp_page_task (page, &text, task);
  if (rp_task_is_of_openmp (task))
    rp_phrase_origin (&rest, task, page->home);
  else
    describe_creation (task, page->home, &rest);
  if (task->label)
    rp_strbuf_format (&rest, " (%s)", task->label);
  bool is_part = rp_task_is_of_openmp (task) && task->kind != RP_TASK_EXPLICIT;
  bool tells = creation->creator && !(is_part && creation->creator->id == 0);
  if (tells)
    rp_strbuf_add (&rest, is_part ? ", in " : " by ");
  rp_page_add_clean (page, &text, rp_strbuf_text (&rest));
  if (tells)
    rp_page_task (page, &text, creation->creator);
  if (task->frame_count > 1)
    {
      rp_strbuf_clear (&rest);
      rp_strbuf_format (&rest, " in `%s`, called from ", task->frames[0].function);
      describe_calls (page, &rest, task->frames, 1, task->frame_count);
      rp_page_add_clean (page, &text, rest.text);
    }
  rp_page_item (page, key, text.text);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&rest);
}

static void
print_creations (rp_page *page, const rp_finding *finding)
{
  creation_list list = { 0 };
  collect_creations (&list, finding);
  size_t most = page->style->verbose ? SIZE_MAX : MAX_CREATIONS;
  for (size_t i = 0; i < list.creations.count && i < most; i++)
    print_creation (page, i ? NULL : "tasks", &list.creations.items[i]);
  if (list.creations.count > most)
    {
      rp_strbuf more = { 0 };
      rp_strbuf_format (&more, "and %zu more (-v)", list.creations.count - most);
      print_plain (page, NULL, &more);
    }
  RP_VEC_CLEAR (&list.creations);
  rp_map_clear (&list.ids);
}

/* Returns how many of the outermost frames are the same for both accesses. */
static uint32_t
shared_frames (const rp_finding *finding)
{
  const rp_access_ref *a = &finding->accesses[0], *b = &finding->accesses[1];
  uint32_t shared = 0;
  while (finding->access_count == 2 && shared < a->frame_count && shared < b->frame_count
         && same_frame (&a->frames[a->frame_count - 1 - shared],
                        &b->frames[b->frame_count - 1 - shared]))
    shared++;
  return shared;
}

/* Prints the callers of each access up to the first caller that both accesses share, then the shared callers once. */
static void
print_calls (rp_page *page, const rp_finding *finding)
{
  uint32_t shared = shared_frames (finding);
  const char *key = "calls";
  for (uint32_t i = 0; i < finding->access_count; i++)
    {
      const rp_access_ref *access = &finding->accesses[i];
      uint32_t own = access->frame_count - shared;
      uint32_t inner = page->style->verbose ? 0 : access->at_frame;
      if (own < inner + 2)
        continue;
      rp_strbuf text = { 0 }, rest = { 0 };
      rp_page_task (page, &text, &access->task);
      rp_strbuf_format (&rest, ": `%s` called from ", access->frames[inner].function);
      describe_calls (page, &rest, access->frames, inner + 1, own);
      rp_page_add_clean (page, &text, rest.text);
      rp_page_item (page, key, text.text);
      rp_strbuf_clear (&text);
      rp_strbuf_clear (&rest);
      key = NULL;
    }
  const rp_access_ref *access = &finding->accesses[0];
  uint32_t first = access->frame_count - shared,
           inner = page->style->verbose ? 0 : access->at_frame;
  first = first > inner ? first : inner + 1;
  if (shared && first < access->frame_count)
    {
      rp_strbuf text = { 0 };
      rp_strbuf_add (&text, "both reached from ");
      describe_calls (page, &text, access->frames, first, access->frame_count);
      print_plain (page, key, &text);
    }
}

void
rp_details_print (rp_page *page, const rp_finding *finding)
{
  print_waiting (page, finding);
  print_unplaced (page, finding);
  print_object (page, finding);
  print_order (page, finding);
  print_creations (page, finding);
  print_calls (page, finding);
}
