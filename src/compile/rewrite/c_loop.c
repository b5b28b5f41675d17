/* Reads the head of a loop in the canonical form [OpenMP 5.2, 4.4.1]: for (init; var relop bound; incr). */
#include "compile/rewrite/c_token.h"
#include "compile/rewrite/directive.h"

#include <ctype.h>
#include <string.h>

/* Returns the first place from AT on that is not in white space, a comment, a line with a # or an attribute. */
static const char *
after_noise (const char *at)
{
  for (;;)
    {
      at = rp_rewrite_after_space (at);
      if (*at == '#')
        at += strcspn (at, "\n");
      else if (*at == '/' && (at[1] == '/' || at[1] == '*'))
        at = rp_rewrite_after_token (at);
      else if (*at == '[' && at[1] == '[')
        at = rp_rewrite_after_brackets (at);
      else
        return at;
    }
}

const char *
rp_rewrite_loop_body (const char *at, unsigned depth)
{
  for (; depth; depth--)
    {
      at = after_noise (at);
      while (*at == '{')
        at = after_noise (at + 1);
      at = rp_rewrite_expect_word (at, "for");
      at = at ? after_noise (at) : NULL;
      if (!at || *at != '(')
        return NULL;
      at = rp_rewrite_after_brackets (at);
    }
  return at;
}

/* A part of the head: [at, end). */
typedef struct part
{
  const char *at, *end;
} part;

/* Splits the text in the parentheses that begin at OPEN into the parts between semicolons. Stores the first three parts
 * in PARTS. Returns the number of parts. */
static int
split_head (const char *open, part parts[3])
{
  const char *close = rp_rewrite_after_brackets (open), *at = open + 1, *begin = at;
  int count = 0;
  while (at < close)
    {
      bool ends = *at == ';' || at + 1 == close;
      if (ends && count < 3)
        parts[count] = (part) { begin, at };
      count += ends;
      bool opens = strchr ("([{", *at) && !ends;
      at = opens ? rp_rewrite_after_brackets (at) : rp_rewrite_after_token (at);
      begin = ends ? at : begin;
    }
  return count;
}

/* Returns whether OPERATOR stands at AT and is not the beginning of a longer operator. */
static bool
is_operator (const char *at, const char *operator)
{
  size_t length = strlen (operator);
  return !strncmp (at, operator, length) && !strchr ("<>=", at[length]);
}

static bool
is_less (const char *at)
{
  return is_operator (at, "<") || is_operator (at, "<=");
}

static bool
is_greater (const char *at)
{
  return is_operator (at, ">") || is_operator (at, ">=");
}

static bool
has_text (part p, const char *text)
{
  for (const char *at = p.at; at + strlen (text) <= p.end; at++)
    if (!strncmp (at, text, strlen (text)))
      return true;
  return false;
}

/* Returns the loop variable: the first word of the increment, `i++`, `--i`, `i += 2`, `i = 2 + i`. */
static part
variable_of (part increment)
{
  const char *at = increment.at;
  while (at < increment.end && !isalpha ((unsigned char) *at) && *at != '_')
    at++;
  return (part) { at, at < increment.end ? rp_rewrite_after_token (at) : at };
}

static bool
is_word_at (const char *at, const char *end, part word)
{
  size_t length = (size_t) (word.end - word.at);
  return length && (size_t) (end - at) >= length && !strncmp (at, word.at, length)
         && rp_rewrite_after_token (at) == at + length;
}

/* Returns whether the loop counts down, by the relation in its test: `var > bound` or `bound < var`. Returns false
 * if the test has another form. */
static bool
test_is_down (part test, part variable)
{
  const char *left = test.at;
  while (left < test.end && (isspace ((unsigned char) *left) || *left == '('))
    left++;
  bool is_left = is_word_at (left, test.end, variable), is_last = false, is_less_last = false;
  for (const char *token = test.at; token < test.end; token = rp_rewrite_after_token (token))
    {
      bool is_relation = is_less (token) || is_greater (token);
      if (is_relation && is_left)
        return is_greater (token);
      is_less_last = is_relation ? is_less (token) : is_less_last;
      is_last = is_word_at (token, test.end, variable)
                || (is_last && (isspace ((unsigned char) *token) || *token == ')'));
    }
  return is_last && is_less_last;
}

/* Stores the three parts of the head of the loop at AT in PARTS. Returns false if there is no loop in the canonical
 * form. */
static bool
read_head (const char *at, part parts[3])
{
  at = rp_rewrite_expect_word (after_noise (at), "for");
  at = at ? after_noise (at) : NULL;
  return at && *at == '(' && split_head (at, parts) == 3;
}

const char *
rp_rewrite_loop_variable (const char *at, size_t *length)
{
  part parts[3];
  if (!read_head (at, parts))
    return NULL;
  const char *name = after_noise (parts[0].at);
  if (name >= parts[0].end || (!isalpha ((unsigned char) *name) && *name != '_'))
    return NULL;
  const char *end = rp_rewrite_after_token (name);
  *length = (size_t) (end - name);
  const char *sign = after_noise (end);
  return sign < parts[0].end && sign[0] == '=' && sign[1] != '=' ? name : NULL;
}

bool
rp_rewrite_counts_down (const char *at)
{
  part parts[3];
  if (!read_head (at, parts))
    return false;
  if (has_text (parts[2], "--") || has_text (parts[2], "-="))
    return true;
  if (has_text (parts[2], "++"))
    return false;
  return test_is_down (parts[1], variable_of (parts[2]));
}
