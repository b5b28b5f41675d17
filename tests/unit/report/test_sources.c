#include "report/sources.h"
#include "test.h"

#include <string.h>

static void
identify (const char *text, uint32_t later, uint32_t earlier, const char *object, char id[17])
{
  rp_source *source = rp_source_from_text ("f", text, strlen (text));
  rp_sources sources = { .given = source };
  rp_finding finding = { .rule = RP_RULE_RACE,
                         .object = { .name = object },
                         .access_count = 2,
                         .accesses = { { .at = { .file = "f", .line = later } },
                                       { .at = { .file = "f", .line = earlier } } } };
  rp_finding_identify (&finding, &sources, id);
  rp_sources_clear (&sources);
  rp_source_free (source);
}

TEST (identity_survives_moved_lines_and_swapped_accesses)
{
  char id[17], moved[17], swapped[17], element[17];
  identify ("x = 1;\nx = 2;\n", 1, 2, "A[1]", id);
  identify ("// new\n\n  x = 1;  \n\n\tx = 2;\r\n", 3, 5, "A[1]", moved);
  identify ("x = 1;\nx = 2;\n", 2, 1, "A[1]", swapped);
  identify ("x = 1;\nx = 2;\n", 1, 2, "A[2]", element);
  CHECK_INT (strlen (id), 16);
  CHECK_STR (moved, id);
  CHECK_STR (swapped, id);
  CHECK_STR (element, id);
}

TEST (identity_differs_by_text_and_object)
{
  char id[17], text[17], object[17];
  identify ("x = 1;\nx = 2;\n", 1, 2, "x", id);
  identify ("x = 1;\nx = 3;\n", 1, 2, "x", text);
  identify ("x = 1;\nx = 2;\n", 1, 2, "y", object);
  CHECK (strcmp (id, text));
  CHECK (strcmp (id, object));
}

TEST (a_given_identity_is_kept)
{
  char id[17];
  rp_sources sources = { 0 };
  rp_finding finding = { .rule = RP_RULE_RACE, .id = "0123456789abcdef" };
  rp_finding_identify (&finding, &sources, id);
  CHECK_STR (id, "0123456789abcdef");
}

TEST (only_regular_files_are_read)
{
  rp_sources sources = { 0 };
  CHECK (!rp_sources_find (&sources, "/dev/zero"));
  CHECK (!rp_sources_find (&sources, "/nonexistent"));
  CHECK (!rp_sources_find (&sources, NULL));
  CHECK_INT (sources.entries.count, 2);
  rp_sources_clear (&sources);
}
