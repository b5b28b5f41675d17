#include "prove/c/reader/preprocess.h"

#include "base/vec.h"
#include "prove/poly/limit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* These options make gcc define the same version of __GNUC__ as clang does, so that system headers use nothing that
 * clang lacks. gcc's own <omp.h> does not look at the version: its attribute malloc has an argument, which clang does
 * not know. */
static const char *const like_clang[] = { "-U__GNUC__",
                                          "-D__GNUC__=4",
                                          "-U__GNUC_MINOR__",
                                          "-D__GNUC_MINOR__=2",
                                          "-U__GNUC_PATCHLEVEL__",
                                          "-D__GNUC_PATCHLEVEL__=1",
                                          "-D__malloc__(free)=__malloc__" };

static const struct
{
  const char *name;
  bool is_gcc;
} compilers[] = { { "clang", false }, { "clang-14", false }, { "gcc", true }, { "cc", true } };

/* Reads the pipe FIRST into TEXT and the pipe SECOND into MESSAGES, both to the end. Returns false if the time limit or
 * an interruption came first. */
static bool
drain (int first, rp_strbuf *text, int second, rp_strbuf *messages, double deadline)
{
  struct pollfd ends[2] = { { .fd = first, .events = POLLIN }, { .fd = second, .events = POLLIN } };
  rp_strbuf *into[2] = { text, messages };
  int open = 2;
  int ready = 0;
  while (open && ((ready = poll (ends, 2, rp_limit_wait (deadline))) >= 0 || errno == EINTR))
    {
      for (int i = 0; i < 2; i++)
        {
          char block[16384];
          if (ends[i].fd < 0 || ready <= 0 || !ends[i].revents)
            continue;
          ssize_t got = read (ends[i].fd, block, sizeof block);
          if (got > 0)
            rp_strbuf_add_bytes (into[i], block, (size_t) got);
          else if (got == 0 || errno != EINTR)
            {
              ends[i].fd = -1;
              open--;
            }
        }
      if (open && rp_limit_is_past (deadline))
        return false;
    }
  return true;
}

/* Runs a program. Appends its output to TEXT and its messages to MESSAGES. Returns its exit status, 1 if it was
 * killed, -1 if it could not be started. */
static int
run (char *const *words, double deadline, rp_strbuf *text, rp_strbuf *messages)
{
  int out[2], err[2], status = -1;
  pid_t child;
  if (pipe (out))
    return -1;
  if (pipe (err))
    {
      close (out[0]);
      close (out[1]);
      return -1;
    }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, out[1], 1);
  posix_spawn_file_actions_adddup2 (&actions, err[1], 2);
  for (int i = 0; i < 2; i++)
    {
      posix_spawn_file_actions_addclose (&actions, out[i]);
      posix_spawn_file_actions_addclose (&actions, err[i]);
    }
  bool is_started = !posix_spawnp (&child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy (&actions);
  close (out[1]);
  close (err[1]);
  if (is_started)
    {
      if (!drain (out[0], text, err[0], messages, deadline))
        kill (child, SIGKILL);
      while (waitpid (child, &status, 0) < 0 && errno == EINTR)
        ;
      status = WIFEXITED (status) ? WEXITSTATUS (status) : 1;
    }
  close (out[0]);
  close (err[0]);
  return status;
}

/* Runs the preprocessor of compiler NUMBER. Returns what `run' returns. */
static int
run_compiler (size_t number, const char *path, const char *const *options, double deadline,
              rp_strbuf *text, rp_strbuf *messages)
{
  RP_VEC (char *) words = { 0 };
  RP_VEC_PUSH (&words, (char *) compilers[number].name);
  RP_VEC_PUSH (&words, (char *) "-E");
  RP_VEC_PUSH (&words, (char *) "-fopenmp");
  for (size_t k = 0; compilers[number].is_gcc && k < sizeof like_clang / sizeof *like_clang; k++)
    RP_VEC_PUSH (&words, (char *) like_clang[k]);
  for (size_t k = 0; options && options[k]; k++)
    RP_VEC_PUSH (&words, (char *) options[k]);
  RP_VEC_PUSH (&words, (char *) path);
  RP_VEC_PUSH (&words, NULL);
  int status = run (words.items, deadline, text, messages);
  RP_VEC_CLEAR (&words);
  return status;
}

bool
rp_c_preprocess (const char *path, const char *const *options, double deadline, rp_strbuf *text,
                 rp_strbuf *messages)
{
  bool has_failed = false;
  rp_strbuf said = { 0 };
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
    {
      rp_strbuf_clear (&said);
      int status = run_compiler (i, path, options, deadline, text, &said);
      /* status 127: the program does not exist, which posix_spawn may notice only in the child */
      if (status < 0 || status == 127)
        ;
      else if (!status || rp_limit_is_past (deadline))
        {
          rp_strbuf_clear (messages);
          rp_strbuf_add (messages, rp_strbuf_text (&said));
          rp_strbuf_clear (&said);
          return status == 0;
        }
      else if (!has_failed)
        {
          /* a clang without its <omp.h> is often installed beside a gcc that has one */
          has_failed = true;
          rp_strbuf_add (messages, rp_strbuf_text (&said));
        }
      rp_strbuf_clear (text);
    }
  rp_strbuf_clear (&said);
  if (!has_failed)
    rp_strbuf_add (messages, "no C compiler for preprocessing: install clang or gcc");
  return false;
}
