/* Functions that the program calls in libraries which `raceproof cc` did not compile. The compiler announces
 * no access of such a function. For some there is a summary: a table says what the function accesses
 * (blas.h). If other functions were called in parallel code, the scope of the verdict names them.
 *
 * How calls are seen: a module calls a function of another module by way of a slot in its global offset table. At the
 * start, and after dlopen, the slots of all modules that `raceproof cc` compiled are looked through. A slot that leads
 * to a library which `raceproof cc` did not compile gets the address of a stub (import_stub.S) instead. The stub calls
 * rp_import_called with the arguments, and goes on in the real function, whose caller and stack are as if there were no
 * stub.
 *
 *   I1  A function of the program, or of a library that `raceproof cc` compiled, never gets a stub, whatever its name.
 *   I2  The real function is the one that the dynamic linker would take.
 *   I3  The program may compare the address of a function, or give it away. So if a function has no summary, only the
 *       slots that serve calls get a stub, and the program sees its real address. Where the address of such a function
 *       is taken, the function counts as called.
 *
 * The plug-ins add a call of rp_call_by_pointer before each call by a pointer: a library may have given the program the
 * address of a function.
 *
 * Code that was linked statically is called without a slot, so it has neither summary nor name here: object_files.h has
 * the names of its files. */
#ifndef RP_INSIDE_LIBRARY_IMPORTS_H
#define RP_INSIDE_LIBRARY_IMPORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__LP64__)
#define RP_IMPORTS_MAX 2048 /* as many as import_stub.S has stubs */
#else
#define RP_IMPORTS_MAX 0
#endif

enum
{
  RP_CALL_GENERAL = 6,
  RP_CALL_VECTORS = 8
};

/* The arguments of a call, as registers and stack hold them. The stub fills this in. */
typedef struct rp_call
{
  uint64_t vectors[RP_CALL_VECTORS][2];
  uint64_t general[RP_CALL_GENERAL];
  uint64_t *stack; /* the return address, then the arguments that have no register */
} rp_call;

/* Returns the argument NUMBER, counted from 0 among the arguments that are integers or pointers. */
static inline uint64_t
rp_call_word (const rp_call *call, unsigned number)
{
  return number < RP_CALL_GENERAL ? call->general[number] : call->stack[1 + number - RP_CALL_GENERAL];
}

static inline uintptr_t
rp_call_pc (const rp_call *call)
{
  return call->stack[0];
}

typedef struct rp_import rp_import;

/* Called when the program calls the import, before the real function. Returns true if it has called the real function
 * itself; then call->general[0] is the result. */
typedef bool rp_import_handler (rp_import *import, rp_call *call);

struct rp_import
{
  void *real;
  bool is_settled; /* the stub does not call rp_import_called any more */
  bool is_called;  /* the function was called in parallel code, or may have been */
  const char *name, *library;
  rp_import_handler *handle;
  const void *summary; /* data for the handler; NULL: the function has no summary */
  uint64_t unused[2];
};

/* Returns whether NAME is a function that has a summary; if so, sets handler and summary of IMPORT. */
typedef bool rp_import_knows (const char *name, rp_import *import);

bool rp_import_has_summary (const char *name);

/* Puts stubs into the slots of the program and of all loaded libraries that `raceproof cc` compiled. */
void rp_imports_start (void);

/* Does the same for the modules that dlopen has loaded since the slots were last looked through. */
void rp_imports_update (void);

/* Called at the end of the program: adds a remark that names the functions with is_called set, whose accesses were not
 * seen. */
void rp_imports_remark (void);

/* The stubs call this when IMPORT is called. Returns the same as rp_import_handler. */
bool rp_import_called (rp_import *import, rp_call *call) __attribute__ ((visibility ("hidden")));

/* known_libraries.c: returns whether a call of NAME in the library with the file PATH need not be mentioned: it
 * accesses no memory of the program, or hooks or summaries report its accesses. */
bool rp_import_is_harmless (const char *path, const char *name);

/* Returns whether the file PATH is the C library or libm. */
bool rp_import_is_system (const char *path);

#endif
