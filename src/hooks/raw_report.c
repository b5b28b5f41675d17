/* The end of a program: what was found, as numbers, in JSON ("raceproof-raw/1"). `raceproof run`
 * reads it and gives the numbers their names; a program that was started directly calls
 * `raceproof report` to have it shown. */
#include "base/json.h"
#include "base/strbuf.h"
#include "hooks/engine.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum
{
  DEEPEST = 256 /* frames of a stack that are told */
};

static rp_engine_state *const engine = &rp_engine_now;

static void
write_address (rp_json *json, const char *key, uint64_t address)
{
  char text[32];
  snprintf (text, sizeof text, "0x%llx", (unsigned long long) address);
  rp_json_string (json, key, text);
}

static void
write_stack (rp_json *json, const char *key, uint32_t where)
{
  uint64_t pcs[DEEPEST];
  size_t count = rp_where_stack (where, pcs, DEEPEST);
  rp_json_array (json, key);
  for (size_t i = 0; i < count; i++)
    write_address (json, NULL, pcs[i]);
  rp_json_array_end (json);
}

static int
write_module (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  rp_json *json = context;
  uint64_t low = UINT64_MAX, high = 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      {
        uint64_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        low = begin < low ? begin : low;
        high
          = begin + info->dlpi_phdr[i].p_memsz > high ? begin + info->dlpi_phdr[i].p_memsz : high;
      }
  char path[PATH_MAX] = "";
  if (!info->dlpi_name || !*info->dlpi_name)
    {
      ssize_t length = readlink ("/proc/self/exe", path, sizeof path - 1);
      path[length > 0 ? length : 0] = '\0';
    }
  rp_json_object (json, NULL);
  rp_json_string (json, "path", *path ? path : info->dlpi_name);
  write_address (json, "low", low);
  write_address (json, "high", high);
  write_address (json, "bias", info->dlpi_addr);
  rp_json_object_end (json);
  return 0;
}

static uint32_t
stop_task (const rp_stop_info *info)
{
  return info->stop != RP_STOP_NOT ? info->task : engine->stop_task;
}

