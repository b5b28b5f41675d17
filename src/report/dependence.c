/* Describes dependences: what the outcome of a run may depend on. The texts continue a sentence: "the order of isolated
 * sections", "which of several tasks an ewait joins". */
#include "report/phrase.h"

static const char *
sections (rp_words words)
{
  return words == RP_WORDS_OPENMP ? "critical sections or locks" : "isolated sections";
}

static void
add_order (rp_strbuf *out, const char *what, const rp_dependence *dependence)
{
  rp_strbuf_format (out, "the order of %s", what);
  if (dependence->object)
    rp_strbuf_format (out, " on %s", dependence->object);
}

void
rp_phrase_dependence (rp_strbuf *out, const rp_dependence *dependence)
{
  rp_words words = dependence->words;
  switch (dependence->kind)
    {
    case RP_DEPENDS_ON_EWAIT:
      rp_strbuf_add (out, "which of several tasks an ewait joins");
      return;
    case RP_DEPENDS_ON_HANDLERS:
      rp_strbuf_add (out, "the order in which the handlers of a region run");
      return;
    case RP_DEPENDS_ON_CHOICE:
      rp_strbuf_format (out, "the values that %s takes",
                        words == RP_WORDS_MODEL ? "the choice operator" : "rp_choose");
      return;
    case RP_DEPENDS_ON_LEFT:
      rp_strbuf_add (out, "when an async leaves the tasks of a region behind");
      return;
    case RP_DEPENDS_ON_ATOMIC:
      add_order (out, words == RP_WORDS_OPENMP ? "atomic constructs" : "atomic operations", dependence);
      return;
    case RP_DEPENDS_ON_STALL:
      rp_strbuf_format (out, "the order of %s: in another order tasks wait for each other, a deadlock",
                        sections (words));
      return;
    case RP_DEPENDS_ON_STALLS:
      rp_strbuf_format (out,
                        "the order of %s: too many are held while others are waited for to say that none "
                        "deadlocks",
                        sections (words));
      return;
    case RP_DEPENDS_ON_ISOLATED:
    case RP_DEPENDENCE_KINDS:
      break;
    }
  add_order (out, sections (words), dependence);
}
