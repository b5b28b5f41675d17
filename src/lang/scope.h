/* What a name means at a point of the program: a local of some scope, or else a global (a parameter, a shared variable,
 * a procedure). Names are interned (words.h) and compared by pointer. */
#ifndef RP_LANG_SCOPE_H
#define RP_LANG_SCOPE_H

#include "base/map.h"
#include "base/source.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum rp_local_kind
{
  RP_LOCAL_VARIABLE,
  RP_LOCAL_PARAMETER,
  RP_LOCAL_ITERATOR,
  RP_LOCAL_FUTURE,
  RP_LOCAL_PHASER,
  RP_LOCAL_ACTOR,
  RP_LOCAL_MESSAGE /* an actor's message, or the value that a handler gets */
} rp_local_kind;

typedef struct rp_local
{
  const char *name;
  rp_local_kind kind;
  uint32_t slot;
  rp_span span;
  size_t hidden; /* 1 + the index of the local of the same name that this local hides; 0: none */
} rp_local;

typedef enum rp_global_kind
{
  RP_GLOBAL_NONE,
  RP_GLOBAL_PARAM,
  RP_GLOBAL_SHARED,
  RP_GLOBAL_PROC
} rp_global_kind;

typedef struct rp_global
{
  rp_global_kind kind;
  uint32_t index;
} rp_global;

typedef struct rp_scope
{
  RP_VEC (rp_local) locals;
  RP_VEC (size_t) begins; /* for each open scope, the index of its first local */
  rp_map visible;         /* name -> 1 + index in locals */
  rp_map globals;         /* name -> rp_global */
} rp_scope;

void rp_scope_open (rp_scope *scope);
void rp_scope_close (rp_scope *scope);

/* Returns the innermost local with the name NAME, or NULL. The pointer is valid until the next declaration. */
const rp_local *rp_scope_find (const rp_scope *scope, const char *name);

/* Returns the local with the name NAME that the innermost scope declares, or NULL. */
const rp_local *rp_scope_find_here (const rp_scope *scope, const char *name);
void rp_scope_declare (rp_scope *scope, rp_local local);

rp_global rp_scope_find_global (const rp_scope *scope, const char *name);
void rp_scope_declare_global (rp_scope *scope, const char *name, rp_global global);
void rp_scope_clear (rp_scope *scope);

#endif
