#include "base/json.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

typedef struct sheet
{
  char *text;
  size_t length;
  rp_json json;
} sheet;

static void
begin (sheet *on)
{
  on->json = (rp_json) { .out = open_memstream (&on->text, &on->length) };
}

static void
check_end (sheet *on, const char *expected)
{
  rp_json_end (&on->json);
  fclose (on->json.out);
  CHECK_STR (on->text, expected);
  free (on->text);
}

TEST (nesting_and_commas)
{
  sheet on;
  begin (&on);
  rp_json *json = &on.json;
  rp_json_object (json, NULL);
  rp_json_string (json, "a", "x");
  rp_json_array (json, "b");
  rp_json_number (json, NULL, 1);
  rp_json_bool (json, NULL, false);
  rp_json_object (json, NULL);
  rp_json_object_end (json);
  rp_json_array (json, NULL);
  rp_json_array_end (json);
  rp_json_array_end (json);
  rp_json_null (json, "c");
  rp_json_object_end (json);
  check_end (&on, "{\n  \"a\": \"x\",\n  \"b\": [\n    1,\n    false,\n    {},\n    []\n  ],\n"
                  "  \"c\": null\n}\n");
}

static void
check_string (const char *value, const char *expected)
{
  sheet on;
  begin (&on);
  rp_json_string (&on.json, NULL, value);
  check_end (&on, expected);
}

TEST (strings_are_escaped)
{
  check_string ("plain", "\"plain\"\n");
  check_string ("\"\\/", "\"\\\"\\\\/\"\n");
  check_string ("a\nb\tc\001\177", "\"a\\nb\\tc\\u0001\\u007f\"\n");
  check_string ("gr\303\274n", "\"gr\303\274n\"\n");
  check_string ("bad\377end", "\"bad\\ufffdend\"\n");
  check_string ("cut\303", "\"cut\\ufffd\"\n");
  check_string (NULL, "null\n");
}

static void
check_real (double value, const char *expected)
{
  sheet on;
  begin (&on);
  rp_json_real (&on.json, NULL, value);
  check_end (&on, expected);
}

TEST (numbers)
{
  check_real (0.25, "0.25\n");
  check_real (1e300, "1e+300\n");
  check_real (NAN, "null\n");
  check_real (INFINITY, "null\n");
  sheet on;
  begin (&on);
  rp_json_number (&on.json, NULL, UINT64_MAX);
  check_end (&on, "18446744073709551615\n");
  begin (&on);
  rp_json_integer (&on.json, NULL, INT64_MIN);
  check_end (&on, "-9223372036854775808\n");
}
