#include "explore/program.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/panic.h"
#include "core/finding/finding.h"
#include "explore/memory_uses.h"
#include "explore/sites.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct program
{
  rp_subject subject; /* must be the first member */
  rp_program_options options;
  rp_server server;
  rp_wire *wire; /* shared with the server; NULL if the server is gone */
  rp_sites sites;
  RP_VEC (char *) remarks[RP_REMARKS];

  /* State of the current run: */
  const rp_setting *setting;
  rp_task_table tasks;
  RP_VEC (rp_strand *) strands; /* more are allocated than used */
  size_t strand_count;
  RP_VEC (rp_barrier *) barriers;
  size_t barrier_count;
  rp_memory_uses uses;
  RP_VEC (rp_stand) stands;
  RP_VEC (uint64_t) answers;
  uint64_t hash;            /* R3 (program.h): hash of all records of this run so far */
  RP_VEC (uint64_t) hashes; /* value of `hash` before each question */
  RP_VEC (uint64_t) before; /* `hashes` of the last run that the search itself made */
  RP_VEC (rp_incident) incidents;
  RP_VEC (rp_observation) observations;
  RP_VEC (rp_wait_row) waiting;
  rp_stop_info stop;
  rp_digest state; /* state at the last question */
  rp_arena texts;
  const char *incomplete;
  bool has_ended; /* the child has sent a record about its end */
  bool is_stopped, is_cut, is_astray, is_broken;
} program;

static uint32_t
site_of (const program *p, uint32_t place)
{
  return rp_sites_of (&p->sites, place);
}

/* ---- records ---- */

static rp_strand *
strand_of (program *p, uint32_t task)
{
  if (task >= p->strand_count)
    {
      p->is_broken = true;
      task = 0;
    }
  return p->strands.items[task];
}

static rp_barrier *
barrier_of (program *p, uint64_t number)
{
  if (number >= p->barrier_count)
    {
      p->is_broken = true;
      number = 0;
    }
  return p->barriers.items[number];
}

static void
add_task (program *p, const rp_wire_record *r)
{
  uint32_t parent = (uint32_t) r->first, site = site_of (p, r->c);
  if (p->strand_count == p->strands.count)
    RP_VEC_PUSH (&p->strands, rp_calloc (1, sizeof (rp_strand)));
  uint32_t row
    = rp_task_table_add (&p->tasks, parent, (uint32_t) (r->first >> 32),
                         (rp_task_kind) (uint32_t) r->second, site, (uint32_t) (r->second >> 32));
  p->is_broken |= row != r->task;
  rp_strand *strand = p->strands.items[p->strand_count++];
  *strand = (rp_strand) { .task = row, .is_plain = r->d & 1, .is_clocked = r->d >> 1 & 1 };
  rp_observer *observer = p->setting->observer;
  if (observer)
    observer->task_create (observer, r->d & 4 ? strand_of (p, parent) : NULL, strand, site);
}

static void
access_location (void *context, uint64_t location, uint64_t size, bool is_write)
{
  program *p = ((void **) context)[0];
  const rp_wire_record *r = ((void **) context)[1];
  const rp_setting *setting = p->setting;
  while (size)
    {
      uint32_t piece = size > UINT32_MAX ? UINT32_MAX : (uint32_t) size;
      setting->access (setting->access_context, strand_of (p, r->task), location, piece, is_write,
                       site_of (p, r->c));
      location += piece;
      size -= piece;
    }
}

static void
pass_access (program *p, const rp_wire_record *r)
{
  void *context[2] = { p, (void *) r };
  if (p->setting->access)
    rp_memory_uses_touch (&p->uses, r->first, r->second, r->d & 1, access_location, context);
}

static char *
keep_text (program *p, const char *text)
{
  return rp_arena_copy (&p->texts, text, strlen (text));
}

static void
add_remark (program *p, uint64_t kind, const char *text)
{
  if (kind >= RP_REMARKS)
    return;
  for (size_t i = 0; i < p->remarks[kind].count; i++)
    if (!strcmp (p->remarks[kind].items[i], text))
      return;
  RP_VEC_PUSH (&p->remarks[kind], rp_strdup (text));
}

static void
add_incident (program *p, int rule, uint32_t task, uint32_t site, const char *text)
{
  RP_VEC_PUSH (&p->incidents, (rp_incident) { rule, task, site, text, NULL });
}

