#include "prove/poly/z3_process.h"

#include "base/clock.h"
#include "prove/poly/limit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3.h>

/* Memory limit for Z3, in megabytes. If Z3 needs more, it answers with an error. */
#define MAX_MEMORY "2048"

/* ---- messages of both processes: a length, then the text ---- */

static bool
send_all (int socket, const void *bytes, size_t length)
{
  const char *at = bytes;
  while (length)
    {
      ssize_t sent = send (socket, at, length, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        return false;
      at += sent;
      length -= (size_t) sent;
    }
  return true;
}

static bool
wait_for (int socket, double until)
{
  for (;;)
    {
      struct pollfd ready = { .fd = socket, .events = POLLIN };
      int count = poll (&ready, 1, until == 0 ? -1 : rp_limit_wait (until));
      if (count > 0)
        return true;
      if ((count < 0 && errno != EINTR) || (until != 0 && rp_limit_is_past (until)))
        return false;
    }
}

/* Receives LENGTH bytes. UNTIL 0 means no time limit. Returns false if that fails. */
static bool
receive_all (int socket, void *bytes, size_t length, double until)
{
  char *at = bytes;
  while (length)
    {
      if (!wait_for (socket, until))
        return false;
      ssize_t got = recv (socket, at, length, 0);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return false;
      at += got;
      length -= (size_t) got;
    }
  return true;
}

static bool
send_text (int socket, const char *text)
{
  uint64_t length = strlen (text);
  return send_all (socket, &length, sizeof length) && send_all (socket, text, length);
}

static bool
receive_text (int socket, rp_strbuf *text, double until)
{
  uint64_t length;
  if (!receive_all (socket, &length, sizeof length, until) || length > (uint64_t) 1 << 28)
    return false;
  char *bytes = malloc (length + 1);
  bool is_good = bytes && receive_all (socket, bytes, length, until);
  if (is_good)
    rp_strbuf_add_bytes (text, bytes, length);
  free (bytes);
  return is_good;
}

/* ---- the process ---- */

static void
ignore_error (Z3_context context, Z3_error_code code)
{
  (void) context;
  (void) code;
}

static void
ask_z3 (const char *question, rp_strbuf *text)
{
  Z3_config config = Z3_mk_config ();
  Z3_context context = Z3_mk_context (config);
  Z3_set_error_handler (context, ignore_error);
  const char *answer = Z3_eval_smtlib2_string (context, question);
  rp_strbuf_add (text, answer ? answer : "");
  Z3_del_context (context);
  Z3_del_config (config);
}

static _Noreturn void
serve (int socket, rp_z3_answer *answer)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  signal (SIGINT, SIG_IGN);
  if (!answer)
    Z3_global_param_set ("memory_max_size", MAX_MEMORY);
  for (;;)
    {
      rp_strbuf question = { 0 }, text = { 0 };
      if (!receive_text (socket, &question, 0))
        _exit (0);
      (answer ? answer : ask_z3) (rp_strbuf_text (&question), &text);
      if (!send_text (socket, rp_strbuf_text (&text)))
        _exit (0);
      rp_strbuf_clear (&question);
      rp_strbuf_clear (&text);
    }
}

static bool
start (rp_z3_process *solver)
{
  int sockets[2];
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets))
    return false;
  fflush (NULL);
  pid_t process = fork ();
  if (process == 0)
    {
      close (sockets[0]);
      serve (sockets[1], solver->answer);
    }
  close (sockets[1]);
  if (process < 0)
    {
      close (sockets[0]);
      return false;
    }
  solver->process = process;
  solver->socket = sockets[0];
  return true;
}

static void
stop (rp_z3_process *solver)
{
  if (!solver->process)
    return;
  close (solver->socket);
  kill (solver->process, SIGKILL);
  while (waitpid (solver->process, NULL, 0) < 0 && errno == EINTR)
    ;
  solver->process = 0;
}

bool
rp_z3_ask (rp_z3_process *solver, const char *question, double seconds, rp_strbuf *answer)
{
  double until = rp_seconds () + seconds;
  solver->asked++;
  if (seconds <= 0 || (!solver->process && !start (solver)))
    return false;
  bool is_good
    = send_text (solver->socket, question) && receive_text (solver->socket, answer, until);
  if (!is_good)
    {
      solver->failed++;
      stop (solver);
    }
  return is_good;
}

void
rp_z3_clear (rp_z3_process *solver)
{
  stop (solver);
}

const char *
rp_z3_version (void)
{
  static char text[64];
  unsigned major, minor, build, revision;
  Z3_get_version (&major, &minor, &build, &revision);
  snprintf (text, sizeof text, "Z3 %u.%u.%u", major, minor, build);
  return text;
}
