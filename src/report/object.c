/* The object of a finding: the line about it, and its name in the headline. */
#include "report/phrase.h"

#include <inttypes.h>
#include <string.h>

bool
rp_object_has_details (const rp_object_ref *object)
{
  return object->function || object->storage == RP_STORAGE_HEAP || object->storage == RP_STORAGE_STACK
         || object->storage == RP_STORAGE_MEMORY;
}

/* ---- heap blocks ---- */

/* Adds which bytes of the block the finding is about. If these are at most 16 bytes, only the first one is named. */
static void
add_part (rp_strbuf *out, const rp_object_ref *object)
{
  uint64_t offset = object->offset, size = object->block_size;
  if (object->bytes > 16)
    rp_strbuf_format (out, "bytes %" PRIu64 " to %" PRIu64 " of", offset, offset + object->bytes - 1);
  else
    rp_strbuf_format (out, "%" PRIu64 " byte%s inside", offset, offset == 1 ? "" : "s");
  rp_strbuf_format (out, " a heap block of %" PRIu64 " byte%s", size, size == 1 ? "" : "s");
}

static void
add_heap (rp_strbuf *out, const rp_object_ref *object)
{
  add_part (out, object);
  rp_strbuf_add (out, ", allocated by ");
  rp_phrase_task_name (out, object->owner);
  if (!object->allocated_count)
    return;
  const rp_frame *frame = object->allocated;
  if (frame->at.line)
    rp_strbuf_format (out, " at %s:%u", frame->at.file, frame->at.line);
  if (frame->at.line && frame->at.column)
    rp_strbuf_format (out, ":%u", frame->at.column);
  rp_strbuf_format (out, " in `%s`", frame->function);
}

/* Adds where a block was allocated: "f.c:9"; the function if the line is not known; "?" if nothing is known. */
static void
add_allocation (rp_strbuf *out, const rp_object_ref *object)
{
  const rp_frame *frame = object->allocated;
  if (!object->allocated_count)
    rp_strbuf_add (out, "?");
  else if (!frame->at.line)
    rp_strbuf_add (out, frame->function);
  else
    {
      const char *slash = strrchr (frame->at.file, '/');
      rp_strbuf_format (out, "%s:%u", slash ? slash + 1 : frame->at.file, frame->at.line);
    }
}

/* ---- variables ---- */

static const char *
sort_of (const rp_object_ref *object)
{
  return object->is_captured           ? "shared variable"
         : object->has_variable_length ? "array of variable length"
                                       : rp_storage_name (object->storage);
}

/* Adds "local variable `sum` of `total` in task 3, declared at f.c:12". */
static void
add_variable (rp_strbuf *out, const rp_object_ref *object)
{
  rp_strbuf owner = { 0 };
  rp_strbuf_format (out, "%s `%s` of `%s`", sort_of (object), object->name, object->function);
  if (object->owner)
    rp_phrase_task_name (&owner, object->owner);
  if (object->owner && strcmp (owner.text, object->function))
    rp_strbuf_format (out, " in %s", owner.text);
  rp_strbuf_clear (&owner);
  if (object->declared.line)
    rp_strbuf_format (out, ", declared at %s:%u", object->declared.file, object->declared.line);
}

static void
add_stack (rp_strbuf *out, const rp_object_ref *object)
{
  rp_strbuf_add (out, "a local variable");
  if (object->function)
    rp_strbuf_format (out, " of `%s`,", object->function);
  rp_strbuf_add (out, " on the stack of ");
  if (object->owner)
    rp_phrase_task_name (out, object->owner);
  else
    rp_strbuf_add (out, "a task");
}

/* Adds an object of a model, of a proof, or one that belongs to no function. */
static void
add_plain (rp_strbuf *out, const rp_object_ref *object, const char *home)
{
  bool is_undeclared
    = object->storage == RP_STORAGE_UNDECLARED_VARIABLE || object->storage == RP_STORAGE_UNDECLARED_ARRAY;
  if (object->storage)
    rp_strbuf_format (out, "%s ", rp_storage_name (object->storage));
  rp_strbuf_format (out, "`%s`", object->name);
  if (object->size)
    rp_strbuf_format (out, ", %u byte%s", object->size, object->size == 1 ? "" : "s");
  if (!object->declared.line)
    return;
  rp_strbuf_add (out, is_undeclared ? ", first used at " : ", declared at ");
  rp_phrase_place (out, &object->declared, home);
}

/* ---- the whole ---- */

void
rp_phrase_object (rp_strbuf *out, const rp_object_ref *object, const char *home)
{
  if (object->storage == RP_STORAGE_HEAP)
    add_heap (out, object);
  else if (object->storage == RP_STORAGE_STACK)
    add_stack (out, object);
  else if (object->storage == RP_STORAGE_MEMORY)
    rp_strbuf_format (out, "memory at %s, in no heap block or variable that is known", object->name);
  else if (object->function)
    add_variable (out, object);
  else
    add_plain (out, object, home);
}

void
rp_phrase_object_name (rp_strbuf *out, const rp_object_ref *object)
{
  if (object->storage == RP_STORAGE_HEAP)
    {
      rp_strbuf_add (out, "the heap block from ");
      add_allocation (out, object);
    }
  else if (object->storage == RP_STORAGE_STACK && object->function)
    rp_strbuf_format (out, "a local variable of `%s`", object->function);
  else if (object->storage == RP_STORAGE_STACK)
    {
      rp_strbuf_add (out, "the stack of ");
      if (object->owner)
        rp_phrase_task_name (out, object->owner);
      else
        rp_strbuf_add (out, "a task");
    }
  else if (object->storage == RP_STORAGE_MEMORY)
    rp_strbuf_format (out, "memory at %s", object->name);
  else
    rp_strbuf_format (out, "`%s`", object->name ? object->name : "?");
}
