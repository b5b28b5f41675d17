#include "advice/fortran_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool
is_word_character (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

static const char *
skip_blanks (const char *at)
{
  return at + strspn (at, " \t");
}

/* ---- lines ---- */

enum
{
  FIXED_LENGTH = 72 /* later columns are a comment, unless a compiler option says otherwise */
};

/* Returns where the text of a line in the free form begins. Sets line->is_directive. */
static size_t
begin_free (rp_fortran_line *line, const char *text, size_t length)
{
  size_t blanks = 0;
  while (blanks < length && isspace ((unsigned char) text[blanks]))
    blanks++;
  line->is_directive = length - blanks >= 5 && !strncasecmp (text + blanks, "!$omp", 5);
  return line->is_directive ? blanks + 5 : blanks;
}

/* Returns where the text of a line in the fixed form begins; LENGTH if the line is a comment. Sets line->is_directive.
 * *CONTINUES becomes whether the line continues the one before it. */
static size_t
begin_fixed (rp_fortran_line *line, const char *text, size_t length, bool *continues)
{
  bool is_comment = length && strchr ("!cC*dD", *text);
  line->is_directive = length >= 5 && is_comment && !strncasecmp (text + 1, "$omp", 4);
  if (is_comment && !line->is_directive)
    return length;
  if (length && *text == '\t') /* a tab stands for the columns of the label */
    {
      *continues = length > 1 && text[1] >= '1' && text[1] <= '9';
      return *continues ? 2 : 1;
    }
  *continues = length > 5 && !strchr (" \t0", text[5]);
  if (length > 5 && (*continues || text[5] == '0'))
    return 6;
  return line->is_directive ? 5 : 0;
}

/* Moves the label from line->text to line->label. Sets line->is_part for a line with a label, unless its statement is
 * `continue` or an end. */
static void
read_label (rp_fortran_line *line)
{
  char *at = line->text;
  while (isdigit ((unsigned char) *at) && line->label < 100000)
    line->label = 10 * line->label + (uint32_t) (*at++ - '0');
  if (!line->label)
    return;
  at += strspn (at, " \t");
  memmove (line->text, at, strlen (at) + 1);
  line->is_part = strcmp (at, "continue") && strncmp (at, "end", 3);
}

/* Sets line->text to a copy of TEXT from AT on, without its comment and the contents of strings. Sets line->end. */
static void
copy_line (rp_fortran_line *line, rp_arena *arena, const char *text, size_t at, size_t length)
{
  size_t out = 0;
  char quote = '\0';
  while (at < length && isspace ((unsigned char) text[at]))
    at++;
  line->text = rp_arena_alloc (arena, length - (at < length ? at : length) + 2);
  line->end = 1;
  for (; at < length; at++)
    {
      char c = text[at];
      if (!quote && c == '!')
        break;
      if (!isspace ((unsigned char) c))
        line->end = (uint32_t) at + 2;
      if (quote)
        quote = c == quote ? '\0' : quote;
      else if (c == '\'' || c == '"')
        quote = c;
      if (!quote || c == quote)
        line->text[out++] = (char) tolower ((unsigned char) c);
    }
  while (out && isspace ((unsigned char) line->text[out - 1]))
    out--;
  line->text[out] = '\0';
}

/* Marks line I as the continuation of an earlier line, with only comments in between. */
static void
join (rp_fortran *text, uint32_t i)
{
  text->lines[i].is_part = true;
  while (i > 1)
    {
      rp_fortran_line *before = &text->lines[--i];
      before->goes_on = true;
      before->is_part = true;
      if (*before->text)
        return;
    }
}

static void
read_line (rp_fortran *text, rp_arena *arena, uint32_t i, const char *line, size_t length)
{
  rp_fortran_line *now = &text->lines[i];
  bool continues = false;
  size_t at = text->is_fixed ? begin_fixed (now, line, length, &continues) : begin_free (now, line, length);
  copy_line (now, arena, line, at, length);
  size_t size = strlen (now->text);
  bool ends = size && now->text[size - 1] == '&';
  if (!now->is_directive)
    read_label (now);
  now->is_part |= strchr (now->text, ';') || strchr (now->text, '#');
  if (text->is_fixed)
    {
      now->is_part |= ends || now->end > FIXED_LENGTH + 1;
      if (continues)
        join (text, i);
      return;
    }
  bool goes_on = text->lines[i - 1].goes_on;
  now->is_part |= goes_on || ends;
  now->goes_on = size ? ends : goes_on; /* comments may stand between continued lines */
}

void
rp_fortran_read (rp_fortran *text, rp_arena *arena, const rp_source *source, bool is_fixed)
{
  const char *line;
  size_t length;
  uint32_t count = 0;
  while (rp_source_line (source, count + 1, &line, &length))
    count++;
  *text = (rp_fortran) { .count = count, .is_fixed = is_fixed };
  text->lines = rp_arena_alloc (arena, (count + 1) * sizeof *text->lines);
  text->lines[0] = (rp_fortran_line) { .text = rp_arena_copy (arena, "", 0) };
  for (uint32_t i = 1; i <= count; i++)
    {
      text->lines[i] = (rp_fortran_line) { 0 };
      rp_source_line (source, i, &line, &length);
      read_line (text, arena, i, line, length);
    }
}

const char *
rp_fortran_find (const char *text, const char *name)
{
  size_t length = strlen (name);
  for (const char *at = text; (at = strcasestr (at, name)); at += length)
    {
      const char *before = at;
      while (before > text && isspace ((unsigned char) before[-1]))
        before--;
      bool is_word = (at == text || !is_word_character (at[-1])) && !is_word_character (at[length]);
      if (is_word && (before == text || before[-1] != '%'))
        return at;
    }
  return NULL;
}

/* ---- directives ---- */

static const char *const construct_words[]
  = { "parallel", "do", "simd", "sections", "single", "task", "taskloop", "workshare",
      "teams", "distribute", "target", "loop", "masked", "master", "taskgroup", "critical", "ordered" };

/* Returns the length of the word at AT if it belongs to the name of a construct, else 0. */
static size_t
construct_word (const char *at)
{
  for (size_t i = 0; i < sizeof construct_words / sizeof *construct_words; i++)
    {
      size_t length = strlen (construct_words[i]);
      if (!strncmp (at, construct_words[i], length) && !is_word_character (at[length]))
        return length;
    }
  return 0;
}

/* Returns whether the directives at A and B begin with the same sequence of construct_words. */
static bool
same_words (const char *a, const char *b)
{
  for (;;)
    {
      a = skip_blanks (a);
      b = skip_blanks (b);
      size_t length = construct_word (a);
      if (length != construct_word (b) || strncmp (a, b, length))
        return false;
      if (!length)
        return true;
      a += length;
      b += length;
    }
}

/* Returns the line of the `!$omp end` for the directive at LINE; 0 if there is none. */
static uint32_t
end_directive (const rp_fortran *text, uint32_t line)
{
  const char *begins = skip_blanks (text->lines[line].text);
  unsigned depth = 0;
  if (!construct_word (begins))
    return 0;
  for (uint32_t i = line; i <= text->count; i++)
    {
      const rp_fortran_line *now = &text->lines[i];
      const char *words = skip_blanks (now->text);
      if (!now->is_directive)
        continue;
      bool is_end = !strncmp (words, "end", 3) && isspace ((unsigned char) words[3]);
      if (!is_end && same_words (words, begins))
        depth++;
      else if (is_end && same_words (words + 3, begins) && --depth == 0)
        return i;
    }
  return 0;
}

static bool
begins_loop (const rp_fortran_line *line)
{
  return !line->is_directive && (!strncmp (line->text, "do ", 3) || !strcmp (line->text, "do"));
}

static bool
ends_loop (const rp_fortran_line *line)
{
  return !line->is_directive && (!strncmp (line->text, "end do", 6) || !strncmp (line->text, "enddo", 5));
}

/* Returns the last line of the loop whose `do` is at LINE; 0 if it is not found. */
static uint32_t
loop_end (const rp_fortran *text, uint32_t line)
{
  unsigned long label = strtoul (text->lines[line].text + 2, NULL, 10);
  unsigned depth = 0;
  for (uint32_t i = line; i <= text->count; i++)
    {
      const rp_fortran_line *now = &text->lines[i];
      bool has_label = begins_loop (now) && strtoul (now->text + 2, NULL, 10);
      if (label && now->label == label)
        return i;
      depth += begins_loop (now) && !has_label;
      if (!label && ends_loop (now) && --depth == 0)
        return i;
    }
  return 0;
}

uint32_t
rp_fortran_end (const rp_fortran *text, uint32_t line)
{
  if (!line || line > text->count || !text->lines[line].is_directive)
    return 0;
  uint32_t end = end_directive (text, line), first = rp_fortran_last (text, line) + 1;
  bool is_loop = rp_fortran_has_word (text, line, "do") || rp_fortran_has_word (text, line, "taskloop")
                 || rp_fortran_has_word (text, line, "loop");
  while (first < text->count && !*text->lines[first].text)
    first++;
  if (!end && is_loop && first <= text->count && begins_loop (&text->lines[first]))
    end = loop_end (text, first);
  return end;
}

bool
rp_fortran_has_word (const rp_fortran *text, uint32_t line, const char *word)
{
  const char *at = skip_blanks (text->lines[line].text);
  for (size_t length; (length = construct_word (at)); at = skip_blanks (at + length))
    if (length == strlen (word) && !strncmp (at, word, length))
      return true;
  return false;
}

uint32_t
rp_fortran_first (const rp_fortran *text, uint32_t line)
{
  while (line > 1 && line <= text->count && text->lines[line - 1].goes_on)
    line--;
  return line;
}

uint32_t
rp_fortran_last (const rp_fortran *text, uint32_t line)
{
  while (line < text->count && text->lines[line].goes_on)
    line++;
  return line;
}

static bool
is_border (const char *text)
{
  static const char *const words[] = { "program", "subroutine", "function", "module" };
  if (!strcmp (text, "contains") || !strcmp (text, "end"))
    return true;
  if (strstr (text, "::"))
    return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (rp_fortran_find (text, words[i]))
      return true;
  return false;
}

void
rp_fortran_procedure (const rp_fortran *text, uint32_t line, uint32_t *first, uint32_t *last)
{
  *first = *last = line;
  while (*first > 1 && !is_border (text->lines[*first - 1].text))
    --*first;
  while (*last < text->count && !is_border (text->lines[*last + 1].text))
    ++*last;
}

/* ---- statements ---- */

/* Returns the text behind the parenthesis that closes the one at AT; NULL if there is none. */
static const char *
skip_parentheses (const char *at)
{
  int depth = 0;
  do
    {
      depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
      if (!*at++)
        return NULL;
    }
  while (depth);
  return at;
}

/* Returns the statement at AT, without an `if (...)` before it. Stores in *IS_GUARDED whether there is an `if`. */
static const char *
behind_guard (const char *at, bool *is_guarded)
{
  *is_guarded = !strncmp (at, "if", 2) && *skip_blanks (at + 2) == '(';
  if (!*is_guarded)
    return at;
  at = skip_parentheses (skip_blanks (at + 2));
  return at ? skip_blanks (at) : "";
}

/* Returns the text behind the variable at AT, with its subscripts and components. */
static const char *
skip_designator (const char *at)
{
  for (;;)
    {
      const char *next = skip_blanks (at);
      if (*next == '(' && !(next = skip_parentheses (next)))
        return at;
      if (*next == '%')
        for (next = skip_blanks (next + 1); is_word_character (*next);)
          next++;
      if (next == skip_blanks (at))
        return at;
      at = next;
    }
}

static size_t
operator_length (const char *at)
{
  static const char *const operators[] = { ".and.", ".or.", ".eqv.", ".neqv.", "+", "-", "*", "/" };
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (!strncmp (at, operators[i], strlen (operators[i])))
      return strlen (operators[i]);
  return 0;
}

/* Returns whether the text from AT to the end of the line is certain to be an operand of SIGN: it begins with no
 * sign, and outside parentheses it contains no operator of the same or of lower precedence. */
static bool
is_operand (const char *at, char sign)
{
  static const char *const stops[] = { ".and.", ".or.", ".eqv.", ".neqv.", ".not.", "==", "/=", "<", ">", "=", ".eq.", ".ne.",
                                       ".lt.", ".le.", ".gt.", ".ge." };
  if (!*at || strchr ("+-", *at))
    return false;
  for (; *at; at++)
    {
      if (*at == '(')
        {
          at = skip_parentheses (at);
          if (!at)
            return false;
          at--;
          continue;
        }
      bool is_exponent = strchr ("+-", *at) && (at[-1] == 'e' || at[-1] == 'd') && isdigit ((unsigned char) at[1]);
      if (strchr ("+-", *at) && !is_exponent)
        return false;
      if (strchr ("*/", *at) && sign != '+' && sign != '-')
        return false;
      for (size_t i = 0; sign != '.' && i < sizeof stops / sizeof *stops; i++)
        if (!strncmp (at, stops[i], strlen (stops[i])))
          return false;
      if (sign == '.' && operator_length (at) > 1)
        return false;
    }
  return true;
}

static bool
same_text (const char *a, size_t length, const char *b, size_t other)
{
  return length == other && !strncmp (a, b, length);
}

/* Returns whether RIGHT, the right side of an assignment to x, is `x op value`. x is the text LEFT of LENGTH bytes.
 * If so, sets update->reduction, which stays NULL if the operator is a division. */
static bool
read_operation (const char *right, const char *left, size_t length, rp_fortran_update *update)
{
  const char *end = skip_designator (right + strcspn (right, " \t(%+-*/."));
  if (!same_text (right, (size_t) (end - right), left, length))
    return false;
  const char *sign = skip_blanks (end);
  size_t size = operator_length (sign);
  const char *value = skip_blanks (sign + size);
  if (!size || (size == 1 && sign[1] == *sign) || !is_operand (value, *sign))
    return false;
  static const char *const names[] = { ".and.", ".or.", ".eqv.", ".neqv.", "+", "*" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp (sign, names[i], size))
      update->reduction = names[i];
  if (*sign == '-')
    update->reduction = "+"; /* subtraction: partial sums are added */
  return true;
}

/* Does the same as read_operation, for `max(x, value)` and the other functions that a reduction clause allows. */
static bool
read_function (const char *right, const char *left, size_t length, rp_fortran_update *update)
{
  static const char *const names[] = { "max", "min", "iand", "ior", "ieor" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t size = strlen (names[i]);
      const char *open = skip_blanks (right + size);
      if (strncmp (right, names[i], size) || *open != '(')
        continue;
      const char *first = skip_blanks (open + 1), *close = skip_parentheses (open);
      const char *end = skip_designator (first + strcspn (first, " \t(%,)"));
      const char *comma = skip_blanks (end);
      if (!close || *skip_blanks (close) || *comma != ','
          || !same_text (first, (size_t) (end - first), left, length))
        return false;
      update->reduction = names[i];
      return true;
    }
  return false;
}

/* Counts the mentions of NAME in TEXT. */
static unsigned
count_names (const char *text, const char *name)
{
  unsigned count = 0;
  for (; (text = rp_fortran_find (text, name)); text += strlen (name))
    count++;
  return count;
}

bool
rp_fortran_is_update (const rp_fortran *text, uint32_t line, const char *name, bool parts,
                      rp_fortran_update *update)
{
  const rp_fortran_line *now = &text->lines[line];
  *update = (rp_fortran_update) { 0 };
  if (!line || line > text->count || now->is_directive || now->is_part
      || count_names (now->text, name) != 2)
    return false;
  const char *left = behind_guard (now->text, &update->is_guarded);
  if (rp_fortran_find (left, name) != left)
    return false;
  const char *end = skip_designator (left + strlen (name));
  size_t length = (size_t) (end - left);
  const char *equals = skip_blanks (end);
  if ((!parts && length != strlen (name)) || *equals != '=' || equals[1] == '=' || equals[1] == '>')
    return false;
  const char *right = skip_blanks (equals + 1);
  return read_operation (right, left, length, update) || read_function (right, left, length, update);
}

bool
rp_fortran_is_declaration (const char *text)
{
  static const char *const types[] = { "integer", "real", "double precision", "logical", "complex", "character" };
  bool is_typed = strstr (text, "::") != NULL;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    is_typed |= !strncmp (text, types[i], strlen (types[i])) && !rp_fortran_find (text, "function");
  return is_typed && !strchr (text, '=');
}

bool
rp_fortran_is_assignment (const rp_fortran *text, uint32_t line, const char *name)
{
  const rp_fortran_line *now = &text->lines[line];
  if (now->is_directive || now->is_part || count_names (now->text, name) != 1
      || rp_fortran_find (now->text, name) != now->text)
    return false;
  const char *equals = skip_blanks (now->text + strlen (name));
  return *equals == '=' && equals[1] != '=' && equals[1] != '>';
}
