/* Writes the raw report at the end of a program: the findings, as numbers, in JSON ("raceproof-raw/1"). `raceproof
 * run` reads it and gives the numbers their names; a program that was started directly calls `raceproof report` to
 * have it shown. */
#include "inside/writer/report_writer.h"

#include "base/clock.h"
#include "base/settings.h"
#include "base/strbuf.h"
#include "core/finding/verdict.h"
#include "inside/engine/engine.h"
#include "inside/explored/explored.h"
#include "inside/hook/libc_real.h"
#include "inside/writer/object_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  DEEPEST = 256 /* how many frames of a stack are written */
};

static rp_engine_state *const engine = &rp_engine_now;

void
rp_write_address (rp_json *json, const char *key, uint64_t address)
{
  char text[32];
  snprintf (text, sizeof text, "0x%llx", (unsigned long long) address);
  rp_json_string (json, key, text);
}

void
rp_write_stack (rp_json *json, const char *key, uint32_t site)
{
  uint64_t pcs[DEEPEST];
  size_t count = rp_site_stack (site, pcs, DEEPEST);
  rp_json_array (json, key);
  for (size_t i = 0; i < count; i++)
    rp_write_address (json, NULL, pcs[i]);
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
      ssize_t length = RP_REAL (readlink) ("/proc/self/exe", path, sizeof path - 1);
      path[length > 0 ? length : 0] = '\0';
    }
  rp_json_object (json, NULL);
  rp_json_string (json, "path", *path ? path : info->dlpi_name);
  rp_write_address (json, "low", low);
  rp_write_address (json, "high", high);
  rp_write_address (json, "bias", info->dlpi_addr);
  rp_json_object_end (json);
  return 0;
}

/* Writes the number of TASK, a row of the table of tasks. */
static void
write_task_number (rp_json *json, const char *key, uint32_t task)
{
  rp_json_number (json, key, rp_task_table_number (rp_runtime_tasks (engine->runtime), task));
}

/* Returns the task that stopped the run. If it is a loop task, its unit has stopped the run. */
static uint32_t
stop_task (const rp_stop_info *info)
{
  if (info->stop == RP_STOP_NOT)
    return engine->stop_task;
  return engine->running->loop ? rp_race_task_of (engine->bags.now) : info->task;
}

static void
write_wait (rp_json *json, const rp_wait_row *row)
{
  rp_json_object (json, NULL);
  write_task_number (json, "task", row->task);
  rp_json_string (json, "reason", rp_wait_reason_name (row->reason));
  rp_json_array (json, "others");
  for (uint32_t i = 0; i < rp_wait_named (row->other_count); i++)
    write_task_number (json, NULL, row->others[i]);
  rp_json_array_end (json);
  rp_json_number (json, "other_count", row->other_count);
  rp_json_number (json, "number", row->number);
  if (row->name)
    rp_json_string (json, "name", row->name);
  rp_write_stack (json, "stack", row->site);
  rp_json_object_end (json);
}

static void
write_stop (rp_json *json, rp_run_end ending, const char *message)
{
  rp_stop_info info = rp_runtime_stop_info (engine->runtime);
  if (ending == RP_RUN_END_NORMAL)
    {
      rp_json_null (json, "stop");
      return;
    }
  rp_json_object (json, "stop");
  rp_json_string (json, "kind", rp_run_end_name (ending));
  rp_json_string (json, "message", message ? message : "");
  write_task_number (json, "task", stop_task (&info));
  rp_json_number (json, "signal", (uint64_t) engine->stop_signal);
  rp_write_stack (json, "stack", info.stop != RP_STOP_NOT ? info.site : engine->stop_site);
  rp_json_array (json, "waiting");
  for (size_t i = 0; i < info.waiting_count; i++)
    write_wait (json, &info.waiting[i]);
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
  write_task_number (json, "id", task);
  if (row->parent == RP_NO_TASK)
    rp_json_null (json, "parent");
  else
    write_task_number (json, "parent", row->parent);
  rp_json_string (json, "kind", rp_task_kind_name (row->kind));
  if (row->note)
    rp_json_integer (json, "index", (int32_t) (row->note - 1));
  else
    rp_json_null (json, "index");
  rp_write_stack (json, "stack", row->site);
  rp_json_object_end (json);
}

