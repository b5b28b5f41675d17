#include "messages.h"

#include "base/rng.h"

#include <stdbool.h>

enum
{
  ACTORS = 2
};

typedef struct writer
{
  rp_rng rng;
  rp_strbuf *out;
  int sends; /* still to be written */
  bool shares, leaves, waits, isolates, asserts;
} writer;

static unsigned
below (writer *w, unsigned bound)
{
  return (unsigned) rp_rng_below (&w->rng, bound);
}

static bool
chance (writer *w, unsigned percent)
{
  return below (w, 100) < percent;
}

/* Actor NUMBER has the variable x or y to itself, unless they share. */
static const char *
own (writer *w, unsigned number)
{
  return (w->shares && chance (w, 30)) != (number == 0) ? "x" : "y";
}

static void
assign (writer *w, unsigned number)
{
  const char *name = own (w, number);
  switch (below (w, 3))
    {
    case 0:
      rp_strbuf_format (w->out, "%s = 3 * %s + m;\n", name, name);
      break;
    case 1:
      rp_strbuf_format (w->out, "%s = m;\n", name);
      break;
    default:
      rp_strbuf_format (w->out, "v = %s;\n", name);
    }
}

/* To an actor that is declared already. Messages get smaller, so that they come to an end. */
static void
send_on (writer *w, unsigned number)
{
  rp_strbuf_format (w->out, "if (m > 1) %ssend a%u(m - 1);\n",
                    w->waits && chance (w, 30)    ? "finish "
                    : w->leaves && chance (w, 30) ? "async "
                                                  : "",
                    below (w, number + 1));
}

static void
handler_statement (writer *w, unsigned number)
{
  unsigned kind = below (w, 100);
  if (kind < 25)
    rp_strbuf_format (w->out, "if (%s %% 2 == %u) { %s = %s + m; }\n", number ? "y" : "x",
                      below (w, 2), number ? "y" : "x", number ? "y" : "x");
  else if (kind < 50)
    send_on (w, number);
  else if (kind < 60 && w->leaves)
    rp_strbuf_format (w->out, "async isolated z = z + m;\n");
  else if (kind < 75 && w->isolates)
    rp_strbuf_format (w->out, "isolated%s z = 2 * z + m;\n", chance (w, 40) ? " (z)" : "");
  else if (kind < 80 && w->asserts)
    rp_strbuf_format (w->out, "assert %s != %u;\n", number ? "y" : "x", 2 + below (w, 5));
  else
    assign (w, number);
}

static void
actor (writer *w, unsigned number)
{
  rp_strbuf_format (w->out, "actor a%u(m) {\nvar v = 0;\n", number);
  for (unsigned i = 0, count = 1 + below (w, 2); i < count; i++)
    handler_statement (w, number);
  rp_strbuf_add (w->out, "}\n");
}

static void
sender (writer *w)
{
  rp_strbuf_add (w->out, chance (w, 15) ? "finish async {\n" : "async {\n");
  for (unsigned i = 0, count = 1 + below (w, 2); i < count && w->sends; i++, w->sends--)
    rp_strbuf_format (w->out, "send a%u(%u);\n", below (w, ACTORS), 1 + below (w, 2));
  if (w->isolates && chance (w, 25))
    rp_strbuf_format (w->out, "isolated %s = 1;\n", w->shares ? "x" : "z");
  rp_strbuf_add (w->out, "}\n");
}

void
rp_generate_messages (uint64_t seed, rp_strbuf *out)
{
  writer w = { .rng = rp_rng_from_seed (seed), .out = out };
  w.sends = 4;
  w.shares = chance (&w, 20);
  w.leaves = chance (&w, 30);
  w.waits = chance (&w, 20);
  w.isolates = chance (&w, 40);
  w.asserts = chance (&w, 20);
  rp_strbuf_add (out, "var x; var y; var z;\n");
  for (unsigned i = 0; i < ACTORS; i++)
    actor (&w, i);
  rp_strbuf_add (out, "finish {\n");
  for (unsigned i = 0, count = 2 + below (&w, 2); i < count; i++)
    sender (&w);
  if (w.sends && chance (&w, 30))
    rp_strbuf_format (out, "send a%u(1);\n", below (&w, ACTORS));
  rp_strbuf_add (out, "}\n");
}
