/* Programs for the runtime as short texts, so that a test is a text and what it leads to.
 *
 *   a b c ...          says the letter (all small ones but r and w): it is added to the trace
 *   r3 w3              reads, writes location 3
 *   A{..}              async
 *   F{..}  C{..}       finish, clocked finish
 *   K{..}  +           clocked async, advance
 *   U0{..} G0          future, kept in slot 0; get it (nothing if the slot is empty)
 *   P0{..}             post into region 0
 *   P0>12{..}          the same, passing regions 1 and 2
 *   P0{..}^{..}        the same with a handler
 *   W0 E0              await, ewait
 *   I{..}  I13{..}     isolated; on the objects 101 and 103
 *   I*{..}             isolated on the object 100..109
 *   N0                 new phaser, kept in slot 0
 *   B0s1w2b{..}        async phased on 0 (signal), 1 (wait), 2 (both)
 *   X0 X* S0 T0 Q0     next, next on all, signal, wait, drop
 *   H0 J0{..}          new actor, kept in slot 0; a message to it: do what is in braces
 *   L3{..}             three times
 *   D{..}              does it in a call
 *   ?x                 assume that x was said
 *   O4                 choice among 4; says it as a digit
 *   Y !                yield; ask the run to stop
 *
 * Slots are global. The site of a statement is the offset of its first character, plus 1. */
#ifndef RP_TESTS_UNIT_CORE_EVENT_SCRIPT_H
#define RP_TESTS_UNIT_CORE_EVENT_SCRIPT_H

#include "base/strbuf.h"
#include "core/runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

typedef struct script
{
  const char *text;
  rp_runtime *runtime;
  rp_access_function *access;
  void *access_context;
  rp_strbuf trace;
  rp_task *futures[10];
  rp_phaser *phasers[10];
  rp_actor *actors[10];
  int bodies; /* arguments of tasks not yet given back */
} script;

/* What a task runs: the text from `at` to its closing brace. */
typedef struct script_body
{
  script *s;
  const char *at, *handler;
} script_body;

static inline const char *script_exec (script *s, const char *at);

/* The character after the brace that closes the one at AT. */
static inline const char *
script_after (const char *at)
{
  int depth = 0;
  do
    depth += (*at == '{') - (*at == '}');
  while (*at++ && depth);
  return at;
}

static inline uint32_t
script_site (const script *s, const char *at)
{
  return (uint32_t) (at - s->text) + 1;
}

static inline void
script_run_block (script *s, const char *at)
{
  while (*at && *at != '}')
    at = script_exec (s, at);
}

static inline void
script_run_body (void *argument)
{
  script_body *body = argument;
  script_run_block (body->s, body->at);
}

static inline void
script_run_handler (void *argument)
{
  script_body *body = argument;
  script_run_block (body->s, body->handler);
}

static inline void
script_release (void *argument)
{
  script_body *body = argument;
  body->s->bodies--;
  free (body);
}

/* AT is at the opening brace. */
static inline script_body *
script_new_body (script *s, const char *at)
{
  script_body *body = malloc (sizeof *body);
  *body = (script_body) { s, at + 1, NULL };
  s->bodies++;
  return body;
}

static inline rp_creation
script_how (const script *s, const char *at, rp_task_kind kind)
{
  return (rp_creation) { kind, script_site (s, at), 0, script_release };
}

static inline const char *
script_post (script *s, const char *at)
{
  uint32_t pass[10];
  size_t count = 0;
  const char *open = at + 2;
  if (*open == '>')
    for (open++; *open != '{'; open++)
      pass[count++] = (uint32_t) (*open - '0');
  const char *after = script_after (open);
  script_body *body = script_new_body (s, open);
  if (*after == '^')
    {
      body->handler = after + 2;
      after = script_after (after + 1);
    }
  rp_post_at ((uint32_t) (at[1] - '0'), script_run_body, body,
              body->handler ? script_run_handler : NULL, pass, count,
              script_how (s, at, RP_TASK_POST));
  return after;
}

static inline const char *
script_isolated (script *s, const char *at)
{
  rp_range objects[10];
  size_t count = 0;
  const char *open = at + 1;
  for (; *open != '{'; open++)
    objects[count++]
      = *open == '*' ? (rp_range) { 100, 10 } : (rp_range) { 100 + (uint64_t) (*open - '0'), 1 };
  rp_isolated_begin_at (objects, count, script_site (s, at));
  script_run_block (s, open + 1);
  rp_isolated_end_at (script_site (s, at));
  return script_after (open);
}