/* raw_path: where the report is written; NULL: the report is shown instead. Only the process first_process writes
 * there. Processes that it forks show their reports. */
static char *raw_path;
static pid_t first_process;

/* The process that the engine's state belongs to. */
static pid_t own_process;

/* Returns whether the report gets the graph: only if the user wants it, and not in the reports of child processes. */
static bool
is_drawn (void)
{
  return rp_engine_kind->has_graph && *engine->options.graph && own_process == first_process;
}

/* Writes the tasks that the report mentions, and their ancestors; for a picture of the graph, all tasks. */
static void
write_tasks (rp_json *json)
{
  const rp_task_table *tasks = rp_runtime_tasks (engine->runtime);
  rp_stop_info info = rp_runtime_stop_info (engine->runtime);
  rp_map needed = { 0 };
  for (uint32_t i = 0; is_drawn () && i < tasks->rows.count; i++)
    need_task (&needed, tasks, i);
  need_task (&needed, tasks, 0);
  need_task (&needed, tasks, stop_task (&info));
  for (size_t i = 0; i < engine->races.count; i++)
    {
      need_task (&needed, tasks, engine->races.items[i].earlier.task);
      need_task (&needed, tasks, engine->races.items[i].later.task);
      if (engine->races.items[i].object.on_stack)
        need_task (&needed, tasks, engine->races.items[i].object.stack.task);
      if (engine->races.items[i].object.block.base)
        need_task (&needed, tasks, engine->races.items[i].object.block.task);
    }
  for (size_t i = 0; i < info.waiting_count; i++)
    {
      need_task (&needed, tasks, info.waiting[i].task);
      for (uint32_t j = 0; j < rp_wait_named (info.waiting[i].other_count); j++)
        need_task (&needed, tasks, info.waiting[i].others[j]);
    }
  for (size_t i = 0; i < engine->incidents.count; i++)
    need_task (&needed, tasks, engine->incidents.items[i].task);
  rp_json_array (json, "tasks");
  for (uint32_t i = 0; i < tasks->rows.count; i++)
    if (rp_map_find (&needed, i))
      write_task (json, tasks, i);
  rp_json_array_end (json);
  rp_map_clear (&needed);
}

void
rp_write_object (rp_json *json, const char *key, const rp_object *object)
{
  rp_json_object (json, key);
  if (object->block.base)
    {
      rp_json_string (json, "kind", "heap");
      rp_write_address (json, "base", object->block.base);
      rp_json_number (json, "size", object->block.size);
      write_task_number (json, "task", object->block.task);
      rp_write_stack (json, "stack", object->block.context);
    }
  else if (object->on_stack)
    {
      rp_json_string (json, "kind", "stack");
      if (object->stack.task != RP_NO_TASK)
        write_task_number (json, "task", object->stack.task);
      if (object->stack.frame)
        {
          rp_write_address (json, "frame", object->stack.frame);
          rp_write_address (json, "pc", object->stack.pc);
        }
      if (object->data)
        {
          rp_write_address (json, "data", object->data);
          rp_write_stack (json, "data_stack", object->data_site);
          rp_json_array (json, "data_words");
          for (uint32_t i = 0; i < object->word_count; i++)
            rp_write_address (json, NULL, object->words[i]);
          rp_json_array_end (json);
        }
    }
  else if (object->own.module)
    {
      rp_json_string (json, "kind", "thread-local");
      rp_write_address (json, "module", object->own.module);
      rp_json_number (json, "offset", object->own.offset);
    }
  else
    rp_json_string (json, "kind", "unknown");
  rp_json_object_end (json);
}

