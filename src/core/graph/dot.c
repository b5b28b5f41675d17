#include "core/graph/dot.h"

#include "base/panic.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LABELLED = 6 /* the label of a node lists at most this many accesses; further ones are counted */
};

typedef struct writer
{
  const rp_graph *graph;
  const rp_dot_options *options;
  rp_arena arena;
  FILE *out;
} writer;

static const char *
quoted (writer *w, const char *text)
{
  rp_strbuf buffer = { 0 };
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
        rp_strbuf_add_char (&buffer, '\\');
      rp_strbuf_add_char (&buffer, (unsigned char) *text < ' ' ? ' ' : *text);
    }
  const char *copy = rp_arena_copy (&w->arena, rp_strbuf_text (&buffer), buffer.length);
  rp_strbuf_clear (&buffer);
  return copy;
}

/* Returns the place of SITE: ":12", or "f.c:12"; "" if it is not known. */
static const char *
place_of (writer *w, uint32_t site)
{
  rp_place place = { 0 };
  if (site)
    place = w->options->namer->site (w->options->namer, &w->arena, site).place;
  if (!place.line)
    return "";
  const char *slash = place.file ? strrchr (place.file, '/') : NULL;
  const char *file = !w->options->with_files ? "" : slash ? slash + 1 : place.file;
  return quoted (w, rp_arena_format (&w->arena, "%s:%u", file ? file : "", place.line));
}

static const char *
kind_text (writer *w, uint32_t number)
{
  const rp_node *node = rp_graph_node (w->graph, number);
  bool is_atomic = w->options->is_atomic && w->options->is_atomic (w->options->context, number);
  static const char *const texts[]
    = { [RP_NODE_START] = "start",         [RP_NODE_CONTINUE] = "after post",
        [RP_NODE_JOIN] = "join",           [RP_NODE_CALL] = "call",
        [RP_NODE_ISOLATED] = "isolated",   [RP_NODE_LEAVE] = "after isolated",
        [RP_NODE_SIGNAL] = "after signal", [RP_NODE_PHASE] = "phase",
        [RP_NODE_WAIT] = "after wait" };
  if (is_atomic)
    return node->kind == RP_NODE_ISOLATED ? "atomic" : "after atomic";
  return texts[node->kind];
}

/* Appends a line "write x :12" to LABEL for each access of NODE. */
static void
add_accesses (writer *w, const rp_node *node, rp_strbuf *label)
{
  rp_namer *namer = w->options->namer;
  for (uint32_t i = 0; i < node->accesses.count && i < LABELLED; i++)
    {
      const rp_access *access = &node->accesses.items[i];
      rp_location_name first = namer->location (namer, &w->arena, access->base);
      rp_strbuf_format (label, "\\n%s %s", access->is_write ? "write" : "read",
                        quoted (w, first.name));
      if (access->size > 1)
        rp_strbuf_format (
          label, " .. %s",
          quoted (w, namer->location (namer, &w->arena, access->base + access->size - 1).name));
      rp_strbuf_format (label, " %s", place_of (w, access->site));
    }
  if (node->accesses.count > LABELLED)
    rp_strbuf_format (label, "\\n... %u more", node->accesses.count - LABELLED);
}

static void
write_node (writer *w, uint32_t number)
{
  const rp_node *node = rp_graph_node (w->graph, number);
  bool racing = w->options->is_racing && w->options->is_racing (w->options->context, number);
  rp_strbuf label = { 0 };
  rp_strbuf_format (&label, "%u  %s", node->stamp, kind_text (w, number));
  if (node->kind == RP_NODE_PHASE)
    rp_strbuf_format (&label, " %u", node->index);
  if (*place_of (w, node->site))
    rp_strbuf_format (&label, " %s", place_of (w, node->site));
  add_accesses (w, node, &label);
  fprintf (w->out, "    n%u [label=\"%s\"%s%s%s];\n", number, rp_strbuf_text (&label),
           node->kind == RP_NODE_PHASE ? ", shape=hexagon, fillcolor=\"#fff3c4\"" : "",
           node->lockset ? ", peripheries=2" : "",
           racing ? ", fillcolor=\"#ffc9c9\", color=\"#c92a2a\", penwidth=2" : "");
  rp_strbuf_clear (&label);
}