static void
pass_barrier (program *p, const rp_wire_record *r)
{
  rp_observer *observer = p->setting->observer;
  uint32_t site = site_of (p, r->c);
  if (r->kind == RP_WIRE_BARRIER_CREATE)
    {
      if (p->barrier_count == p->barriers.count)
        RP_VEC_PUSH (&p->barriers, rp_calloc (1, sizeof (rp_barrier)));
      rp_barrier *barrier = p->barriers.items[p->barrier_count++];
      observer->barrier_create (observer, barrier, strand_of (p, r->task), r->second);
      return;
    }
  rp_barrier *barrier = barrier_of (p, r->d);
  if (r->kind == RP_WIRE_BARRIER_SIGNAL)
    observer->barrier_signal (observer, barrier, strand_of (p, r->task), r->first, site);
  else if (r->kind == RP_WIRE_BARRIER_COMPLETE)
    observer->barrier_complete (observer, barrier, r->first);
  else if (r->kind == RP_WIRE_BARRIER_WAIT)
    observer->barrier_wait (observer, barrier, strand_of (p, r->task), r->first, site);
  else
    observer->barrier_forget (observer, barrier,
                              r->task == RP_NO_TASK ? NULL : strand_of (p, r->task));
}

/* Passes an event of the child's runtime to the observer. MORE are the bytes behind the record. */
static void
pass_event (program *p, const rp_wire_record *r, const char *more)
{
  rp_observer *observer = p->setting->observer;
  uint32_t site = site_of (p, r->c);
  rp_strand *strand = r->task == RP_NO_TASK ? NULL : strand_of (p, r->task);
  rp_range range = { rp_memory_uses_locate (&p->uses, r->first), r->second };
  switch (r->kind)
    {
    case RP_WIRE_TASK_END:
      observer->task_end (observer, strand);
      break;
    case RP_WIRE_TASK_FORGET:
      observer->task_forget (observer, strand);
      break;
    case RP_WIRE_REGION_OPEN:
      observer->region_open (observer, strand, (uint32_t) r->d, site);
      break;
    case RP_WIRE_REGION_DONE:
      observer->region_done (observer, strand, (uint32_t) r->d, site);
      break;
    case RP_WIRE_JOIN:
      observer->join (observer, strand, strand_of (p, (uint32_t) r->first),
                      (rp_join_kind) (r->second & 255), r->second >> 8 & 1, site);
      break;
    case RP_WIRE_FINISH_BEGIN:
      observer->finish_begin (observer, strand, site);
      break;
    case RP_WIRE_FINISH_END:
      observer->finish_end (observer, strand, site);
      break;
    case RP_WIRE_ISOLATED_BEGIN:
      observer->isolated_begin (observer, strand, (const rp_range *) (const void *) more,
                                (size_t) r->d, site);
      break;
    case RP_WIRE_ISOLATED_COMMUTES:
      if (observer->isolated_commutes)
        observer->isolated_commutes (observer, strand, site);
      break;
    case RP_WIRE_ISOLATED_END:
      observer->isolated_end (observer, strand, site);
      break;
    case RP_WIRE_ACQUIRE:
      if (observer->permission_acquire)
        observer->permission_acquire (observer, strand, range, r->d & 1, site);
      break;
    case RP_WIRE_RELEASE:
      if (observer->permission_release)
        observer->permission_release (observer, strand, range, r->d & 1, site);
      break;
    case RP_WIRE_DEPENDS:
      observer->depends (observer, (rp_dependence_kind) r->d, site);
      break;
    default:
      pass_barrier (p, r);
    }
}

static void
note_stop (program *p, const rp_wire_record *r, const char *text)
{
  p->stop = (rp_stop_info) { .stop = (rp_stop) r->first,
                             .task = r->task,
                             .site = site_of (p, r->c),
                             .message = keep_text (p, text),
                             .is_avoidable = r->second };
  p->has_ended = true;
}

/* Handles the record R, with the bytes MORE behind it, if R is no event of the runtime. Returns false if R is an
 * event. */
