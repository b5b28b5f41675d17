#include "lang/scope.h"

#define KEY(NAME) ((uint64_t) (uintptr_t) (NAME))

void
rp_scope_open (rp_scope *scope)
{
  RP_VEC_PUSH (&scope->begins, scope->locals.count);
}

void
rp_scope_close (rp_scope *scope)
{
  size_t begin = RP_VEC_POP (&scope->begins);
  while (scope->locals.count > begin)
    {
      rp_local local = RP_VEC_POP (&scope->locals);
      *rp_map_insert (&scope->visible, KEY (local.name), NULL) = local.hidden;
    }
}

const rp_local *
rp_scope_find (const rp_scope *scope, const char *name)
{
  const uint64_t *found = rp_map_find (&scope->visible, KEY (name));
  return found && *found ? &scope->locals.items[*found - 1] : NULL;
}

const rp_local *
rp_scope_find_here (const rp_scope *scope, const char *name)
{
  const rp_local *local = rp_scope_find (scope, name);
  return local && (size_t) (local - scope->locals.items) >= RP_VEC_LAST (&scope->begins) ? local
                                                                                         : NULL;
}

void
rp_scope_declare (rp_scope *scope, rp_local local)
{
  uint64_t *visible = rp_map_insert (&scope->visible, KEY (local.name), NULL);
  local.hidden = *visible;
  RP_VEC_PUSH (&scope->locals, local);
  *visible = scope->locals.count;
}

rp_global
rp_scope_find_global (const rp_scope *scope, const char *name)
{
  const uint64_t *found = rp_map_find (&scope->globals, KEY (name));
  if (!found)
    return (rp_global) { RP_GLOBAL_NONE, 0 };
  return (rp_global) { (rp_global_kind) (*found >> 32), (uint32_t) *found };
}

void
rp_scope_declare_global (rp_scope *scope, const char *name, rp_global global)
{
  *rp_map_insert (&scope->globals, KEY (name), NULL) = (uint64_t) global.kind << 32 | global.index;
}

void
rp_scope_clear (rp_scope *scope)
{
  RP_VEC_CLEAR (&scope->locals);
  RP_VEC_CLEAR (&scope->begins);
  rp_map_clear (&scope->visible);
  rp_map_clear (&scope->globals);
}
