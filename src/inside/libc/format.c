#include "inside/libc/format.h"

#include <inttypes.h>

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool
is_among (char c, const char *set)
{
  while (*set && *set != c)
    set++;
  return c && *set == c;
}

/* Reads DIGIT* and returns its value; -1 if there is none. */
static int
read_number (const char **at)
{
  if (!is_digit (**at))
    return -1;
  int number = 0;
  for (; is_digit (**at); ++*at)
    if (number < 1000000)
      number = 10 * number + (**at - '0');
  return number;
}

/* Reads [DIGITS '$']. Returns the number of the argument, or -1 without moving *AT. */
static int
read_position (const char **at)
{
  const char *start = *at;
  int number = read_number (at);
  if (number > 0 && **at == '$')
    {
      ++*at;
      return number - 1;
    }
  *at = start;
  return -1;
}

/* 'hh' | 'h' | 'l' | 'll' | 'q' | 'L' | 'j' | 'z' | 'Z' | 't' | nothing. Returns a value for rp_directive.length. */
static char
read_length (const char **at)
{
  char length = **at;
  if (!is_among (length, "hlqLjzZt"))
    return 0;
  ++*at;
  bool is_doubled = is_among (length, "hl") && **at == length;
  if (is_doubled)
    ++*at;
  if (length == 'h')
    return is_doubled ? 'c' : 'h';
  if (length == 'l')
    return is_doubled ? 'L' : 'l';
  if (length == 'q')
    return 'L';
  return length == 'Z' ? 'z' : length;
}

size_t
rp_format_integer_size (char length)
{
  switch (length)
    {
    case 'c':
      return sizeof (char);
    case 'h':
      return sizeof (short);
    case 'l':
      return sizeof (long);
    case 'L':
      return sizeof (long long);
    case 'j':
      return sizeof (intmax_t);
    case 'z':
      return sizeof (size_t);
    case 't':
      return sizeof (ptrdiff_t);
    default:
      return sizeof (int);
    }
}

/* '*' [DIGITS '$'] | DIGITS | nothing. Returns the number, or -1. For '*' stores in *ARGUMENT which argument has the
 * number. */
static int
read_amount (const char **at, int *argument, int *next)
{
  if (**at != '*')
    return read_number (at);
  ++*at;
  *argument = read_position (at);
  if (*argument < 0)
    *argument = (*next)++;
  return -1;
}

/* Moves *AT behind the next '%'. Returns false if there is none. */
static bool
find_directive (const char **at)
{
  while (**at && **at != '%')
    ++*at;
  if (!**at)
    return false;
  ++*at;
  return true;
}

static const rp_directive no_directive = {
  .argument = -1, .width = -1, .width_argument = -1, .precision = -1, .precision_argument = -1
};

/* '%' [POSITION] FLAG* [AMOUNT] ['.' AMOUNT] LENGTH CONVERSION */
rp_directive
rp_format_next_print (const char **at, int *next)
{
  rp_directive found = no_directive;
  if (!find_directive (at))
    return found;
  int position = read_position (at);
  while (is_among (**at, "-+ #0'I"))
    ++*at;
  found.width = read_amount (at, &found.width_argument, next);
  if (**at == '.')
    {
      ++*at;
      found.precision = read_amount (at, &found.precision_argument, next);
      if (found.precision < 0 && found.precision_argument < 0)
        found.precision = 0;
    }
  found.length = read_length (at);
  if (!is_among (**at, "diouxXeEfFgGaAcsCSpnm%"))
    return found;
  found.conversion = *(*at)++;
  if (!is_among (found.conversion, "m%"))
    found.argument = position >= 0 ? position : (*next)++;
  return found;
}

/* '[' ['^'] [']'] ... ']' */
static void
skip_set (const char **at)
{
  if (**at == '^')
    ++*at;
  if (**at == ']')
    ++*at;
  while (**at && **at != ']')
    ++*at;
  if (**at)
    ++*at;
}

/* '%' [POSITION] ['*' | "'" | 'I']* [DIGITS] ['m'] LENGTH CONVERSION. A directive that stores nothing
 * has no argument. */
rp_directive
rp_format_next_scan (const char **at, int *next)
{
  rp_directive found = no_directive;
  bool is_suppressed = false;
  if (!find_directive (at))
    return found;
  int position = read_position (at);
  for (; is_among (**at, "*'I"); ++*at)
    is_suppressed |= **at == '*';
  found.width = read_number (at);
  if (**at == 'm')
    {
      found.is_allocated = true;
      ++*at;
    }
  found.length = read_length (at);
  if (!is_among (**at, "diouxXeEfFgGaAcsCS[pn%"))
    return found;
  found.conversion = *(*at)++;
  if (found.conversion == '[')
    skip_set (at);
  if (found.conversion != '%' && !is_suppressed)
    found.argument = position >= 0 ? position : (*next)++;
  return found;
}

/* How an argument is passed. */
typedef enum kind
{
  KIND_INT, /* also for arguments that the format does not mention */
  KIND_LONG,
  KIND_DOUBLE,
  KIND_LONG_DOUBLE,
  KIND_POINTER
} kind;

static kind
kind_of (const rp_directive *directive)
{
  if (is_among (directive->conversion, "sSpn"))
    return KIND_POINTER;
  if (is_among (directive->conversion, "eEfFgGaA"))
    return directive->length == 'L' ? KIND_LONG_DOUBLE : KIND_DOUBLE;
  if (is_among (directive->conversion, "cC"))
    return KIND_INT;
  return rp_format_integer_size (directive->length) > sizeof (int) ? KIND_LONG : KIND_INT;
}

static void
set_kind (unsigned char *kinds, int *count, int argument, kind what)
{
  if (argument < 0 || argument >= RP_FORMAT_ARGUMENTS)
    return;
  kinds[argument] = (unsigned char) what;
  if (*count <= argument)
    *count = argument + 1;
}

static int
find_kinds (const char *format, unsigned char *kinds)
{
  int next = 0, count = 0;
  rp_directive found;
  for (int i = 0; i < RP_FORMAT_ARGUMENTS; i++)
    kinds[i] = KIND_INT;
  while (found = rp_format_next_print (&format, &next), found.conversion)
    {
      set_kind (kinds, &count, found.width_argument, KIND_INT);
      set_kind (kinds, &count, found.precision_argument, KIND_INT);
      set_kind (kinds, &count, found.argument, kind_of (&found));
    }
  return count;
}

void
rp_format_print_values (const char *format, va_list list,
                        rp_format_value values[RP_FORMAT_ARGUMENTS])
{
  unsigned char kinds[RP_FORMAT_ARGUMENTS];
  int count = find_kinds (format, kinds);
  va_list arguments;
  va_copy (arguments, list);
  for (int i = 0; i < count; i++)
    switch ((kind) kinds[i])
      {
      case KIND_INT:
        values[i].number = va_arg (arguments, int);
        break;
      case KIND_LONG:
        values[i].number = va_arg (arguments, long);
        break;
      case KIND_DOUBLE:
        (void) va_arg (arguments, double);
        break;
      case KIND_LONG_DOUBLE:
        (void) va_arg (arguments, long double);
        break;
      case KIND_POINTER:
        values[i].pointer = va_arg (arguments, void *);
        break;
      }
  va_end (arguments);
}
