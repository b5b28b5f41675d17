#include "script.h"

static size_t
answer (rp_script *script, size_t options)
{
  if (script->at == script->digits.count)
    RP_VEC_PUSH (&script->digits, (rp_digit) { 0, options });
  return script->digits.items[script->at++].value;
}

static size_t
pick (rp_policy *policy, const rp_ready *ready)
{
  return ready->count == 1 ? 0 : answer ((rp_script *) policy, ready->count);
}

static size_t
choose (rp_policy *policy, uint32_t task, rp_choice_kind kind, size_t options)
{
  (void) task;
  (void) kind;
  return answer ((rp_script *) policy, options);
}

void
rp_script_begin (rp_script *script)
{
  script->policy = (rp_policy) { .pick = pick, .choose = choose };
  script->at = 0;
}

bool
rp_script_next (rp_script *script)
{
  while (script->digits.count)
    {
      rp_digit *last = &RP_VEC_LAST (&script->digits);
      if (++last->value < last->options)
        return true;
      script->digits.count--;
    }
  return false;
}

void
rp_script_clear (rp_script *script)
{
  RP_VEC_CLEAR (&script->digits);
}
