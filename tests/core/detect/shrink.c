#include "shrink.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <ctype.h>
#include <string.h>

typedef struct range
{
  size_t begin, end; /* bytes */
} range;

typedef struct shrinker
{
  char *text;
  rp_still_fails *fails;
  void *context;
  int tries_left;
} shrinker;

/* TEXT without the two ranges; the first must come before the second. */
static char *
without (const char *text, range a, range b)
{
  rp_strbuf rest = { 0 };
  rp_strbuf_add_bytes (&rest, text, a.begin);
  rp_strbuf_add_bytes (&rest, text + a.end, b.begin - a.end);
  rp_strbuf_add (&rest, text + b.end);
  return rest.text;
}

/* Takes CANDIDATE: keeps it if it still fails. */
static bool
offer (shrinker *s, char *candidate)
{
  bool better = s->tries_left > 0 && strlen (candidate) < strlen (s->text);
  if (better)
    {
      s->tries_left--;
      better = s->fails (candidate, s->context);
    }
  free (better ? s->text : candidate);
  if (better)
    s->text = candidate;
  return better;
}

static bool
offer_without (shrinker *s, range a, range b)
{
  return a.end <= b.begin && offer (s, without (s->text, a, b));
}

static bool
offer_cut (shrinker *s, range a)
{
  range nothing = { a.end, a.end };
  return offer_without (s, a, nothing);
}

/* Past a comment, or AT itself. */
static size_t
skip_comment (const char *text, size_t at)
{
  if (text[at] == '/' && text[at + 1] == '/')
    return at + strcspn (text + at, "\n");
  return at;
}

/* The end of what the opening bracket at AT encloses, bracket included; strlen if unbalanced. */
static size_t
closing (const char *text, size_t at)
{
  int depth = 0;
  for (; text[at]; at++)
    {
      at = skip_comment (text, at);
      if (text[at] && strchr ("([{", text[at]))
        depth++;
      else if (text[at] && strchr (")]}", text[at]) && --depth == 0)
        return at + 1;
      if (!text[at])
        break;
    }
  return at;
}

/* The statement that begins at AT: up to its semicolon or the end of its block. */
static size_t
statement_end (const char *text, size_t at)
{
  while (text[at] && text[at] != ';' && text[at] != '}')
    {
      if (text[at] == '{')
        {
          at = closing (text, at);
          size_t after = at + strspn (text + at, " \n\t");
          if (text[after] == ';')
            return after + 1;
          if (strncmp (text + after, "else", 4) != 0)
            return at;
          at = after;
        }
      else if (text[at] == '(' || text[at] == '[')
        at = closing (text, at);
      else
        at++;
    }
  return text[at] == ';' ? at + 1 : at;
}

static bool
starts_statement (const char *text, size_t at)
{
  if (isspace ((unsigned char) text[at]) || strchr ("{};)", text[at]))
    return false;
  while (at > 0 && isspace ((unsigned char) text[at - 1]))
    at--;
  return at == 0 || strchr ("{};)", text[at - 1]);
}

static bool
cut_statements (shrinker *s)
{
  bool changed = false;
  for (size_t at = 0; s->text[at];)
    {
      size_t end = statement_end (s->text, at);
      if (s->text[at] == '/' && skip_comment (s->text, at) > at)
        end = skip_comment (s->text, at);
      bool cut = starts_statement (s->text, at) && end > at && offer_cut (s, (range) { at, end });
      changed |= cut;
      at += !cut;
    }
  return changed;
}

/* `finish { a; b; }` to `a; b;`, for every head and block. */
static bool
unwrap_blocks (shrinker *s)
{
  bool changed = false;
  for (size_t at = 0; s->text[at];)
    {
      size_t open = at + strcspn (s->text + at, "{;}");
      bool unwrapped = false;
      if (starts_statement (s->text, at) && s->text[open] == '{')
        {
          size_t close = closing (s->text, open);
          if (close > open + 1)
            unwrapped = offer_without (s, (range) { at, open + 1 }, (range) { close - 1, close });
        }
      changed |= unwrapped;
      at += !unwrapped;
    }
  return changed;
}

/* Runs of one to four tokens on one line: operands with their operators, clauses, keywords. */
static size_t
token_end (const char *text, size_t at)
{
  size_t end = at;
  while (isalnum ((unsigned char) text[end]) || text[end] == '_')
    end++;
  return end > at ? end : at + 1;
}

static bool
cut_tokens (shrinker *s, int tokens)
{
  bool changed = false;
  for (size_t at = 0; s->text[at];)
    {
      size_t end = at;
      for (int i = 0; i < tokens && s->text[end] && s->text[end] != '\n'; i++)
        {
          end = token_end (s->text, end);
          end += strspn (s->text + end, " ");
        }
      bool cut = !isspace ((unsigned char) s->text[at]) && offer_cut (s, (range) { at, end });
      changed |= cut;
      if (!cut)
        at = token_end (s->text, at);
    }
  return changed;
}

static bool
is_blank_line (const char *line)
{
  return line[strspn (line, " \t")] == '\n';
}

/* Blank lines say nothing; removing them cannot change the answer, so nobody is asked. */
static void
tidy (shrinker *s)
{
  rp_strbuf kept = { 0 };
  for (const char *line = s->text; *line;)
    {
      size_t length = strcspn (line, "\n");
      length += line[length] == '\n';
      if (!is_blank_line (line))
        rp_strbuf_add_bytes (&kept, line, length);
      line += length;
    }
  free (s->text);
  s->text = rp_strdup (rp_strbuf_text (&kept));
  rp_strbuf_clear (&kept);
}

char *
rp_shrink (const char *text, rp_still_fails *fails, void *context, int max_tries)
{
  shrinker s = { rp_strdup (text), fails, context, max_tries };
  bool changed = true;
  while (changed && s.tries_left > 0)
    {
      changed = cut_statements (&s);
      changed |= unwrap_blocks (&s);
      if (changed)
        continue;
      for (int tokens = 6; tokens >= 1; tokens--)
        changed |= cut_tokens (&s, tokens);
    }
  tidy (&s);
  return s.text;
}
