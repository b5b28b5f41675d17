/* Finds calls of undefined procedures that are statements of their own. The value of such a call is not used, so
 * the name may be misspelt. In an expression, a call of an undefined procedure is allowed, because programs in the
 * papers use functions that they do not define. */
#include "lang/lang.h"

static void
look_at (const rp_stmt *stmt, rp_unknown_call *found, void *context)
{
  const rp_expr *call = stmt->expr;
  if (stmt->kind == RP_STMT_CALL && call->kind == RP_EXPR_CALL && call->binding != RP_BOUND_PROC)
    found (context, call);
  for (uint32_t i = 0; i < stmt->body_count; i++)
    look_at (stmt->body[i], found, context);
}

void
rp_program_unknown_calls (const rp_program *program, rp_unknown_call *found, void *context)
{
  for (uint32_t i = 0; i < program->proc_count; i++)
    look_at (program->procs[i].body, found, context);
}
