#include "base/rng.h"
#include "base/strbuf.h"
#include "test.h"

#include <string.h>

TEST (starts_empty)
{
  rp_strbuf buffer = { 0 };
  CHECK_STR (rp_strbuf_text (&buffer), "");
  rp_strbuf_add (&buffer, "");
  CHECK_STR (rp_strbuf_text (&buffer), "");
  rp_strbuf_clear (&buffer);
  CHECK_STR (rp_strbuf_text (&buffer), "");
}

TEST (appends)
{
  rp_strbuf buffer = { 0 };
  rp_strbuf_add (&buffer, "task");
  rp_strbuf_add_char (&buffer, ' ');
  rp_strbuf_format (&buffer, "%d of %s", 3, "7");
  rp_strbuf_repeat (&buffer, "^-", 3);
  rp_strbuf_repeat (&buffer, "never", 0);
  rp_strbuf_add_bytes (&buffer, "abcdef", 2);
  CHECK_STR (rp_strbuf_text (&buffer), "task 3 of 7^-^-^-ab");
  CHECK_INT (buffer.length, strlen (buffer.text));
  rp_strbuf_clear (&buffer);
}

TEST (keeps_zero_bytes)
{
  rp_strbuf buffer = { 0 };
  rp_strbuf_add_bytes (&buffer, "a\0b", 3);
  rp_strbuf_add_bytes (&buffer, NULL, 0);
  CHECK_INT (buffer.length, 3);
  CHECK_INT (buffer.text[2], 'b');
  CHECK_INT (buffer.text[3], '\0');
  rp_strbuf_clear (&buffer);
}

TEST (long_format)
{
  rp_strbuf buffer = { 0 };
  rp_strbuf_add (&buffer, "x");
  rp_strbuf_format (&buffer, "%*d", 100000, 5);
  CHECK_INT (buffer.length, 100001);
  CHECK_INT (buffer.text[100000], '5');
  CHECK_INT (strlen (buffer.text), 100001);
  rp_strbuf_clear (&buffer);
}

TEST (random_run_against_an_array)
{
  static char model[20000];
  rp_strbuf buffer = { 0 };
  rp_rng rng = rp_rng_from_seed (4);
  size_t length = 0, wrong = 0;
  while (length < 19000)
    {
      char piece[64];
      size_t bytes = rp_rng_below (&rng, sizeof piece);
      for (size_t i = 0; i < bytes; i++)
        piece[i] = (char) ('a' + rp_rng_below (&rng, 26));
      piece[bytes] = '\0';
      memcpy (model + length, piece, bytes + 1);
      length += bytes;
      if (rp_rng_below (&rng, 2))
        rp_strbuf_add (&buffer, piece);
      else
        rp_strbuf_format (&buffer, "%s", piece);
      wrong += buffer.length != length || buffer.text[length] != '\0';
    }
  CHECK_INT (wrong, 0);
  CHECK_STR (rp_strbuf_text (&buffer), model);
  rp_strbuf_clear (&buffer);
}
