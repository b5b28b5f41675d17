#include "core/event/dependence.h"

#include <string.h>

static const char *const names[RP_DEPENDENCE_KINDS] = {
#define NAME_ROW(NAME, TEXT) TEXT,
  RP_DEPENDENCES (NAME_ROW)
#undef NAME_ROW
};

const char *
rp_dependence_kind_name (rp_dependence_kind kind)
{
  return names[kind];
}

bool
rp_dependence_kind_find (const char *name, rp_dependence_kind *kind)
{
  for (int i = 0; i < RP_DEPENDENCE_KINDS; i++)
    if (!strcmp (names[i], name))
      {
        *kind = (rp_dependence_kind) i;
        return true;
      }
  return false;
}
