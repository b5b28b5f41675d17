/* Affinity of threads, as text [OpenMP 5.2, 18.3.8 to 18.3.11]. We define no places. The threads of a team take turns
 * on one thread of the system, so each of them may run on every processor that the process may run on. */
#include "base/strbuf.h"
#include "inside/openmp/environment.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The value of affinity-format-var, which the whole program shares. */
static rp_strbuf current_format;
static bool is_format_known;

static void
set_format (const char *text, size_t length)
{
  is_format_known = true;
  current_format.length = 0;
  rp_strbuf_add (&current_format, "");
  rp_strbuf_add_bytes (&current_format, text, length);
}

static const rp_strbuf *
get_format (void)
{
  if (!is_format_known)
    {
      const char *text = rp_omp_environment_affinity_format ();
      set_format (text, strlen (text));
    }
  return &current_format;
}

/* ---- fields ---- */

/* A field of a format: `%[[[0].]size]type`, where type is a letter or {name}. */
typedef struct field
{
  bool fills_with_zeros, is_right;
  size_t size;
  char type; /* the letter, even if the format has the name; 0: not known */
} field;

static const struct
{
  char type;
  const char *name;
} field_names[] = {
  { 't', "team_num" },     { 'T', "num_teams" },    { 'L', "nesting_level" }, { 'n', "thread_num" },
  { 'N', "num_threads" },  { 'a', "ancestor_tnum" }, { 'H', "host" },         { 'P', "process_id" },
  { 'i', "native_thread_id" }, { 'A', "thread_affinity" },
};

static char
type_named (const char *name, size_t length)
{
  for (size_t i = 0; i < sizeof field_names / sizeof *field_names; i++)
    {
      bool is_long = strlen (field_names[i].name) == length && !memcmp (field_names[i].name, name, length);
      if (is_long || (length == 1 && *name == field_names[i].type))
        return field_names[i].type;
    }
  return 0;
}

/* Reads a field into FOUND. TEXT begins behind the `%`. Returns where the text behind the field begins. */
static const char *
read_field (const char *text, const char *end, field *found)
{
  *found = (field) { 0 };
  if (text < end && *text == '0')
    {
      found->fills_with_zeros = true;
      text++;
    }
  if (text < end && *text == '.')
    {
      found->is_right = true;
      text++;
    }
  while (text < end && *text >= '0' && *text <= '9' && found->size < BUFSIZ)
    found->size = found->size * 10 + (size_t) (*text++ - '0');
  if (text == end)
    return text;
  if (*text != '{')
    {
      found->type = type_named (text, 1);
      return text + 1;
    }
  const char *close = memchr (text, '}', (size_t) (end - text));
  if (!close)
    return end;
  found->type = close - text > 2 ? type_named (text + 1, (size_t) (close - text - 1)) : 0;
  return close + 1;
}

/* Adds to OUT the numbers of the processors that the process may run on, such as "0-3,6". */
static void
add_processors (rp_strbuf *out)
{
  cpu_set_t set;
  const char *comma = "";
  if (sched_getaffinity (0, sizeof set, &set))
    return;
  for (int first = 0; first < CPU_SETSIZE; first++)
    {
      int last = first;
      if (!CPU_ISSET (first, &set))
        continue;
      while (last + 1 < CPU_SETSIZE && CPU_ISSET (last + 1, &set))
        last++;
      rp_strbuf_format (out, last > first ? "%s%d-%d" : "%s%d", comma, first, last);
      comma = ",";
      first = last;
    }
}

static int
ancestor_number (const rp_omp_task *task)
{
  return task->team->level ? (int) task->team->opener_task->thread->number : -1;
}

static void
add_value (rp_strbuf *out, char type, const rp_omp_task *task)
{
  char host[256] = "";
  switch (type)
    {
    case 't': rp_strbuf_format (out, "%u", task->team->team_number); break;
    case 'T': rp_strbuf_format (out, "%u", task->team->team_count); break;
    case 'L': rp_strbuf_format (out, "%u", task->team->level); break;
    case 'n': rp_strbuf_format (out, "%u", task->thread->number); break;
    case 'N': rp_strbuf_format (out, "%u", task->team->size); break;
    case 'a': rp_strbuf_format (out, "%d", ancestor_number (task)); break;
    case 'P':
    case 'i': rp_strbuf_format (out, "%d", (int) getpid ()); break; /* the first thread has the number of the process */
    case 'A': add_processors (out); break;
    case 'H':
      if (!gethostname (host, sizeof host - 1))
        rp_strbuf_add (out, host);
      break;
    default: rp_strbuf_add (out, "undefined");
    }
}

/* Adds to OUT the value of the field WANTED for TASK, padded to the field's size. Padding zeros stand behind the minus
 * sign, if there is one. */