static bool
take_note (program *p, const rp_wire_record *r, const char *more)
{
  uint32_t site = site_of (p, r->c);
  switch (r->kind)
    {
    case RP_WIRE_NODE:
      rp_sites_add_call (&p->sites, r->c, r->first, r->d);
      return true;
    case RP_WIRE_SITE:
      rp_sites_add_place (&p->sites, r->c, r->first, r->d);
      return true;
    case RP_WIRE_INCIDENT:
      add_incident (p, (int) r->d, r->task, site, keep_text (p, more));
      return true;
    case RP_WIRE_OBSERVE:
      RP_VEC_PUSH (&p->observations,
                   (rp_observation) { keep_text (p, more), r->first,
                                      keep_text (p, more + r->second + 1), r->task, site });
      return true;
    case RP_WIRE_WAITING:
      RP_VEC_PUSH (&p->waiting, (rp_wait_row) { .task = r->task,
                                                .site = site,
                                                .reason = (rp_wait_reason) r->d });
      return true;
    case RP_WIRE_REMARK:
      add_remark (p, r->d, more);
      return true;
    case RP_WIRE_STOP:
      note_stop (p, r, more);
      return true;
    case RP_WIRE_PARTIAL:
      p->incomplete
        = rp_arena_format (&p->texts, "%s: what would come after that is not known", more);
      p->has_ended = true;
      return true;
    case RP_WIRE_END:
      p->has_ended = true;
      return true;
    case RP_WIRE_STATE:
      p->state = (rp_digest) { { r->first, r->second } };
      return true;
    case RP_WIRE_FORGET:
      rp_memory_uses_forget (&p->uses, r->first, r->second);
      return true;
    default:
      return false;
    }
}

/* ---- questions ---- */

typedef struct listed
{
  rp_ready ready; /* must be the first member */
  const rp_stand *stands;
} listed;

static rp_stand
stand_at (const rp_ready *ready, size_t place)
{
  return ((const listed *) ready)->stands[place];
}

/* Returns the objects of STAND, which are at MORE. Objects of sections stay addresses. Objects of an access or an
 * acquire become locations, in place. */
static const rp_range *
read_objects (program *p, const rp_stand *stand, char *more)
{
  rp_range *objects = (rp_range *) (void *) more;
  for (size_t i = 0; i < stand->object_count && !stand->is_before_section; i++)
    objects[i].base = rp_memory_uses_locate (&p->uses, objects[i].base);
  return objects;
}

static void
read_stands (program *p, const rp_wire_record *r, char *more)
{
  p->stands.count = 0;
  for (uint64_t i = 0; i < r->first; i++)
    {
      rp_stand stand;
      memcpy (&stand, more, sizeof stand);
      more += (sizeof stand + 7) & ~(size_t) 7;
      stand.objects = read_objects (p, &stand, more);
      more += stand.object_count * sizeof *stand.objects;
      stand.site = site_of (p, stand.site);
      RP_VEC_PUSH (&p->stands, stand);
    }
}

/* R3 (program.h): returns whether the next question was also asked in the last run of the search, with the same
 * answers before it. Then the records up to this question must be the same as in that run. */
static bool
is_repeated (program *p)
{
  size_t question = p->answers.count;
  return question < p->setting->repeated && question < p->before.count;
}

/* Returns the answer with which the child has gone on without waiting; NULL if it waits. */
static const uint64_t *
given_answer (const program *p)
{
  size_t question = p->answers.count;
  return question < p->wire->repeated ? &p->wire->answers[question] : NULL;
}

static void
check_repeated (program *p)
{
  if (is_repeated (p) && p->before.items[p->answers.count] != p->hash)
    p->is_astray = true;
  RP_VEC_PUSH (&p->hashes, p->hash);
}

/* GIVEN is the answer with which the child has gone on, or NULL if it waits. Returns true if the child waits; ANSWER
 * is then sent to it. If the child has gone on with an answer other than ANSWER, the run ends, and is astray unless
 * ANSWER is RP_PICK_STOP. */
static bool
settle (program *p, uint64_t answer, const uint64_t *given)
{
  if (!given)
    {
      p->wire->answer = answer;
      return true;
    }
  if (*given == answer)
    return false;
  p->is_stopped = true;
  p->is_astray |= answer != RP_PICK_STOP;
  return false;
}

/* Asks the policy which task goes next. Returns true if the child waits for the answer. */
static bool
ask_who (program *p, const rp_wire_record *r, char *more)
{
  read_stands (p, r, more);
  listed list = { { p->stands.count, stand_at }, p->stands.items };
  rp_policy *policy = p->setting->policy;
  if (r->kind == RP_WIRE_FREE)
    {
      p->is_broken |= policy->pick (policy, &list.ready) != 0;
      return false;
    }
  uint64_t guess = RP_PICK_NOBODY;
  for (size_t i = 0; i < p->stands.count; i++)
    if (p->stands.items[i].can_go)
      guess = i;
  bool is_guessed = r->d & 1;
  const uint64_t *given = given_answer (p);
  if (is_guessed && guess == RP_PICK_NOBODY)
    return settle (p, policy->pick (policy, &list.ready), &guess);
  check_repeated (p);
  uint64_t answer = policy->pick (policy, &list.ready);
  RP_VEC_PUSH (&p->answers, answer);
  return settle (p, answer, is_guessed ? &guess : given);
}

