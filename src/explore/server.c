#include "explore/server.h"

#include "base/clock.h"
#include "base/panic.h"
#include "core/runtime/policy.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  START_SECONDS = 60 /* limit for the start of the server, in which libraries are loaded */
};

static void
ring (_Atomic uint32_t *word)
{
  atomic_fetch_add (word, 1);
  syscall (SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void
rp_server_wait (rp_server *server, uint32_t bell)
{
  struct timespec tenth = { .tv_nsec = 100 * 1000 * 1000 };
  syscall (SYS_futex, &server->wire->bell, FUTEX_WAIT, bell, &tenth, NULL, 0);
}

bool
rp_server_is_alive (rp_server *server)
{
  int status;
  if (server->process > 0 && waitpid (server->process, &status, WNOHANG) != 0)
    server->process = 0;
  return server->process > 0;
}

uint32_t
rp_server_request (rp_server *server)
{
  uint32_t request = atomic_load (&server->wire->request) + 1;
  ring (&server->wire->request);
  return request;
}

bool
rp_server_has_served (const rp_server *server, uint32_t request)
{
  return atomic_load (&server->wire->served) == request;
}

void
rp_server_let_go (rp_server *server)
{
  ring (&server->wire->go);
}

void
rp_server_kill_child (rp_server *server)
{
  int32_t child = atomic_load (&server->wire->child);
  if (child > 0)
    kill (child, SIGKILL);
}

/* ---- the start ---- */

/* Runs in the new process, and executes the program there. Turns off the randomisation of addresses, so that the
 * program has the same addresses in every exploration; if the system forbids that, at least all children of the server
 * have the same ones. The process gets a group of its own, so that Ctrl-C does not end it. */
static _Noreturn void
become_program (const rp_server *server, const char *path, char **arguments, pid_t parent)
{
  char number[16];
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (127);
  setpgid (0, 0);
  personality (ADDR_NO_RANDOMIZE);
  /* the loader resolves library functions once in the server, and not in every child */
  bool binds = !getenv ("LD_BIND_NOW");
  if (binds)
    setenv ("LD_BIND_NOW", "1", 1);
  snprintf (number, sizeof number, "%d%s", server->wire_fd, binds ? ",bind" : "");
  setenv (RP_WIRE_VARIABLE, number, 1);
  fcntl (server->wire_fd, F_SETFD, 0);
  int input = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input >= 0)
    dup2 (input, STDIN_FILENO);
  execv (path, arguments);
  _exit (126);
}

static void
read_modules (rp_server *server)
{
  const rp_wire *wire = server->wire;
  rp_wire_record record;
  for (uint32_t at = 0; at + sizeof record <= wire->written && server->modules.count < 4096;)
    {
      memcpy (&record, wire->records + at, sizeof record);
      const char *path = wire->records + at + sizeof record;
      RP_VEC_PUSH (&server->modules,
                   (rp_program_module) { rp_strdup (path), record.first, record.second, record.d });
      at += (uint32_t) sizeof record + record.more;
    }
}

static void
prepare_wire (rp_server *server, const char *input_path)
{
  rp_wire *wire = server->wire;
  wire->version = RP_WIRE_VERSION;
  wire->size = sizeof *wire;
  wire->stand_size = sizeof (rp_stand);
  wire->has_input = input_path != NULL;
  snprintf (wire->input_path, sizeof wire->input_path, "%s", input_path ? input_path : "");
  snprintf (wire->raw_path, sizeof wire->raw_path, "/proc/%ld/fd/%d", (long) getpid (),
            server->raw_fd);
}

static bool
make_memory (rp_server *server)
{
  server->wire_fd = memfd_create ("raceproof-wire", MFD_CLOEXEC);
  server->raw_fd = memfd_create ("raceproof-raw", MFD_CLOEXEC);
  if (server->wire_fd < 0 || server->raw_fd < 0 || ftruncate (server->wire_fd, sizeof (rp_wire)))
    return false;
  void *memory
    = mmap (NULL, sizeof (rp_wire), PROT_READ | PROT_WRITE, MAP_SHARED, server->wire_fd, 0);
  server->wire = memory == MAP_FAILED ? NULL : memory;
  return server->wire;
}

/* Returns why the server will not reach main; NULL as long as it still may. */
static const char *
find_failure (rp_server *server, double begun, const volatile sig_atomic_t *interrupt)
{
  if (atomic_load (&server->wire->is_refused))
    return "it was built by another version of raceproof cc: build it again";
  if (!rp_server_is_alive (server))
    return "it ended before main";
  if (rp_seconds () - begun > START_SECONDS)
    return "it does not come to main";
  return interrupt && *interrupt ? "interrupted" : NULL;
}

static const char *
start (rp_server *server, const char *path, char **arguments, const char *input_path,
       const volatile sig_atomic_t *interrupt)
{
  if (!make_memory (server))
    return "there is no memory to share with it";
  prepare_wire (server, input_path);
  pid_t parent = getpid ();
  fflush (NULL);
  server->process = fork ();
  if (!server->process)
    become_program (server, path, arguments, parent);
  if (server->process < 0)
    return strerror (errno);
  double begun = rp_seconds ();
  while (!atomic_load (&server->wire->is_ready))
    {
      uint32_t bell = atomic_load (&server->wire->bell);
      const char *failure = find_failure (server, begun, interrupt);
      if (atomic_load (&server->wire->is_ready))
        break;
      if (failure)
        return failure;
      rp_server_wait (server, bell);
    }
  if (!server->modules.count)
    read_modules (server);
  return NULL;
}

bool
rp_server_start (rp_server *server, const char *path, char **arguments, const char *input_path,
                 volatile sig_atomic_t *interrupt, char **why)
{
  const char *failure = start (server, path, arguments, input_path, interrupt);
  if (failure)
    {
      *why = rp_strdup (failure);
      rp_server_end (server);
    }
  return !failure;
}

/* ---- the end ---- */

void
rp_server_abandon (rp_server *server)
{
  if (server->wire)
    munmap (server->wire, sizeof *server->wire);
  if (server->wire_fd > 0)
    close (server->wire_fd);
  if (server->raw_fd > 0)
    close (server->raw_fd);
  server->wire = NULL;
  server->wire_fd = server->raw_fd = 0;
  server->process = 0;
}

void
rp_server_end (rp_server *server)
{
  if (server->process > 0)
    {
      int32_t child = server->wire ? atomic_load (&server->wire->child) : 0;
      if (child > 0)
        kill (-child, SIGKILL);
      kill (server->process, SIGKILL);
      waitpid (server->process, NULL, 0);
    }
  rp_server_abandon (server);
}

void
rp_server_clear (rp_server *server)
{
  rp_server_end (server);
  for (size_t i = 0; i < server->modules.count; i++)
    free (server->modules.items[i].path);
  RP_VEC_CLEAR (&server->modules);
}
