/* The server process of an explored program (core/event/wire.h). It is started once, and forks a child for each
 * schedule. The server and its children end when this process ends. */
#ifndef RP_EXPLORE_SERVER_H
#define RP_EXPLORE_SERVER_H

#include "base/vec.h"
#include "core/event/wire.h"

#include <signal.h>
#include <sys/types.h>

/* A file of the program that is mapped into memory, from LOW to HIGH - 1. BIAS was added to the addresses in the file:
 * rp_symbols_add_module. */
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

/* Runs PATH with ARGUMENTS, and waits until the program is about to call main. Children read INPUT_PATH as standard
 * input; NULL: it is empty. Returns false if the program does not get that far, or if *INTERRUPT is set. *WHY,
 * malloc'ed, then says why. */
bool rp_server_start (rp_server *server, const char *path, char **arguments, const char *input_path,
                      volatile sig_atomic_t *interrupt, char **why);

/* Ends the server if it runs. The list of modules stays. */
void rp_server_end (rp_server *server);

/* Forgets the server without ending it. For a forked process: the server belongs to its parent. */
void rp_server_abandon (rp_server *server);

bool rp_server_is_alive (rp_server *server);

/* rp_server_request asks for a child, and returns the number of the request. rp_server_has_served returns whether the
 * child of this request has ended. */
uint32_t rp_server_request (rp_server *server);
bool rp_server_has_served (const rp_server *server, uint32_t request);

/* rp_server_let_go lets the waiting child continue. rp_server_kill_child ends a child that is no longer needed. */
void rp_server_let_go (rp_server *server);
void rp_server_kill_child (rp_server *server);

/* Waits until wire->bell rings, a signal comes, or a tenth of a second has passed. Returns at once if wire->bell has
 * another value than BELL. */
void rp_server_wait (rp_server *server, uint32_t bell);

void rp_server_clear (rp_server *server);

#endif