static void
open_cluster (writer *w, uint32_t task)
{
  const rp_task_row *row = &w->options->tasks->rows.items[task];
  rp_namer *namer = w->options->namer;
  const char *kind = namer->task_kind (namer, &w->arena, row);
  const char *binding = namer->task_binding (namer, &w->arena, row);
  fprintf (w->out, "  subgraph cluster_%u {\n    label=\"", task);
  if (row->parent == RP_NO_TASK)
    fprintf (w->out, "main");
  else
    {
      const char *place = place_of (w, row->site);
      fprintf (w->out, "task %u: %s%s%s%s", task, quoted (w, kind), *binding ? " (" : "",
               quoted (w, binding), *binding ? ")" : "");
      if (*place)
        fprintf (w->out, ", %s%s", *place == ':' ? "line " : "", place + (*place == ':'));
    }
  fputs ("\";\n    style=rounded; color=\"#adb5bd\"; fontcolor=\"#495057\";\n", w->out);
}

static int
compare_tasks (const void *a, const void *b, void *context)
{
  const rp_graph *graph = context;
  const rp_node *x = rp_graph_node (graph, *(const uint32_t *) a);
  const rp_node *y = rp_graph_node (graph, *(const uint32_t *) b);
  if (x->task != y->task)
    return x->task < y->task ? -1 : 1;
  return (x->stamp > y->stamp) - (x->stamp < y->stamp);
}

static void
write_edges (writer *w, uint32_t number)
{
  const rp_node *node = rp_graph_node (w->graph, number);
  RP_GRAPH_FOR_PREDS (w->graph, number, from, is_last, {
    const rp_node *source = rp_graph_node (w->graph, from);
    const char *style = is_last ? " [style=dashed, color=\"#7048e8\", label=\"last\", fontsize=9]"
                        : source->task == node->task  ? ""
                        : node->kind == RP_NODE_START ? " [color=\"#1971c2\"]"
                                                      : " [color=\"#2f9e44\"]";
    fprintf (w->out, "  n%u -> n%u%s;\n", from, number, style);
  });
}

void
rp_dot_write (const rp_graph *graph, const rp_dot_options *options, FILE *out)
{
  writer w = { .graph = graph, .options = options, .out = out };
  size_t count;
  uint32_t *nodes = rp_graph_sorted (graph, &count);
  qsort_r (nodes, count, sizeof *nodes, compare_tasks, (void *) graph);
  fprintf (out, "digraph computation {\n  label=\"%s\"; labelloc=t; fontname=\"Helvetica\";\n",
           quoted (&w, options->title));
  fputs ("  rankdir=TB; ranksep=0.35; nodesep=0.3;\n"
         "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", "
         "fontsize=10];\n  edge [color=\"#495057\", arrowsize=0.7];\n",
         out);
  for (size_t i = 0; i < count; i++)
    {
      uint32_t task = rp_graph_node (graph, nodes[i])->task;
      bool first = i == 0 || rp_graph_node (graph, nodes[i - 1])->task != task;
      bool last = i + 1 == count || rp_graph_node (graph, nodes[i + 1])->task != task;
      if (task != RP_NO_TASK && first)
        open_cluster (&w, task);
      write_node (&w, nodes[i]);
      if (task != RP_NO_TASK && last)
        fputs ("  }\n", out);
    }
  for (size_t i = 0; i < count; i++)
    write_edges (&w, nodes[i]);
  fputs ("}\n", out);
  free (nodes);
  rp_arena_clear (&w.arena);
}
