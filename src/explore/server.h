/* The process that a program is explored in, as core/event/wire.h has it: started once, it forks a child
 * for each schedule. It ends with this process, and so do its children. */
#ifndef RP_EXPLORE_SERVER_H
#define RP_EXPLORE_SERVER_H

#include "base/vec.h"
#include "core/event/wire.h"

#include <signal.h>
#include <sys/types.h>

/* One file of the program in memory: see rp_symbols_add_module. */
typedef struct rp_program_module
{
  char *path;
  uint64_t low, high, bias;
} rp_program_module;

typedef struct rp_server
{
  rp_wire *wire;
  int wire_fd, raw_fd;
  pid_t process; /* 0 if there is none */
  RP_VEC (rp_program_module) modules;
} rp_server;

/* Runs PATH with ARGUMENTS, and waits until it is about to come to main. INPUT_PATH, or NULL, is
 * what children read. False if that fails, or *INTERRUPT is set; *WHY, malloc'ed, says why. */
bool rp_server_start (rp_server *server, const char *path, char **arguments, const char *input_path,
                      volatile sig_atomic_t *interrupt, char **why);

/* Ends it, if it runs; modules stay. */
void rp_server_end (rp_server *server);

/* Forgets the server without ending it: it belongs to the process that this one was forked from. */
void rp_server_abandon (rp_server *server);

bool rp_server_is_alive (rp_server *server);

/* Asks for a child; its number among all. Later, whether that has ended. */
uint32_t rp_server_request (rp_server *server);
bool rp_server_has_served (const rp_server *server, uint32_t request);

/* The child that waits goes on. The child is not needed any more. */
void rp_server_let_go (rp_server *server);
void rp_server_kill_child (rp_server *server);

/* Waits until somebody has rung after BELL was read, a signal comes, or a tenth of a second has passed. */
void rp_server_wait (rp_server *server, uint32_t bell);

void rp_server_clear (rp_server *server);

#endif