static inline const char *
script_phased (script *s, const char *at)
{
  rp_phased phasers[10];
  size_t count = 0;
  const char *open = at + 1;
  for (; *open != '{'; open += 2)
    phasers[count++]
      = (rp_phased) { s->phasers[open[0] - '0'], open[1] == 's'   ? RP_SIGNAL
                                                 : open[1] == 'w' ? RP_WAIT
                                                                  : RP_SIGNAL | RP_WAIT };
  rp_phased_async_at (script_run_body, script_new_body (s, open), script_how (s, at, RP_TASK_ASYNC),
                      phasers, count);
  return script_after (open);
}

typedef struct script_condition
{
  const script *s;
  char letter;
} script_condition;

static inline bool
script_was_said (void *argument)
{
  const script_condition *condition = argument;
  return strchr (rp_strbuf_text (&condition->s->trace), condition->letter);
}

static inline const char *
script_exec (script *s, const char *at)
{
  uint32_t site = script_site (s, at);
  int slot = at[1] - '0';
  rp_phaser *phaser = slot >= 0 && slot < 10 ? s->phasers[slot] : NULL;
  switch (*at)
    {
    case ' ':
      return at + 1;
    case 'r':
    case 'w':
      if (s->access)
        s->access (s->access_context, rp_current_strand (), (uint64_t) slot, 1, *at == 'w', site);
      return at + 2;
    case 'A':
      rp_async_at (script_run_body, script_new_body (s, at + 1), script_how (s, at, RP_TASK_ASYNC));
      return script_after (at + 1);
    case 'K':
      rp_clocked_async_at (script_run_body, script_new_body (s, at + 1),
                           script_how (s, at, RP_TASK_CLOCKED_ASYNC));
      return script_after (at + 1);
    case 'F':
    case 'C':
      rp_finish_begin_at (*at == 'C', site);
      script_run_block (s, at + 2);
      rp_finish_end_at (site);
      return script_after (at + 1);
    case '+':
      rp_clock_advance_at (site);
      return at + 1;
    case 'U':
      s->futures[slot] = rp_future_at (script_run_body, script_new_body (s, at + 2),
                                       script_how (s, at, RP_TASK_FUTURE));
      return script_after (at + 2);
    case 'G':
      if (s->futures[slot])
        rp_get_at (s->futures[slot], site);
      return at + 2;
    case 'P':
      return script_post (s, at);
    case 'W':
      rp_await_at ((uint32_t) slot, site);
      return at + 2;
    case 'E':
      rp_ewait_at ((uint32_t) slot, site);
      return at + 2;
    case 'I':
      return script_isolated (s, at);
    case 'N':
      s->phasers[slot] = rp_phaser_new_at (site);
      return at + 2;
    case 'B':
      return script_phased (s, at);
    case 'X':
      if (at[1] == '*')
        rp_phaser_next_all_at (site);
      else
        rp_phaser_next_at (phaser, site);
      return at + 2;
    case 'S':
      rp_phaser_signal_at (phaser, site);
      return at + 2;
    case 'T':
      rp_phaser_wait_at (phaser, site);
      return at + 2;
    case 'Q':
      rp_phaser_drop_at (phaser, site);
      return at + 2;
    case 'H':
      s->actors[slot] = rp_actor_new_at (script_run_body, NULL, NULL);
      return at + 2;
    case 'J':
      rp_send_at (s->actors[slot], script_new_body (s, at + 2),
                  script_how (s, at, RP_TASK_MESSAGE));
      return script_after (at + 2);
    case 'L':
      for (int i = 0; i < slot; i++)
        script_run_block (s, at + 3);
      return script_after (at + 2);
    case 'D':
      rp_call_begin_at (site);
      script_run_block (s, at + 2);
      rp_call_end_at (site);
      return script_after (at + 1);
    case '?':
      {
        script_condition condition = { s, at[1] };
        rp_assume_at (script_was_said, &condition, site);
        return at + 2;
      }
    case 'O':
      rp_strbuf_add_char (&s->trace, (char) ('0' + rp_choose_at ((size_t) slot, site)));
      return at + 2;
    case 'Y':
      rp_yield ();
      return at + 1;
    case '!':
      rp_stop_request ();
    default:
      rp_strbuf_add_char (&s->trace, *at);
      return at + 1;
    }
}

static inline void
script_main (void *argument)
{
  script *s = argument;
  script_run_block (s, s->text);
}

/* Runs TEXT; afterwards the trace and the runtime can be looked at. */
static inline rp_stop_info
script_run (script *s, const char *text, rp_observer *observer, rp_policy *policy)
{
  s->text = text;
  s->runtime = rp_runtime_new (observer, policy, 0);
  rp_runtime_run (s->runtime, script_main, s, 1);
  return rp_runtime_stop_info (s->runtime);
}

static inline const char *
script_said (const script *s)
{
  return rp_strbuf_text (&s->trace);
}

/* Frees the runtime and empties the script. */
static inline void
script_end (script *s)
{
  rp_runtime_free (s->runtime);
  rp_strbuf_clear (&s->trace);
}

#endif