static void
write_stop (rp_json *json, const char *stop, const char *message)
{
  rp_stop_info info = rp_runtime_stop_info (engine->runtime);
  if (!stop)
    {
      rp_json_null (json, "stop");
      return;
    }
  rp_json_object (json, "stop");
  rp_json_string (json, "kind", stop);
  rp_json_string (json, "message", message ? message : "");
  rp_json_number (json, "task", stop_task (&info));
  write_stack (json, "stack", info.stop != RP_STOP_NOT ? info.site : engine->stop_where);
  rp_json_array (json, "waiting");
  for (size_t i = 0; i < info.waiting_count; i++)
    {
      rp_json_object (json, NULL);
      rp_json_number (json, "task", info.waiting[i].task);
      rp_json_string (json, "what", info.waiting[i].what);
      write_stack (json, "stack", info.waiting[i].site);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
  rp_json_object_end (json);
}

static void
need_task (rp_map *needed, const rp_task_table *tasks, uint32_t task)
{
  while (task != RP_NO_TASK && !rp_map_find (needed, task))
    {
      *rp_map_insert (needed, task, NULL) = 1;
      task = tasks->rows.items[task].parent;
    }
}

static void
write_task (rp_json *json, const rp_task_table *tasks, uint32_t task)
{
  const rp_task_row *row = &tasks->rows.items[task];
  rp_json_object (json, NULL);
  rp_json_number (json, "id", task);
  if (row->parent == RP_NO_TASK)
    rp_json_null (json, "parent");
  else
    rp_json_number (json, "parent", row->parent);
  rp_json_string (json, "kind", rp_task_kind_name (row->kind));
  if (row->note)
    rp_json_number (json, "index", row->note - 1);
  else
    rp_json_null (json, "index");
  write_stack (json, "stack", row->site);
  rp_json_object_end (json);
}

/* Those that are mentioned, and their ancestors. */
static void
write_tasks (rp_json *json)
{
  const rp_task_table *tasks = rp_runtime_tasks (engine->runtime);
  rp_stop_info info = rp_runtime_stop_info (engine->runtime);
  rp_map needed = { 0 };
  need_task (&needed, tasks, 0);
  need_task (&needed, tasks, stop_task (&info));
  for (size_t i = 0; i < engine->races.count; i++)
    {
      need_task (&needed, tasks, engine->races.items[i].earlier.task);
      need_task (&needed, tasks, engine->races.items[i].later.task);
      if (engine->races.items[i].on_stack)
        need_task (&needed, tasks, engine->races.items[i].stack.task);
      if (engine->races.items[i].block.base)
        need_task (&needed, tasks, engine->races.items[i].block.task);
    }
  for (size_t i = 0; i < info.waiting_count; i++)
    need_task (&needed, tasks, info.waiting[i].task);
  rp_json_array (json, "tasks");
  for (uint32_t i = 0; i < tasks->rows.count; i++)
    if (rp_map_find (&needed, i))
      write_task (json, tasks, i);
  rp_json_array_end (json);
  rp_map_clear (&needed);
}

static void
write_object (rp_json *json, const rp_raw_race *race)
{
  rp_json_object (json, "object");
  if (race->block.base)
    {
      rp_json_string (json, "kind", "heap");
      write_address (json, "base", race->block.base);
      rp_json_number (json, "size", race->block.size);
      rp_json_number (json, "task", race->block.task);
      write_stack (json, "stack", race->block.context);
    }
  else if (race->on_stack)
    {
      rp_json_string (json, "kind", "stack");
      if (race->stack.task != RP_NO_TASK)
        rp_json_number (json, "task", race->stack.task);
      if (race->stack.frame)
        {
          write_address (json, "frame", race->stack.frame);
          write_address (json, "pc", race->stack.pc);
        }
    }
  else
    rp_json_string (json, "kind", "unknown");
  rp_json_object_end (json);
}

static void
write_side (rp_json *json, const char *key, const rp_raw_side *side, uint64_t size)
{
  rp_json_object (json, key);
  rp_json_number (json, "task", side->task);
  rp_json_bool (json, "write", side->is_write);
  rp_json_number (json, "size", size);
  rp_json_bool (json, "atomic", side->class == RP_ACCESS_ATOMIC);
  rp_json_bool (json, "isolated", side->class == RP_ACCESS_ISOLATED);
  rp_json_number (json, "step", side->step);
  write_stack (json, "stack", side->where);
  rp_json_object_end (json);
}

static void
write_race (rp_json *json, const rp_raw_race *race)
{
  rp_json_object (json, NULL);
  rp_json_string (json, "certainty", race->certain ? "certain" : "possible");
  write_address (json, "address", race->address);
  rp_json_number (json, "size", race->size);
  rp_json_number (json, "count", race->count);
  write_object (json, race);
  write_side (json, "later", &race->later, race->size);
  write_side (json, "earlier", &race->earlier, race->size);
  rp_json_object_end (json);
}

static const char *
dependence_text (rp_dependence_kind kind)
{
  switch (kind)
    {
    case RP_DEPENDS_ON_EWAIT:
      return "which of several tasks an ewait joins";
    case RP_DEPENDS_ON_HANDLERS:
      return "the order in which the handlers of a region run";
    case RP_DEPENDS_ON_CHOICE:
      return "the values that rp_choose takes";
    case RP_DEPENDS_ON_LEFT:
      return "when an async leaves the tasks of a region behind";
    case RP_DEPENDS_ON_ISOLATED:
      break;
    }
  return "the order of isolated sections";
}

static void
write_dependences (rp_json *json)
{
  rp_json_array (json, "dependences");
  for (size_t i = 0; i < engine->races.count; i++)
    if (engine->races.items[i].order)
      {
        const rp_raw_race *race = &engine->races.items[i];
        rp_json_object (json, NULL);
        rp_json_string (json, "what",
                        race->later.class == RP_ACCESS_ATOMIC
                          ? "the order of atomic operations on one location"
                          : "the order of isolated sections on one location");
        write_stack (json, "stack", race->earlier.where);
        write_stack (json, "other", race->later.where);
        rp_json_object_end (json);
      }
  for (size_t i = 0; i < engine->builder.depends.count; i++)
    {
      rp_json_object (json, NULL);
      rp_json_string (json, "what", dependence_text (engine->builder.depends.items[i].kind));
      write_stack (json, "stack", engine->builder.depends.items[i].site);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

static void
write_stats (rp_json *json)
{
  struct rusage usage;
  struct timespec now;
  getrusage (RUSAGE_SELF, &usage);
  clock_gettime (CLOCK_MONOTONIC, &now);
  uint64_t shadow = 0;
  for (int i = 0; i < RP_ACCESS_CLASSES; i++)
    shadow += rp_shadow_bytes (&engine->bags.shadows[i]);
  rp_json_object (json, "stats");
  rp_json_number (json, "tasks", rp_runtime_tasks (engine->runtime)->rows.count);
  rp_json_number (json, "strands", engine->bags.strands.count);
  rp_json_number (json, "nodes", engine->builder.graph.stamp);
  rp_json_number (json, "edges", engine->builder.graph.edge_count);
  rp_json_number (json, "accesses", engine->accesses);
  rp_json_number (json, "shadow_kb", shadow / 1024);
  rp_json_number (json, "context_kb", rp_context_bytes () / 1024);
  rp_json_real (json, "seconds", (double) now.tv_sec + (double) now.tv_nsec * 1e-9 - engine->begun);
  rp_json_number (json, "peak_rss_kb", (uint64_t) usage.ru_maxrss);
  rp_json_object_end (json);
}

static void
write_options (rp_json *json)
{
  rp_json_object (json, "options");
  for (size_t i = 0; i < rp_option_count; i++)
    {
      const rp_option_row *row = &rp_option_rows[i];
      const char *at = (const char *) &engine->options + row->offset;
      if (row->type == RP_OPTION_flag)
        rp_json_bool (json, row->name, *(const bool *) at);
      else if (row->type == RP_OPTION_number)
        rp_json_number (json, row->name, *(const uint64_t *) at);
      else
        rp_json_string (json, row->name, *(const char *const *) at);
    }
  rp_json_object_end (json);
}

static void
write_report (FILE *out, const char *stop, const char *message, int status)
{
  rp_json json = { .out = out };
  char path[PATH_MAX];
  ssize_t length = readlink ("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  rp_json_object (&json, NULL);
  rp_json_string (&json, "schema", "raceproof-raw/1");
  rp_json_string (&json, "program", path);
  rp_json_string (&json, "engine", engine->with_graph ? "graph" : "bags");
  rp_json_string (&json, "schedule", engine->options.schedule);
  rp_json_array (&json, "modules");
  dl_iterate_phdr (write_module, &json);
  rp_json_array_end (&json);
  write_stop (&json, stop, message);
  write_tasks (&json);
  rp_json_array (&json, "races");
  for (size_t i = 0; i < engine->races.count; i++)
    if (!engine->races.items[i].order)
      write_race (&json, &engine->races.items[i]);
  rp_json_array_end (&json);
  write_dependences (&json);
  rp_json_array (&json, "warnings");
  for (size_t i = 0; i < engine->warnings.count; i++)
    rp_json_string (&json, NULL, engine->warnings.items[i]);
  rp_json_array_end (&json);
  write_options (&json);
  rp_json_number (&json, "status", (uint64_t) status);
  write_stats (&json);
  rp_json_object_end (&json);
  rp_json_end (&json);
}

static int
status_of (const char *stop, int status)
{
  bool certain = stop && strcmp (stop, "exit-in-task") && strcmp (stop, "signal");
  bool depends = engine->builder.depends.count > 0;
  for (size_t i = 0; i < engine->races.count; i++)
    {
      certain |= engine->races.items[i].certain;
      depends |= !engine->races.items[i].certain;
    }
  if (certain)
    return engine->options.exitcode ? (int) engine->options.exitcode : status;
  return depends && !status ? 67 : status;
}

/* Started directly: the command shows the report, if it can be found, and its exit status is that
 * of the program: it knows what is suppressed. */
static int
show (const char *path, int status)
{
  const char *command = getenv ("RACEPROOF");
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    {
      unsetenv ("LD_PRELOAD");
      execlp (command ? command : "raceproof", "raceproof", "report", path, (char *) NULL);
      fprintf (stderr, "raceproof: %zu race%s found; put the raceproof command on PATH to see %s\n",
               engine->races.count, engine->races.count == 1 ? "" : "s",
               engine->races.count == 1 ? "it" : "them");
      _exit (127);
    }
  int ended;
  bool is_shown = child > 0 && waitpid (child, &ended, 0) == child && WIFEXITED (ended)
                  && WEXITSTATUS (ended) != 127;
  return is_shown ? WEXITSTATUS (ended) : status;
}

int
rp_raw_report_end (const char *stop, const char *message, int status)
{
  const char *given = getenv ("RACEPROOF_RAW");
  char own[] = "/tmp/raceproof-XXXXXX";
  int fd = given ? open (given, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : mkstemp (own);
  FILE *out = fd >= 0 ? fdopen (fd, "w") : NULL;
  if (!out)
    {
      fprintf (stderr, "raceproof: cannot write the report to %s\n", given ? given : own);
      return status_of (stop, status);
    }
  write_report (out, stop, message, status);
  fclose (out);
  bool anything = stop || engine->races.count || engine->warnings.count
                  || engine->builder.depends.count || engine->options.verbosity;
  int result = status_of (stop, status);
  if (!given && anything)
    result = show (own, result);
  if (!given)
    unlink (own);
  return result;
}
