#include "report/code.h"

#include <ctype.h>
#include <string.h>

/* A line of the program without comments and literals: in their place are blanks. */
enum
{
  LONGEST = 512
};

typedef struct code_line
{
  char text[LONGEST];
  size_t length;
} code_line;

static bool
is_name (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* Comments over several lines make the answer false, as do lines that are too long. */
static bool
read_line (const rp_source *source, uint32_t number, code_line *line)
{
  const char *text;
  size_t length;
  if (!source || !rp_source_line (source, number, &text, &length) || length >= LONGEST)
    return false;
  line->length = length;
  memcpy (line->text, text, length);
  line->text[length] = '\0';
  char *end, *comment = strstr (line->text, "//");
  if (comment)
    *comment = '\0';
  while ((comment = strstr (line->text, "/*")))
    {
      if (!(end = strstr (comment + 2, "*/")))
        return false;
      memset (comment, ' ', (size_t) (end + 2 - comment));
    }
  for (char *c = line->text; *c; c++)
    if (*c == '"' || *c == '\'')
      {
        char quote = *c;
        for (*c++ = ' '; *c && *c != quote; c++)
          {
            if (*c == '\\' && c[1])
              *c++ = ' ';
            *c = ' ';
          }
        if (!*c)
          return false;
        *c = ' ';
      }
  line->length = strlen (line->text);
  return true;
}

static const char *
skip_blanks (const char *at)
{
  while (isspace ((unsigned char) *at))
    at++;
  return at;
}

/* The next NAME from AT on, as a whole word and not as a member of something; NULL: none. */
static const char *
find_name (const char *at, const char *begin, const char *name)
{
  size_t length = strlen (name);
  for (; (at = strstr (at, name)); at += length)
    {
      bool is_member
        = at > begin && (at[-1] == '.' || (at[-1] == '>' && at - 1 > begin && at[-2] == '-'));
      if ((at == begin || !is_name (at[-1])) && !is_name (at[length]) && !is_member)
        return at;
    }
  return NULL;
}

/* ---- directives ---- */

static const char *
directive_text (const code_line *line)
{
  const char *at = skip_blanks (line->text);
  if (*at != '#' || strncmp (at = skip_blanks (at + 1), "pragma", 6))
    return NULL;
  at = skip_blanks (at + 6);
  return strncmp (at, "omp", 3) || is_name (at[3]) ? NULL : at + 3;
}

bool
rp_code_directive_has (const rp_source *source, uint32_t number, const char *word)
{
  code_line line;
  const char *text = read_line (source, number, &line) ? directive_text (&line) : NULL;
  return text && find_name (text, text, word);
}

/* ---- statements ---- */

/* Follows the text of a statement: it ends at a `;` or `}` outside of all brackets. */
typedef struct follower
{
  int depth;      /* of brackets */
  bool has_begun; /* something of it was seen */
} follower;

/* Whether the statement ends in LINE. -1: brackets do not match. */
static int
follow (follower *state, const char *text)
{
  for (const char *c = text; *c; c++)
    {
      if (strchr ("({[", *c))
        state->depth++;
      else if (strchr (")}]", *c) && --state->depth < 0)
        return -1;
      state->has_begun |= !isspace ((unsigned char) *c);
      if (!state->depth && (*c == ';' || *c == '}'))
        return *skip_blanks (c + 1) ? -1 : 1;
    }
  return 0;
}

static bool
is_continued (const code_line *line)
{
  return line->length && line->text[line->length - 1] == '\\';
}

/* The first line after the directive, which may be continued. */
static uint32_t
after_directive (const rp_source *source, uint32_t line)
{
  code_line text;
  while (read_line (source, line, &text) && is_continued (&text))
    line++;
  return line + 1;
}

uint32_t
rp_code_statement_end (const rp_source *source, uint32_t line)
{
  follower state = { 0 };
  code_line text;
  for (line = after_directive (source, line); read_line (source, line, &text); line++)
    {
      if (directive_text (&text))
        continue;
      int ends = follow (&state, text.text);
      if (ends)
        return ends > 0 ? line : 0;
    }
  return 0;
}

/* ---- updates ---- */

/* NAME begins a statement that is alone on the line, but for a brace or the head of a loop before
 * it; what comes after NAME, or NULL. *IS_STEP: it is `++NAME` or `--NAME`. */
static const char *
find_update (const code_line *line, const char *name, bool *is_step, char *step)
{
  const char *at = find_name (line->text, line->text, name);
  if (!at)
    return NULL;
  const char *before = at;
  while (before > line->text && isspace ((unsigned char) before[-1]))
    before--;
  *is_step = before - line->text >= 2
             && (!strncmp (before - 2, "++", 2) || !strncmp (before - 2, "--", 2));
  if (*is_step)
    {
      *step = before[-1];
      for (before -= 2; before > line->text && isspace ((unsigned char) before[-1]);)
        before--;
    }
  if (before > line->text && !strchr ("{;}", before[-1]))
    return NULL;
  return at + strlen (name);
}

/* REST, up to the `;`, is one operand of OPERATOR for every precedence: outside of brackets it has
 * no sign that binds less. */
static bool
is_operand (const char *rest, char sign)
{
  const char *const foreign = sign == '+'   ? "&|^?<>=!,%"
                              : sign == '*' ? "+-/%&|^?<>=!,"
                                            : "+-*/%&|^?<>=!,";
  int depth = 0;
  for (const char *c = rest; *c && *c != ';'; c++)
    {
      depth += strchr ("([{", *c) ? 1 : strchr (")]}", *c) ? -1 : 0;
      bool is_arrow = *c == '-' && c[1] == '>';
      if (is_arrow)
        c++;
      else if (!depth && strchr (foreign, *c))
        return false;
    }
  return true;
}

static char
clause_sign (char sign)
{
  return sign == '-' ? '+' : strchr ("+*&|^", sign) ? sign : 0;
}

char
rp_code_reduction (const rp_source *source, uint32_t number, const char *name)
{
  code_line line;
  bool is_step;
  char step = 0;
  const char *after
    = read_line (source, number, &line) ? find_update (&line, name, &is_step, &step) : NULL;
  if (!after)
    return 0;
  after = skip_blanks (after);
  const char *end = strchr (after, ';');
  if (!end || find_name (end, after, name))
    return 0;
  if (is_step)
    return after == end ? '+' : 0;
  if (!strncmp (after, "++", 2) || !strncmp (after, "--", 2))
    return skip_blanks (after + 2) == end ? '+' : 0;
  if (*after && after[1] == '=' && clause_sign (*after))
    return find_name (after, after, name) ? 0 : clause_sign (*after);
  if (*after != '=' || after[1] == '=')
    return 0;
  const char *right = skip_blanks (after + 1);
  if (find_name (right, right, name) != right)
    return 0;
  right = skip_blanks (right + strlen (name));
  char sign = *right && right[1] != *right ? clause_sign (*right) : 0;
  return sign && !find_name (right, right, name) && is_operand (right + 1, sign) ? sign : 0;
}

char
rp_code_reduction_within (const rp_source *source, uint32_t directive, const char *name)
{
  uint32_t end = rp_code_statement_end (source, directive);
  code_line line;
  char all = 0;
  for (uint32_t number = after_directive (source, directive); number <= end; number++)
    {
      if (!read_line (source, number, &line))
        return 0;
      if (!find_name (line.text, line.text, name))
        continue;
      char sign = rp_code_reduction (source, number, name);
      if (!sign || (all && sign != all))
        return 0;
      all = sign;
    }
  return all;
}

/* Past subscripts and members. */
static const char *
skip_designators (const char *at)
{
  for (at = skip_blanks (at);; at = skip_blanks (at))
    if (*at == '[')
      {
        int depth = 0;
        do
          depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
        while (*at++ && depth);
        if (depth)
          return at - 1;
      }
    else if (*at == '.' || (*at == '-' && at[1] == '>'))
      for (at = skip_blanks (at + (*at == '.' ? 1 : 2)); is_name (*at);)
        at++;
    else
      return at;
}

bool
rp_code_is_update (const rp_source *source, uint32_t number, const char *name)
{
  code_line line;
  bool is_step;
  char step = 0;
  const char *after
    = read_line (source, number, &line) ? find_update (&line, name, &is_step, &step) : NULL;
  if (!after)
    return false;
  after = skip_designators (after);
  if (is_step)
    return *after == ';';
  if (!strncmp (after, "++", 2) || !strncmp (after, "--", 2))
    return *skip_blanks (after + 2) == ';';
  return *after && strchr ("+-*/&|^", *after) && after[1] == '=';
}

/* ---- temporaries ---- */

/* NAME is given a value at AT: `NAME = ...` where the right side does not read it. */
static bool
is_assigned (const char *at, const char *name)
{
  const char *after = skip_blanks (at + strlen (name));
  const char *end = strpbrk (after, ";");
  if (*after != '=' || after[1] == '=' || !end)
    return false;
  const char *again = find_name (after, after, name);
  return !again || again > end;
}

/* The first statement on the line that has to do with NAME, at AT, is such an assignment, or a
 * `for` that begins with one. */
static bool
begins_with_value (const code_line *line, const char *at, const char *name)
{
  const char *before = at;
  while (before > line->text && isspace ((unsigned char) before[-1]))
    before--;
  if (!is_assigned (at, name))
    return false;
  if (before == line->text || strchr ("{;}", before[-1]))
    return true;
  if (before[-1] != '(')
    return false;
  for (before--; before > line->text && isspace ((unsigned char) before[-1]);)
    before--;
  bool is_for = before - line->text >= 3 && !strncmp (before - 3, "for", 3)
                && (before - 3 == line->text || !is_name (before[-4]));
  return is_for && *skip_blanks (line->text) == 'f';
}

/* The statement before the line ends before it, or the line is the first of the block: so the line
 * is always executed with the block. */
static bool
ends_statement (const char *text)
{
  size_t length = strlen (text);
  while (length && isspace ((unsigned char) text[length - 1]))
    length--;
  return length && strchr (";{}", text[length - 1]);
}

/* Whether NAME, from LINE to LAST, occurs first as what is given a value, at block depth DEPTH. 1
 * yes, 0 no, -1: it does not occur. */
static int
is_written_first (const rp_source *source, uint32_t number, uint32_t last, const char *name,
                  int wanted)
{
  code_line line;
  int depth = 0;
  bool is_free = true;
  for (; number <= last && read_line (source, number, &line); number++)
    {
      const char *at = find_name (line.text, line.text, name);
      if (at)
        return depth == wanted && is_free && begins_with_value (&line, at, name);
      if (!*skip_blanks (line.text) || directive_text (&line))
        continue;
      for (const char *c = line.text; *c; c++)
        depth += *c == '{' ? 1 : *c == '}' ? -1 : 0;
      if (depth < 0)
        return -1;
      is_free = ends_statement (line.text);
    }
  return -1;
}

bool
rp_code_is_temporary (const rp_source *source, uint32_t directive, const char *name)
{
  uint32_t first = after_directive (source, directive),
           end = rp_code_statement_end (source, directive);
  code_line line;
  if (!end || !read_line (source, first, &line) || find_name (line.text, line.text, name))
    return false;
  /* the head of the loop, then its block; or the block of the region */
  bool has_brace = strchr (line.text, '{');
  if (!has_brace && *skip_blanks (line.text) != '{' && strncmp (skip_blanks (line.text), "for", 3))
    return false;
  bool next_is_block
    = !has_brace && read_line (source, first + 1, &line) && *skip_blanks (line.text) == '{';
  if (!has_brace && !next_is_block)
    return false;
  return is_written_first (source, first, end, name, 1) == 1
         && is_written_first (source, end + 1, UINT32_MAX, name, 0) != 0;
}
