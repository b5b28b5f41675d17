/* The DOT text: a line per node and edge, clusters that close, and names that cannot break out of
 * their quotes. */
#include "core/event/script.h"
#include "core/graph/build.h"
#include "core/graph/dot.h"
#include "test.h"

static rp_site_name
name_site (rp_namer *namer, rp_arena *arena, uint32_t site)
{
  (void) namer, (void) arena;
  return (rp_site_name) { .place = { .file = "f", .line = site } };
}

static rp_location_name
name_location (rp_namer *namer, rp_arena *arena, uint64_t location)
{
  (void) namer;
  return (rp_location_name) { .name = rp_arena_format (arena, "a\"b\\c[%u]\n", (unsigned) location),
                              .base = "a" };
}

static const char *
name_kind (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) namer, (void) arena;
  return rp_task_kind_name (row->kind);
}

static const char *
name_binding (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) namer, (void) arena;
  return row->site % 2 ? "i=\"1\"" : "";
}

static const char *
name_region (rp_namer *namer, rp_arena *arena, uint32_t region)
{
  (void) namer, (void) region;
  return rp_arena_format (arena, "r");
}

static bool
is_racing (const void *context, uint32_t node)
{
  return node == *(const uint32_t *) context;
}

/* The text of the graph of a script; caller frees. */
static char *
dot_of (const char *text, rp_graph *counts, uint32_t racing)
{
  rp_builder builder;
  rp_builder_init (&builder);
  script s = { .access = rp_builder_access, .access_context = &builder };
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  script_run (&s, text, &builder.observer, &policy.policy);
  rp_namer namer = { name_site, name_location, name_kind, name_binding, name_region };
  rp_dot_options options = { .title = "odd \"title\" \\",
                             .tasks = rp_runtime_tasks (s.runtime),
                             .namer = &namer,
                             .is_racing = is_racing,
                             .context = &racing };
  char *dot = NULL;
  size_t length;
  FILE *out = open_memstream (&dot, &length);
  rp_dot_write (&builder.graph, &options, out);
  fclose (out);
  *counts = (rp_graph) { .live = builder.graph.live, .edge_count = builder.graph.edge_count };
  script_end (&s);
  rp_builder_clear (&builder);
  return dot;
}

typedef struct tally
{
  size_t nodes, edges, clusters, dashed;
  int depth;    /* of braces, outside quotes */
  bool in_text; /* a quote is open */
} tally;

static void
tally_line (tally *t, const char *line, size_t length)
{
  const char *at = line;
  while (*at == ' ')
    at++;
  bool starts_inside = t->in_text;
  char *end;
  if (!starts_inside && *at == 'n' && (strtoul (at + 1, &end, 10), end > at + 1))
    {
      t->nodes += !strncmp (end, " [label=\"", 9);
      t->edges += !strncmp (end, " -> n", 5);
    }
  t->clusters += !strncmp (at, "subgraph cluster_", 17);
  t->dashed += memmem (line, length, "style=dashed", 12) != NULL;
  for (size_t i = 0; i < length; i++)
    if (t->in_text && line[i] == '\\')
      i++;
    else if (line[i] == '"')
      t->in_text = !t->in_text;
    else if (!t->in_text)
      t->depth += (line[i] == '{') - (line[i] == '}');
}

static tally
tally_text (const char *dot)
{
  tally t = { 0 };
  for (const char *line = dot; *line;)
    {
      size_t length = strcspn (line, "\n");
      tally_line (&t, line, length);
      CHECK (!t.in_text); /* no text runs over the end of a line */
      line += length + (line[length] == '\n');
    }
  return t;
}

static tally
check_dot (const char *text)
{
  rp_graph counts;
  char *dot = dot_of (text, &counts, 1);
  tally t = tally_text (dot);
  bool right = CHECK_INT (t.nodes, counts.live);
  right &= CHECK_INT (t.edges, counts.edge_count);
  right &= CHECK_INT (t.depth, 0);
  right &= CHECK (!strncmp (dot, "digraph ", 8));
  if (!right)
    test_note ("%s\n%s", text, dot);
  free (dot);
  return t;
}

TEST (nodes_edges_and_clusters)
{
  tally t = check_dot ("w1");
  CHECK_INT (t.clusters, 1);
  t = check_dot ("P1{r1w1}P1{r1w1}W1");
  CHECK_INT (t.clusters, 3);
  t = check_dot ("F{A{w1}A{A{w2}w3}}A{I{w4}}I{w4}");
  CHECK_INT (t.clusters, 5);
  CHECK_INT (t.dashed, 1);
  t = check_dot ("C{K{w1+w2}w3+w4}");
  CHECK_INT (t.clusters, 2);
}

TEST (many_accesses_are_cut)
{
  rp_graph counts;
  char *dot = dot_of ("w0r1w2r3w4r5w6r7w8r9", &counts, 9);
  CHECK (strstr (dot, "... 4 more"));
  free (dot);
}

TEST (names_are_quoted)
{
  rp_graph counts;
  char *dot = dot_of ("A{w1}r2", &counts, 1);
  CHECK (strstr (dot, "label=\"odd \\\"title\\\" \\\\\""));
  CHECK (strstr (dot, "write a\\\"b\\\\c[1] "));
  CHECK (strstr (dot, "i=\\\"1\\\""));
  free (dot);
}

TEST (racing_nodes_stand_out)
{
  rp_graph counts;
  char *dot = dot_of ("A{w1}w1", &counts, 1);
  const char *marked = strstr (dot, "penwidth=2");
  CHECK (marked && !strstr (marked + 1, "penwidth=2"));
  CHECK (marked && strstr (dot, "n1 [label") < marked);
  free (dot);
}
