#include "compile/rewrite/c_token.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool
is_word_character (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$' || (unsigned char) c >= 0x80;
}

const char *
rp_rewrite_after_blanks (const char *at)
{
  return at + strspn (at, " \t\f\v");
}

const char *
rp_rewrite_after_space (const char *at)
{
  return at + strspn (at, " \t\f\v\r\n");
}

static const char *
after_word (const char *at)
{
  while (is_word_character (*at))
    at++;
  return at;
}

/* Skips WORD. Returns NULL if WORD does not stand at AT. */
const char *
rp_rewrite_expect_word (const char *at, const char *word)
{
  const char *end = after_word (at);
  size_t length = strlen (word);
  return (size_t) (end - at) == length && !strncmp (at, word, length) ? end : NULL;
}

static const char *
after_quoted (const char *at)
{
  char quote = *at++;
  while (*at && *at != quote && *at != '\n')
    at += *at == '\\' && at[1] ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

/* Skips R"delimiter( ... )delimiter", from the quote on. */
static const char *
after_raw_string (const char *at)
{
  const char *open = at + 1 + strcspn (at + 1, "(\n\"");
  if (*open != '(')
    return after_quoted (at);
  size_t length = (size_t) (open - (at + 1));
  for (const char *close = strchr (open, ')'); close; close = strchr (close + 1, ')'))
    if (!strncmp (close + 1, at + 1, length) && close[1 + length] == '"')
      return close + length + 2;
  return open + strlen (open);
}

static const char *
after_number (const char *at)
{
  while (is_word_character (*at) || *at == '.' || (*at == '\'' && is_word_character (at[1])))
    at++;
  return at;
}

static const char *
after_comment (const char *at)
{
  if (at[1] == '/')
    return at + strcspn (at, "\n");
  const char *end = strstr (at + 2, "*/");
  return end ? end + 2 : at + strlen (at);
}

/* Skips a word. If the word is the prefix of a raw string, skips the string, too. */
static const char *
after_word_or_raw_string (const char *at)
{
  const char *end = after_word (at);
  bool is_raw = end[-1] == 'R' && *end == '"' && end - at <= 3
                && strspn (at, "LuU8") == (size_t) (end - at) - 1;
  return is_raw ? after_raw_string (end) : end;
}

/* Skips one token, or one character that is no token. */
const char *
rp_rewrite_after_token (const char *at)
{
  if (*at == '"' || *at == '\'')
    return after_quoted (at);
  if (*at == '/' && (at[1] == '/' || at[1] == '*'))
    return after_comment (at);
  if (isdigit ((unsigned char) *at))
    return after_number (at);
  return is_word_character (*at) ? after_word_or_raw_string (at) : at + 1;
}

const char *
rp_rewrite_after_brackets (const char *at)
{
  size_t depth = 0;
  while (*at)
    {
      char c = *at;
      at = rp_rewrite_after_token (at);
      if (strchr ("([{", c))
        depth++;
      else if (strchr (")]}", c) && --depth == 0)
        break;
    }
  return at;
}