static bool
ask_which (program *p, const rp_wire_record *r)
{
  rp_policy *policy = p->setting->policy;
  const uint64_t *given = given_answer (p);
  check_repeated (p);
  uint64_t answer = policy->choose (policy, r->task, (rp_choice_kind) r->d, (size_t) r->first);
  RP_VEC_PUSH (&p->answers, answer);
  return settle (p, answer, given);
}

/* ---- a run ---- */

static bool
start (program *p, char **why)
{
  const rp_program_options *options = &p->options;
  bool is_started = rp_server_start (&p->server, options->path, options->arguments,
                                     options->input_path, options->interrupt, why);
  p->wire = p->server.wire;
  return is_started;
}

static uint64_t
hash_words (uint64_t hash, const char *bytes, size_t count)
{
  for (size_t i = 0; i < count; i += 8)
    {
      uint64_t word;
      memcpy (&word, bytes + i, 8);
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
  return hash;
}

/* Adds a record to the hash (R3). The bytes behind a record with stands are left out: they contain pointers, which
 * differ between runs. Records of states are left out, too, since the child sends them only at new questions. */
static void
add_hash (program *p, const rp_wire_record *r, const char *more)
{
  if (r->kind == RP_WIRE_STATE)
    return;
  bool has_stands = r->kind == RP_WIRE_PICK || r->kind == RP_WIRE_FREE;
  p->hash = hash_words (p->hash, (const char *) r, sizeof *r);
  if (!has_stands)
    p->hash = hash_words (p->hash, more, r->more);
}

static void
take_record (program *p, const rp_wire_record *r, char *more)
{
  if (r->kind == RP_WIRE_PICK || r->kind == RP_WIRE_FREE)
    ask_who (p, r, more);
  else if (r->kind == RP_WIRE_CHOOSE)
    ask_which (p, r);
  else if (r->kind == RP_WIRE_TASK)
    add_task (p, r);
  else if (r->kind == RP_WIRE_ACCESS)
    pass_access (p, r);
  else if (!take_note (p, r, more) && p->setting->observer)
    pass_event (p, r, more);
}

/* Handles all records that the child has written. */
static void
take_records (program *p)
{
  rp_wire *wire = p->wire;
  uint32_t at = 0, written = wire->written;
  while (at + sizeof (rp_wire_record) <= written && !p->is_stopped && !p->is_broken)
    {
      rp_wire_record r;
      memcpy (&r, wire->records + at, sizeof r);
      char *more = wire->records + at + sizeof r;
      at += (uint32_t) sizeof r;
      if (r.more > written - at)
        {
          p->is_broken = true;
          break;
        }
      at += r.more;
      take_record (p, &r, more);
      add_hash (p, &r, more);
    }
  wire->written = 0;
}

static void
begin (program *p, const rp_setting *setting, rp_wire_mode mode)
{
  rp_wire *wire = p->wire;
  p->setting = setting;
  rp_sites_begin (&p->sites);
  p->tasks.rows.count = 0;
  p->strand_count = p->barrier_count = 0;
  p->answers.count = p->hashes.count = 0;
  p->incidents.count = p->observations.count = p->waiting.count = 0;
  p->hash = 0;
  p->stop = (rp_stop_info) { 0 };
  p->incomplete = NULL;
  p->has_ended = p->is_stopped = p->is_cut = p->is_broken = false;
  rp_memory_uses_begin (&p->uses);
  rp_arena_clear (&p->texts);
  wire->mode = mode;
  wire->precision = setting->policy->precision;
  wire->with_states = setting->with_states;
  wire->repeated
    = (uint32_t) (setting->repeated < RP_WIRE_ANSWERS ? setting->repeated : RP_WIRE_ANSWERS);
  wire->written = 0;
  wire->status = 0;
  atomic_store (&wire->asks, 0);
}

/* Returns whether the run is over: the child is no longer needed, or a limit is reached. If a limit is reached, records
 * that in P. */
static bool
is_over (program *p, double begun)
{
  if ((p->options.interrupt && *p->options.interrupt) || rp_limit_is_reached (&p->setting->limit))
    p->is_cut = true;
  else if (rp_seconds () - begun > p->options.most_seconds && !p->is_stopped)
    {
      p->is_cut = true;
      p->incomplete = rp_arena_format (&p->texts, "a schedule took more than %g seconds",
                                       p->options.most_seconds);
    }
  return p->is_cut || p->is_stopped || p->is_broken || p->is_astray;
}

/* Asks the server for a child, and handles the child's records until it has ended. */
static void
converse (program *p)
{
  rp_wire *wire = p->wire;
  double begun = rp_seconds ();
  uint32_t request = rp_server_request (&p->server);
  for (;;)
    {
      uint32_t bell = atomic_load (&wire->bell);
      if (rp_server_has_served (&p->server, request))
        break;
      if (atomic_load (&wire->asks))
        {
          take_records (p);
          atomic_store (&wire->asks, 0);
          if (!is_over (p, begun))
            rp_server_let_go (&p->server);
        }
      if (is_over (p, begun))
        rp_server_kill_child (&p->server);
      if (!rp_server_is_alive (&p->server))
        {
          p->is_broken = true;
          return;
        }
      if (!atomic_load (&wire->asks))
        rp_server_wait (&p->server, bell);
    }
  if (!p->is_cut)
    take_records (p);
}

/* If the child sent no record about its end, stores in P why it ended: it called _exit, a signal that cannot be caught
 * ended it, or the process was lost. */
static void
note_silent_end (program *p)
{
  int status = p->wire ? p->wire->status : -1;
  if (p->has_ended || p->is_stopped || p->is_cut || p->is_astray)
    return;
  if (p->is_broken || status == -1)
    {
      p->is_cut = true;
      p->incomplete = "the program's process was lost";
    }
  else if (WIFSIGNALED (status))
    {
      const char *name = strsignal (WTERMSIG (status));
      add_incident (p, RP_RULE_CRASH, 0, 0,
                    rp_arena_format (&p->texts, "the program was ended by signal %d (%s)",
                                     WTERMSIG (status), name ? name : "unknown"));
      p->incomplete = "the program crashes: what would come after that is not known";
    }
  else
    p->incomplete
      = "the program ends by _exit, exec or the like: what would come after that is not known";
}

static void
fill_result (program *p, rp_run_result *result)
{
  if (p->is_stopped)
    p->stop = (rp_stop_info) { .stop = RP_STOP_REQUEST };
  p->stop.waiting = p->waiting.items;
  p->stop.waiting_count = p->waiting.count;
  *result = (rp_run_result) { .stop = p->stop,
                              .incidents = p->incidents.items,
                              .incident_count = p->incidents.count,
                              .observations = p->observations.items,
                              .observation_count = p->observations.count,
                              .is_cut = p->is_cut,
                              .is_astray = p->is_astray,
                              .incomplete = p->incomplete };
  if (p->uses.ran_out && !result->incomplete)
    result->incomplete
      = "some memory had more than 32767 uses in a schedule: not all were told apart";
  if (p->stop.stop == RP_STOP_LIMIT) /* describe_incomplete adds the place of this stop */
    result->incomplete = p->stop.message;
  if (result->incident_count && result->stop.stop == RP_STOP_NOT)
    result->stop.stop = RP_STOP_REQUEST;
}

/* Keeps answers and hashes for the next run, which may begin with the same answers. */
static void
remember (program *p)
{
  rp_wire *wire = p->wire;
  for (size_t i = 0; i < p->answers.count && i < RP_WIRE_ANSWERS; i++)
    wire->answers[i] = p->answers.items[i];
  p->before.count = 0;
  for (size_t i = 0; i < p->hashes.count; i++)
    RP_VEC_PUSH (&p->before, p->hashes.items[i]);
}

static void
run_as (program *p, const rp_setting *setting, rp_wire_mode mode, rp_run_result *result)
{
  char *why = NULL;
  if (!p->server.process && !start (p, &why))
    {
      *result
        = (rp_run_result) { .is_cut = true, .incomplete = "the program cannot be started again" };
      free (why);
      return;
    }
  begin (p, setting, mode);
  converse (p);
  if (p->is_broken && p->server.process > 0)
    rp_server_kill_child (&p->server);
  note_silent_end (p);
  if (p->server.process > 0)
    {
      if (!setting->is_extra && mode == RP_WIRE_TRACE)
        remember (p);
      p->wire->is_quiet = 1;
    }
  fill_result (p, result);
}

static void
run (rp_subject *subject, const rp_setting *setting, rp_run_result *result)
{
  run_as ((program *) subject, setting, RP_WIRE_TRACE, result);
}

static void
show (rp_subject *subject, rp_policy *policy, rp_report *shown, rp_run_result *result)
{
  program *p = (program *) subject;
  rp_setting setting = { .policy = policy, .is_extra = true };
  if (p->wire && ftruncate (p->server.raw_fd, 0))
    return;
  run_as (p, &setting, RP_WIRE_GRAPH, result);
  if (p->wire && p->options.describe (p->options.context, p->wire->raw_path, shown))
    return;
  for (size_t i = 0; i < p->incidents.count; i++)
    {
      rp_finding finding = { .rule = (rp_rule) p->incidents.items[i].rule, .count = 1 };
      finding.message = rp_arena_format (&shown->arena, "%s", p->incidents.items[i].message);
      rp_report_add (shown, &finding);
    }
}

static const rp_task_table *
tasks (rp_subject *subject)
{
  return &((program *) subject)->tasks;
}

static rp_namer *
namer (rp_subject *subject)
{
  return ((program *) subject)->options.namer;
}

static rp_digest
state (rp_subject *subject)
{
  return ((program *) subject)->state;
}

/* Called after a fork. Starts a new server, since the old one belongs to the parent process. */
static bool
renew (rp_subject *subject)
{
  program *p = (program *) subject;
  char *why = NULL;
  rp_server_abandon (&p->server);
  bool is_started = start (p, &why);
  if (is_started)
    p->wire->is_quiet = 1;
  p->before.count = 0;
  free (why);
  return is_started;
}

static void
free_program (rp_subject *subject)
{
  program *p = (program *) subject;
  rp_server_clear (&p->server);
  for (int kind = 0; kind < RP_REMARKS; kind++)
    {
      for (size_t i = 0; i < p->remarks[kind].count; i++)
        free (p->remarks[kind].items[i]);
      RP_VEC_CLEAR (&p->remarks[kind]);
    }
  for (size_t i = 0; i < p->strands.count; i++)
    free (p->strands.items[i]);
  for (size_t i = 0; i < p->barriers.count; i++)
    free (p->barriers.items[i]);
  rp_sites_clear (&p->sites);
  rp_task_table_clear (&p->tasks);
  RP_VEC_CLEAR (&p->strands);
  RP_VEC_CLEAR (&p->barriers);
  rp_memory_uses_clear (&p->uses);
  RP_VEC_CLEAR (&p->stands);
  RP_VEC_CLEAR (&p->answers);
  RP_VEC_CLEAR (&p->hashes);
  RP_VEC_CLEAR (&p->before);
  RP_VEC_CLEAR (&p->incidents);
  RP_VEC_CLEAR (&p->observations);
  RP_VEC_CLEAR (&p->waiting);
  rp_arena_clear (&p->texts);
  free (p);
}

rp_subject *
rp_subject_program (const rp_program_options *options, char **why)
{
  program *p = rp_calloc (1, sizeof *p);
  p->subject = (rp_subject) { .run = run,
                              .show = show,
                              .tasks = tasks,
                              .namer = namer,
                              .state = state,
                              .renew = renew,
                              .free = free_program };
  p->options = *options;
  rp_sites_init (&p->sites);
  *why = NULL;
  if (start (p, why))
    return &p->subject;
  free_program (&p->subject);
  return NULL;
}

const rp_program_module *
rp_program_modules (const rp_subject *subject, size_t *count)
{
  const program *p = (const program *) subject;
  *count = p->server.modules.count;
  return p->server.modules.items;
}

size_t
rp_program_stack (const rp_subject *subject, uint32_t site, uint64_t *pcs, size_t most)
{
  return rp_sites_stack (&((const program *) subject)->sites, site, pcs, most);
}

const uint64_t *
rp_program_answers (const rp_subject *subject, size_t *count)
{
  const program *p = (const program *) subject;
  *count = p->answers.count;
  return p->answers.items;
}

const char *const *
rp_program_remarks (const rp_subject *subject, rp_remark kind, size_t *count)
{
  const program *p = (const program *) subject;
  *count = p->remarks[kind].count;
  return (const char *const *) p->remarks[kind].items;
}
