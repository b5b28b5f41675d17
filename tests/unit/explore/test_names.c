#include "explore/names.h"
#include "test.h"

static void
check_path (rp_task_names *names, const char *path)
{
  uint32_t number, again;
  rp_strbuf text = { 0 };
  if (CHECK (rp_task_names_read (names, path, &number)))
    {
      rp_task_names_write (names, number, &text);
      CHECK_STR (text.text, path);
      CHECK (rp_task_names_read (names, text.text, &again));
      CHECK_INT (again, number);
    }
  rp_strbuf_clear (&text);
}

TEST (paths_there_and_back)
{
  static const char *const paths[] = { "0", "0.0", "0.3", "0.3.0", "0.12.7.1" };
  rp_task_names names;
  rp_task_names_init (&names);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    check_path (&names, paths[i]);
  rp_task_names_clear (&names);
}

TEST (what_is_no_path)
{
  static const char *const texts[] = { "",     "1",  "0.",   "0..1",          "0.x",         "0.-1",
                                       "0.1x", ".0", "0 .1", "0.99999999999", "0.4294967295" };
  rp_task_names names;
  uint32_t number;
  rp_task_names_init (&names);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!CHECK (!rp_task_names_read (&names, texts[i], &number)))
      test_note ("%s", texts[i]);
  rp_task_names_clear (&names);
}

/* The same task has other rows in other runs, and its hash follows from the path alone. */
TEST (rows_of_two_runs)
{
  rp_task_names names, others;
  rp_task_table table = { 0 };
  rp_task_names_init (&names);
  rp_task_names_init (&others);
  rp_task_table_add (&table, RP_NO_TASK, 0, RP_TASK_MAIN, 0, 0);
  rp_task_table_add (&table, 0, 0, RP_TASK_ASYNC, 0, 0);
  rp_task_table_add (&table, 0, 1, RP_TASK_ASYNC, 0, 0);
  rp_task_table_add (&table, 1, 0, RP_TASK_ASYNC, 0, 0);
  uint32_t nested = rp_task_names_of_row (&names, &table, 3);
  rp_task_table_clear (&table);
  table = (rp_task_table) { 0 };
  rp_task_names_begin (&names);
  rp_task_table_add (&table, RP_NO_TASK, 0, RP_TASK_MAIN, 0, 0);
  rp_task_table_add (&table, 0, 0, RP_TASK_ASYNC, 0, 0);
  rp_task_table_add (&table, 1, 0, RP_TASK_ASYNC, 0, 0);
  CHECK_INT (rp_task_names_of_row (&names, &table, 2), nested);
  CHECK_INT (rp_task_names_row (&names, nested), 2);
  uint32_t elsewhere;
  CHECK (rp_task_names_read (&others, "0.0.0", &elsewhere));
  CHECK (others.list.items[elsewhere].hash == names.list.items[nested].hash);
  rp_task_table_clear (&table);
  rp_task_names_clear (&names);
  rp_task_names_clear (&others);
}