/* OpenMP: writes the locks and critical sections of the lock set SET. Leaves out the sections of atomic operations. */
static void
write_locks (rp_json *json, uint32_t set)
{
  if (!rp_front_now.names_locks || set == RP_GLOBAL_LOCK)
    return;
  const rp_lockset *locks = rp_locksets_get (&engine->step_bags.order.locksets, set);
  rp_json_array (json, "locks");
  for (size_t i = 0; i < locks->count; i++)
    {
      if (!rp_range_is_apart (locks->ranges[i]))
        continue;
      rp_lock_row lock = rp_race_lock_at (locks->ranges[i].base);
      rp_json_object (json, NULL);
      rp_write_address (json, "address", rp_front_now.lock_address (locks->ranges[i].base));
      rp_json_bool (json, "lock", lock.is_lock);
      rp_write_object (json, "object", &lock.object);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

/* Writes one side of a race. If its site accesses different numbers of bytes at different times, the number of bytes in
 * conflict is written. */
static void
write_side (rp_json *json, const char *key, const rp_race_row *race, const rp_row_side *side)
{
  uint32_t size = rp_site_size (side->site);
  rp_json_object (json, key);
  write_task_number (json, "task", side->task);
  rp_json_bool (json, "write", side->is_write);
  rp_json_number (json, "size", size ? size : race->overlap);
  rp_json_bool (json, "atomic", side->class & RP_ACCESS_ATOMIC);
  rp_json_bool (json, "isolated", side->class == RP_ACCESS_ISOLATED);
  rp_json_bool (json, "free",
                rp_site_operation (side->site) == RP_OPERATION_FREE && side->is_write);
  if (rp_engine_kind->has_graph)
    rp_json_number (json, "step", side->step);
  if (side->locks != RP_NO_LOCKS)
    write_locks (json, side->locks);
  rp_write_stack (json, "stack", side->site);
  rp_json_object_end (json);
}

static void
write_join (rp_json *json, const rp_meeting *meeting)
{
  rp_json_object (json, "join");
  rp_json_string (json, "kind", !meeting->site ? "end" : meeting->is_region ? "await" : "finish");
  const char *construct = meeting->site ? rp_front_now.construct_at (meeting->site) : NULL;
  if (construct)
    rp_json_string (json, "construct", construct);
  if (meeting->is_region)
    rp_json_number (json, "region", meeting->region);
  rp_write_stack (json, "stack", meeting->site);
  rp_json_object_end (json);
}

static void
write_memory (rp_json *json, const rp_race_row *race)
{
  rp_write_address (json, "address", race->address);
  rp_json_number (json, "size", race->size);
  rp_write_object (json, "object", &race->object);
}

static void
write_race (rp_json *json, const rp_race_row *race)
{
  rp_json_object (json, NULL);
  rp_json_string (json, "certainty", race->certain ? "certain" : "possible");
  rp_json_number (json, "count", race->count);
  if (race->permission)
    rp_json_bool (json, "permission", true);
  if (race->simd_site)
    {
      rp_json_array (json, "simd");
      for (int i = 0; i < 2; i++)
        rp_json_number (json, NULL, race->simd_iterations[i]);
      rp_json_array_end (json);
    }
  if (race->one_thread)
    rp_json_string (json, "one_thread", race->unclear ? "perhaps" : "default");
  write_memory (json, race);
  write_side (json, "later", race, &race->later);
  write_side (json, "earlier", race, &race->earlier);
  write_join (json, &race->meeting);
  rp_json_object_end (json);
}

static void
write_incidents (rp_json *json)
{
  rp_json_array (json, "incidents");
  for (size_t i = 0; i < engine->incidents.count; i++)
    {
      const rp_incident_row *incident = &engine->incidents.items[i];
      rp_json_object (json, NULL);
      rp_json_number (json, "rule", (uint64_t) incident->rule);
      write_task_number (json, "task", incident->task);
      rp_json_string (json, "message", incident->text);
      rp_write_stack (json, "stack", incident->site);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

static void
write_dependence_kind (rp_json *json, rp_dependence_kind kind)
{
  rp_json_string (json, "kind", rp_dependence_kind_name (kind));
}

static void
write_dependences (rp_json *json)
{
  rp_json_array (json, "dependences");
  for (size_t i = 0; i < engine->stalls.found.count; i++)
    {
      const rp_stall_found *found = &engine->stalls.found.items[i];
      rp_json_object (json, NULL);
      write_dependence_kind (json, found->is_unknown ? RP_DEPENDS_ON_STALLS : RP_DEPENDS_ON_STALL);
      rp_write_stack (json, "stack", found->site);
      if (!found->is_unknown)
        rp_write_stack (json, "other", found->other_site);
      rp_json_object_end (json);
    }
  for (size_t i = 0; i < engine->races.count; i++)
    if (engine->races.items[i].order)
      {
        const rp_race_row *race = &engine->races.items[i];
        rp_json_object (json, NULL);
        write_dependence_kind (json, race->later.class == RP_ACCESS_ATOMIC ? RP_DEPENDS_ON_ATOMIC
                                                                           : RP_DEPENDS_ON_ISOLATED);
        write_memory (json, race);
        rp_write_stack (json, "stack", race->earlier.site);
        rp_write_stack (json, "other", race->later.site);
        rp_json_object_end (json);
      }
  for (size_t i = 0; i < engine->builder.depends.count; i++)
    {
      rp_json_object (json, NULL);
      write_dependence_kind (json, engine->builder.depends.items[i].kind);
      rp_write_stack (json, "stack", engine->builder.depends.items[i].site);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

/* Returns how many bytes are kept for tasks, and for the strands that bags divide them into. */
static uint64_t
task_bytes (void)
{
  return rp_runtime_task_bytes (engine->runtime)
         + engine->bags.strands.count * sizeof *engine->bags.strands.items
         + rp_step_bags_bytes (&engine->step_bags);
}

/* Returns the number of tasks for the report. Each unit of a loop counts as one task, whether it became a task or not.
 * Loop tasks do not count, nor do the rows that units got in the table of tasks because they raced (unit_rows). */
static uint64_t
task_count (void)
{
  const rp_loops *loops = &engine->step_bags.order.loops;
  const rp_bag_loops *of_bags = &engine->bags.loops;
  return rp_runtime_tasks (engine->runtime)->rows.count - engine->unit_rows
         - (loops->all_tasks + of_bags->all_tasks) - (loops->all_left + of_bags->all_left)
         + (loops->all_units + of_bags->all_units);
}

/* Returns how many strands BAGS have had. A unit counts as one, whether it became a task or not. Loop tasks and runs do
 * not count. */
static uint64_t
strands_of_bags (const rp_bags *bags)
{
  const rp_bag_loops *loops = &bags->loops;
  return bags->strands.count + loops->all_units - loops->all_left - loops->all_runs
         - loops->all_tasks;
}

static uint64_t
strand_count (void)
{
  const rp_steps *order = &engine->step_bags.order;
  return rp_step_bags_is_attached (&engine->step_bags) ? order->numbered + order->loops.all_units
                                                       : strands_of_bags (&engine->bags);
}

static void
write_stats (rp_json *json)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  uint64_t shadow = 0;
  for (int i = 0; i < RP_ACCESS_CLASSES; i++)
    shadow += rp_shadow_bytes (&engine->bags.shadows[i]);
  rp_json_object (json, "stats");
  rp_json_number (json, "tasks", task_count ());
  rp_json_number (json, "strands", strand_count ());
  rp_json_number (json, "nodes", engine->builder.graph.stamp);
  rp_json_number (json, "edges", engine->builder.graph.edge_count);
  rp_json_number (json, "folded", engine->builder.graph.folded);
  rp_json_number (json, "accesses", engine->accesses);
  rp_json_number (json, "shadow_kb", shadow / 1024);
  rp_json_number (json, "task_kb", task_bytes () / 1024);
  rp_json_real (json, "seconds", rp_seconds () - engine->begun);
  rp_json_number (json, "peak_rss_kb", (uint64_t) usage.ru_maxrss);
  rp_json_object_end (json);
}

/* Returns whether the program counts as an OpenMP program. A program without any task except main counts, too: all its
 * parallel regions may have had teams of one thread. */
static bool
is_openmp (void)
{
  return engine->has_openmp || rp_runtime_tasks (engine->runtime)->rows.count <= 1;
}

static void
write_remarks (rp_json *json)
{
  static const char *const keys[RP_REMARKS] = { "warnings", "unseen", "limits" };
  for (int kind = 0; kind < RP_REMARKS; kind++)
    {
      rp_json_array (json, keys[kind]);
      for (size_t i = 0; i < engine->remarks[kind].count; i++)
        rp_json_string (json, NULL, engine->remarks[kind].items[i]);
      rp_json_array_end (json);
    }
}

static void
write_report (FILE *out, rp_run_end ending, const char *message, int status)
{
  rp_json json = { .out = out };
  char path[PATH_MAX];
  ssize_t length = RP_REAL (readlink) ("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  rp_json_object (&json, NULL);
  rp_json_string (&json, "schema", "raceproof-raw/1");
  rp_json_string (&json, "program", path);
  rp_json_string (&json, "engine", rp_engine_kind->has_graph ? "graph" : "bags");
  rp_json_string (&json, "schedule", engine->options.schedule);
  rp_json_bool (&json, "on_the_fly", rp_engine_kind->has_graph && engine->options.on_the_fly);
  rp_json_bool (&json, "stopped_early", engine->fly.stopped);
  rp_json_number (&json, "pid", (uint64_t) own_process);
  if (rp_front_now.write_coverage && is_openmp ())
    rp_front_now.write_coverage (&json);
  rp_json_array (&json, "modules");
  dl_iterate_phdr (write_module, &json);
  rp_json_array_end (&json);
  write_stop (&json, ending, message);
  write_tasks (&json);
  rp_json_array (&json, "races");
  for (size_t i = 0; i < engine->races.count; i++)
    if (!engine->races.items[i].order)
      write_race (&json, &engine->races.items[i]);
  rp_json_array_end (&json);
  if (rp_engine_is_explored ())
    write_incidents (&json);
  write_dependences (&json);
  write_remarks (&json);
  rp_json_number (&json, "status", (uint64_t) (status & 255));
  write_stats (&json);
  if (is_drawn ())
    rp_write_graph (&json);
  rp_json_object_end (&json);
  rp_json_end (&json);
}

/* Adds the end of the run to the evidence: a finding, or an early end. If a race stopped the run, the race
 * is the evidence. */
static void
judge_ending (rp_run_end ending, rp_evidence *evidence)
{
  evidence->has_certain |= ending == RP_RUN_END_DEADLOCK || ending == RP_RUN_END_MISUSE || ending == RP_RUN_END_SIGNAL;
  evidence->is_incomplete |= ending != RP_RUN_END_NORMAL && ending != RP_RUN_END_RACE && !evidence->has_certain;
}

/* Returns the exit status by the evidence in this process. The command knows more, such as suppressions: if the
 * command can be found, its exit status is used instead (show). */
static int
status_of (rp_run_end ending, int status)
{
  rp_evidence evidence = { .depends = engine->stalls.found.count || (engine->builder.depends.count && !is_openmp ()),
                           .has_unseen = engine->remarks[RP_REMARK_UNSEEN].count };
  judge_ending (ending, &evidence);
  for (size_t i = 0; i < engine->races.count; i++)
    {
      const rp_race_row *race = &engine->races.items[i];
      evidence.depends |= race->order && !is_openmp ();
      evidence.has_certain |= !race->order && race->certain;
      evidence.has_possible |= !race->order && !race->certain;
    }
  rp_process_end end = { .status = status, .exitcode = (int) (engine->options.exitcode & 255) };
  return rp_verdict_process_status (rp_verdict_of (&evidence), &end);
}

/* Called in a child process after fork. The child has the tasks and the past of its parent, but the findings of the
 * parent are not its own. */
static void
become_child (void)
{
  if (engine->reports_in_child)
    return;
  own_process = RP_REAL (getpid) ();
  rp_races_forget ();
  rp_explored_leave ();
  rp_leave_others ();
}

/* Returns whether there is a report at PATH: the process has written it before it called exec. */
static bool
has_report (const char *path)
{
  struct stat info;
  return RP_REAL (stat) (path, &info) == 0 && info.st_size > 0;
}

/* Finds out where the report goes. The environment keeps the number of the process that writes the report. After
 * exec a process has the same number, so it still writes the report. A process that it has started has another
 * number, and does not write there. */
void
rp_writer_start (void)
{
  const char *given = getenv ("RACEPROOF_RAW"), *owner = getenv ("RACEPROOF_RAW_OWNER");
  char own[32];
  first_process = own_process = RP_REAL (getpid) ();
  snprintf (own, sizeof own, "%ld", (long) first_process);
  if (given && *given && (!owner || !strcmp (owner, own)))
    {
      raw_path = has_report (given) ? NULL : strdup (given);
      setenv ("RACEPROOF_RAW_OWNER", own, 1);
      prctl (PR_SET_PDEATHSIG, SIGKILL); /* if our parent ends, nobody is left to read the report, or to
                                          * stop the program */
    }
  pthread_atfork (NULL, NULL, become_child);
}

void
rp_writer_set_path (const char *path)
{
  if (!path)
    return;
  raw_path = strdup (path);
  first_process = own_process = RP_REAL (getpid) ();
}

bool
rp_writer_is_own_process (void)
{
  return own_process == RP_REAL (getpid) ();
}

static size_t
count_races (void)
{
  size_t races = 0;
  for (size_t i = 0; i < engine->races.count; i++)
    races += !engine->races.items[i].order;
  return races;
}

/* Starts `raceproof report PATH`, which shows the report. Returns its exit status, because the command knows what is
 * suppressed; STATUS if the command was not found. */
static int
show (const char *path, int status)
{
  const char *command = getenv ("RACEPROOF");
  bool has_races = count_races ();
  if (!engine->keeps_buffers)
    fflush (NULL);
  pid_t child = RP_REAL (fork) ();
  if (child == 0)
    {
      unsetenv ("LD_PRELOAD");
      rp_settings_leave (&engine->options);
      RP_REAL (execlp) (command && *command ? command : "raceproof", "raceproof", "report", path,
              (char *) NULL);
      fprintf (stderr,
               "raceproof: %s; for the report, put the raceproof command on PATH or its path into "
               "RACEPROOF\n",
               has_races ? "data races were found" : "there is something to say");
      rp_exit_now (127);
    }
  int ended;
  bool is_shown = child > 0 && RP_REAL (waitpid) (child, &ended, 0) == child && WIFEXITED (ended)
                  && WEXITSTATUS (ended) != 127;
  return is_shown ? WEXITSTATUS (ended) : status;
}

/* Writes the report to a file in memory and shows it. However this ends, no file is left behind. Returns the exit
 * status: RESULT if the report was not shown. */
static int
show_own (rp_run_end ending, const char *message, int status, int result)
{
  char path[64];
  int fd = memfd_create ("raceproof", 0);
  FILE *out = fd >= 0 ? fdopen (fd, "w") : NULL;
  if (!out)
    {
      fprintf (stderr, "raceproof: cannot keep the report: %s\n", strerror (errno));
      return result;
    }
  write_report (out, ending, message, status);
  fflush (out);
  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  result = show (path, result);
  fclose (out);
  return result;
}

static int
leave (rp_run_end ending, const char *message, int status, int result)
{
  int fd = RP_REAL (open) (raw_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  FILE *out = fd >= 0 ? fdopen (fd, "w") : NULL;
  if (out)
    write_report (out, ending, message, status);
  if (!out || fclose (out))
    fprintf (stderr, "raceproof: cannot write the report to %s: %s\n", raw_path, strerror (errno));
  return result;
}

static const char *
say_unsupported (void)
{
  static char text[256];
  snprintf (text, sizeof text, "bags cannot judge %s: use --engine=graph",
            engine->bags.unsupported);
  return text;
}

/* Returns whether there are remarks that are shown even if there is nothing else to report. */
static bool
has_remarks (void)
{
  return engine->remarks[RP_REMARK_WARNING].count || engine->remarks[RP_REMARK_UNSEEN].count;
}

int
rp_writer_finish (rp_run_end ending, const char *message, int status)
{
  rp_engine_note_threads ();
  if (ending == RP_RUN_END_NORMAL && engine->locations.ran_out)
    {
      ending = RP_RUN_END_LIMIT;
      message = "the graph engine ran out of locations: more than 64 GiB of memory, or one place "
                "used 2^28 times";
    }
  if (ending == RP_RUN_END_NORMAL && !rp_engine_kind->has_graph && engine->bags.unsupported)
    {
      ending = RP_RUN_END_ENGINE;
      message = say_unsupported ();
    }
  rp_units_remark ();
  if (ending == RP_RUN_END_NORMAL)
    rp_stalls_end (&engine->stalls);
  int result = status_of (ending, status);
  if (raw_path && own_process == first_process)
    return leave (ending, message, status, result);
  bool anything = ending != RP_RUN_END_NORMAL || engine->races.count || has_remarks ()
                  || engine->builder.depends.count || engine->stalls.found.count
                  || engine->options.verbosity || is_drawn ();
  return anything ? show_own (ending, message, status, result) : result;
}

void
rp_writer_finish_child (rp_run_end ending, const char *message, bool is_inside)
{
  rp_engine_note_threads ();
  bool depends = !engine->has_openmp && (engine->builder.depends.count || engine->races.count);
  rp_units_remark ();
  if (!is_inside && !count_races () && !depends && !has_remarks ())
    return;
  if (raw_path && own_process == first_process)
    leave (ending, message, 0, 0);
  else
    show_own (ending, message, 0, 0);
}