static void
add_field (rp_strbuf *out, const field *wanted, const rp_omp_task *task)
{
  rp_strbuf value = { 0 };
  add_value (&value, wanted->type, task);
  const char *text = rp_strbuf_text (&value);
  size_t missing = value.length < wanted->size ? wanted->size - value.length : 0;
  bool is_number = wanted->type && !strchr ("HA", wanted->type), with_zeros = wanted->fills_with_zeros && is_number;
  if (with_zeros && *text == '-')
    rp_strbuf_add_char (out, *text++);
  if (wanted->is_right || with_zeros)
    rp_strbuf_repeat (out, with_zeros ? "0" : " ", missing);
  rp_strbuf_add (out, text);
  if (!wanted->is_right && !with_zeros)
    rp_strbuf_repeat (out, " ", missing);
  rp_strbuf_clear (&value);
}

/* Returns FORMAT, a text of LENGTH bytes, with each field replaced by its value for TASK. If LENGTH is 0, the current
 * affinity-format-var is used. The caller clears the result. */
static rp_strbuf
describe (const char *format, size_t length, const rp_omp_task *task)
{
  rp_strbuf out = { 0 };
  if (!length)
    {
      format = rp_strbuf_text (get_format ());
      length = get_format ()->length;
    }
  const char *end = format + length;
  while (format < end)
    if (*format != '%')
      rp_strbuf_add_char (&out, *format++);
    else if (format + 1 < end && format[1] == '%')
      {
        rp_strbuf_add_char (&out, '%');
        format += 2;
      }
    else
      {
        field wanted;
        format = read_field (format + 1, end, &wanted);
        add_field (&out, &wanted, task);
      }
  return out;
}

static size_t
length_of (const char *text)
{
  return text ? strlen (text) : 0;
}

/* ---- <omp.h> ---- */

static void
display (const char *format, size_t length)
{
  rp_strbuf text = describe (format, length, rp_omp_current ());
  printf ("%s\n", rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
}

/* Copies to BUFFER, of SIZE bytes, as much of TEXT as fits, and a NUL; nothing if SIZE is 0. Returns the length of
 * TEXT. */
static size_t
give (const rp_strbuf *text, char *buffer, size_t size)
{
  size_t length = text->length < size ? text->length : size - 1;
  if (size)
    {
      memcpy (buffer, rp_strbuf_text (text), length);
      buffer[length] = '\0';
    }
  return text->length;
}

/* Copies to BUFFER, of SIZE bytes, as much of TEXT as fits, and fills the rest with blanks. Returns the length of
 * TEXT. */
static int
give_blank (const rp_strbuf *text, char *buffer, size_t size)
{
  size_t length = text->length < size ? text->length : size;
  memcpy (buffer, rp_strbuf_text (text), length);
  memset (buffer + length, ' ', size - length);
  return (int) text->length;
}

/* Returns the same as describe, for the running task. The text may contain the number of the task's thread, so from now
 * on the task counts as one that knows this number (rp_omp_bind). */
static rp_strbuf
capture (const char *format, size_t length)
{
  rp_omp_task *task = rp_omp_current ();
  if (task->team->size > 1)
    rp_omp_bind (task);
  return describe (format, length, task);
}

void
omp_set_affinity_format (const char *format)
{
  RP_OMP_ENTER ();
  set_format (format, strlen (format));
  rp_omp_leave ();
}

size_t
omp_get_affinity_format (char *buffer, size_t size)
{
  RP_OMP_ENTER ();
  size_t length = give (get_format (), buffer, size);
  rp_omp_leave ();
  return length;
}

void
omp_display_affinity (const char *format)
{
  RP_OMP_ENTER ();
  display (format, length_of (format));
  rp_omp_leave ();
}

size_t
omp_capture_affinity (char *buffer, size_t size, const char *format)
{
  RP_OMP_ENTER ();
  rp_strbuf text = capture (format, length_of (format));
  size_t length = give (&text, buffer, size);
  rp_strbuf_clear (&text);
  rp_omp_leave ();
  return length;
}

/* The names that clang's <omp.h> gives to the functions above. */
void ompc_set_affinity_format (const char *format) __attribute__ ((alias ("omp_set_affinity_format")));
size_t ompc_get_affinity_format (char *buffer, size_t size) __attribute__ ((alias ("omp_get_affinity_format")));
void ompc_display_affinity (const char *format) __attribute__ ((alias ("omp_display_affinity")));
size_t ompc_capture_affinity (char *buffer, size_t size, const char *format)
  __attribute__ ((alias ("omp_capture_affinity")));

/* ---- omp_lib ---- */

void
omp_set_affinity_format_ (const char *format, size_t length)
{
  RP_OMP_ENTER ();
  set_format (format, length);
  rp_omp_leave ();
}

int
omp_get_affinity_format_ (char *buffer, size_t size)
{
  RP_OMP_ENTER ();
  int length = give_blank (get_format (), buffer, size);
  rp_omp_leave ();
  return length;
}

void
omp_display_affinity_ (const char *format, size_t length)
{
  RP_OMP_ENTER ();
  display (format, length);
  rp_omp_leave ();
}

int
omp_capture_affinity_ (char *buffer, const char *format, size_t size, size_t format_length)
{
  RP_OMP_ENTER ();
  rp_strbuf text = capture (format, format_length);
  int length = give_blank (&text, buffer, size);
  rp_strbuf_clear (&text);
  rp_omp_leave ();
  return length;
}
