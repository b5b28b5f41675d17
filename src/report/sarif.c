/* SARIF 2.1.0 (OASIS): findings for code hosts and editors. The location of a result is the later access. The
 * earlier access, the declaration and the join are related locations, and each task is a thread flow. SARIF counts
 * columns in code points, raceproof in bytes. */
#include "base/json.h"
#include "base/panic.h"
#include "base/term.h"
#include "report/phrase.h"
#include "report/report.h"
#include "report/sources.h"

#include <ctype.h>
#include <string.h>

#ifndef RP_VERSION
#define RP_VERSION "0.1.0"
#endif

#define SCHEMA \
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

typedef struct sarif_writer
{
  rp_json json;
  rp_sources sources;
} sarif_writer;

static void
write_text (rp_json *json, const char *key, const char *text)
{
  rp_json_object (json, key);
  rp_json_string (json, "text", text);
  rp_json_object_end (json);
}

/* Writes a file name as a URI reference. Characters that RFC 3986 does not allow in a path are percent-encoded. */
static void
write_uri (rp_json *json, const char *file)
{
  rp_strbuf uri = { 0 };
  if (*file == '/')
    rp_strbuf_add (&uri, "file://");
  else if (strchr (file, ':'))
    rp_strbuf_add (&uri, "./");
  for (const char *c = file; *c; c++)
    if (isalnum ((unsigned char) *c) || strchr ("/-._~!$&'()*+,;=:@", *c))
      rp_strbuf_add_char (&uri, *c);
    else
      rp_strbuf_format (&uri, "%%%02X", (unsigned char) *c);
  rp_json_string (json, "uri", rp_strbuf_text (&uri));
  rp_strbuf_clear (&uri);
}

/* Converts a column in bytes into one in code points. Returns COLUMN if the line cannot be read. */
static uint32_t
point_column (sarif_writer *sarif, const char *file, uint32_t line, uint32_t column)
{
  const rp_source *source = rp_sources_find (&sarif->sources, file);
  const char *text;
  size_t length;
  if (!source || !rp_source_line (source, line, &text, &length))
    return column;
  uint32_t points = 1;
  for (size_t at = 0; at + 1 < column && at < length; points++)
    {
      size_t bytes = rp_utf8_length (text + at, length - at);
      at += bytes ? bytes : 1;
    }
  return points;
}

static void
write_region (sarif_writer *sarif, const char *key, const rp_place *place)
{
  rp_json *json = &sarif->json;
  rp_json_object (json, key);
  rp_json_number (json, "startLine", place->line);
  if (place->column)
    rp_json_number (json, "startColumn",
                    point_column (sarif, place->file, place->line, place->column));
  if (place->end_line)
    rp_json_number (json, "endLine", place->end_line);
  if (place->end_line && place->end_column)
    rp_json_number (json, "endColumn",
                    point_column (sarif, place->file, place->end_line, place->end_column));
  rp_json_object_end (json);
}

static void
write_physical (sarif_writer *sarif, const rp_place *place)
{
  rp_json *json = &sarif->json;
  rp_json_object (json, "physicalLocation");
  rp_json_object (json, "artifactLocation");
  write_uri (json, place->file ? place->file : "");
  rp_json_object_end (json);
  write_region (sarif, "region", place);
  rp_json_object_end (json);
}

/* Writes a location. A negative ID, and an empty MESSAGE or FUNCTION, are left out. */
static void
write_location (sarif_writer *sarif, const char *key, int id, const rp_place *place,
                const char *message, const char *function)
{
  rp_json *json = &sarif->json;
  rp_json_object (json, key);
  if (id >= 0)
    rp_json_number (json, "id", (uint64_t) id);
  if (place->line)
    write_physical (sarif, place);
  if (function && *function)
    {
      rp_json_array (json, "logicalLocations");
      rp_json_object (json, NULL);
      rp_json_string (json, "name", function);
      rp_json_string (json, "kind", "function");
      rp_json_object_end (json);
      rp_json_array_end (json);
    }
  if (message && *message)
    write_text (json, "message", message);
  rp_json_object_end (json);
}

static void
describe_access (rp_strbuf *out, const rp_finding *finding, int side)
{
  const rp_access_ref *access = &finding->accesses[side];
  rp_phrase_task (out, &access->task);
  rp_strbuf_add_char (out, ' ');
  rp_phrase_operation (out, access, finding->words, side == 1);
}

/* Appends a link with this TEXT to the related location ID. In the text, brackets and the backslash
 * are escaped (3.11.6). */
static void
add_link (rp_strbuf *out, const char *text, int id)
{
  rp_strbuf_add_char (out, '[');
  for (const char *c = text; *c; c++)
    {
      if (strchr ("[]\\", *c))
        rp_strbuf_add_char (out, '\\');
      rp_strbuf_add_char (out, *c);
    }
  rp_strbuf_format (out, "](%d)", id);
}

/* Writes the headline. If there are two accesses, the text of the earlier one is a link to related location 1, which
 * write_related writes. */
static void
write_message (sarif_writer *sarif, const rp_finding *finding)
{
  rp_strbuf text = { 0 }, part = { 0 };
  rp_phrase_headline (&text, finding);
  if (finding->access_count == 2)
    {
      rp_strbuf_add (&text, "; ");
      describe_access (&text, finding, 0);
      rp_strbuf_add (&text, "; ");
      describe_access (&part, finding, 1);
      add_link (&text, part.text, 1);
    }
  if (finding->help)
    rp_strbuf_format (&text, ". Help: %s", finding->help);
  write_text (&sarif->json, "message", text.text);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&part);
}

static void
write_related (sarif_writer *sarif, const rp_finding *finding)
{
  rp_strbuf text = { 0 };
  rp_json_array (&sarif->json, "relatedLocations");
  if (finding->access_count == 2)
    {
      describe_access (&text, finding, 1);
      write_location (sarif, NULL, 1, &finding->accesses[1].at, text.text,
                      rp_access_function_name (&finding->accesses[1]));
      rp_strbuf_clear (&text);
    }
  if (finding->object.name && finding->object.declared.line)
    {
      rp_strbuf_format (&text, "`%s` is declared here", finding->object.name);
      write_location (sarif, NULL, 2, &finding->object.declared, text.text, NULL);
      rp_strbuf_clear (&text);
    }
  if (finding->order && finding->order->met.line)
    {
      rp_phrase_meeting (&text, finding->order);
      write_location (sarif, NULL, 3, &finding->order->met, text.text, NULL);
      rp_strbuf_clear (&text);
    }
  for (uint32_t i = 1; i < finding->waiting_count; i++)
    {
      rp_phrase_task (&text, &finding->waiting[i].task);
      rp_strbuf_add_char (&text, ' ');
      rp_phrase_wait (&text, &finding->waiting[i], finding->words);
      write_location (sarif, NULL, (int) (3 + i), &finding->waiting[i].at, text.text, NULL);
      rp_strbuf_clear (&text);
    }
  rp_json_array_end (&sarif->json);
}

static void
write_kind (rp_json *json, const char *kind)
{
  rp_json_array (json, "kinds");
  rp_json_string (json, NULL, kind);
  rp_json_array_end (json);
}

static void
write_stack (sarif_writer *sarif, const rp_access_ref *access)
{
  if (!access->frame_count)
    return;
  rp_json_object (&sarif->json, "stack");
  rp_json_array (&sarif->json, "frames");
  for (uint32_t i = 0; i < access->frame_count; i++)
    {
      rp_json_object (&sarif->json, NULL);
      write_location (sarif, "location", -1, &access->frames[i].at, NULL,
                      access->frames[i].function);
      rp_json_object_end (&sarif->json);
    }
  rp_json_array_end (&sarif->json);
  rp_json_object_end (&sarif->json);
}

/* Opens the flow of TASK. Its first location is the place of TASK's creation, if this place is known. */
static void
begin_flow (sarif_writer *sarif, const rp_task_ref *task)
{
  rp_json *json = &sarif->json;
  rp_strbuf name = { 0 };
  rp_phrase_task (&name, task);
  rp_json_object (json, NULL);
  rp_json_string (json, "id", name.text);
  rp_json_array (json, "locations");
  if (task->created.line)
    {
      rp_strbuf_add (&name, " is created");
      rp_json_object (json, NULL);
      write_location (sarif, "location", -1, &task->created, name.text, NULL);
      write_kind (json, "enter");
      rp_json_object_end (json);
    }
  rp_strbuf_clear (&name);
}

static void
end_flow (sarif_writer *sarif)
{
  rp_json_array_end (&sarif->json);
  rp_json_object_end (&sarif->json);
}

static void
write_access_flow (sarif_writer *sarif, const rp_finding *finding, uint32_t which)
{
  rp_json *json = &sarif->json;
  const rp_access_ref *access = &finding->accesses[which];
  rp_strbuf text = { 0 };
  if (finding->access_count == 2)
    describe_access (&text, finding, (int) which);
  begin_flow (sarif, &access->task);
  rp_json_object (json, NULL);
  write_location (sarif, "location", -1, &access->at, rp_strbuf_text (&text),
                  rp_access_function_name (access));
  write_stack (sarif, access);
  write_kind (json, finding->access_count == 2 ? "memory" : "value");
  if (access->step)
    rp_json_number (json, "executionOrder", access->step);
  rp_json_string (json, "importance", "essential");
  rp_json_object_end (json);
  end_flow (sarif);
  rp_strbuf_clear (&text);
}

static void
write_waiting_flow (sarif_writer *sarif, const rp_waiting *waiting, rp_words words)
{
  rp_json *json = &sarif->json;
  rp_strbuf text = { 0 };
  rp_phrase_wait (&text, waiting, words);
  begin_flow (sarif, &waiting->task);
  rp_json_object (json, NULL);
  write_location (sarif, "location", -1, &waiting->at, text.text, NULL);
  rp_strbuf_clear (&text);
  write_kind (json, "wait");
  rp_json_string (json, "importance", "essential");
  rp_json_object_end (json);
  end_flow (sarif);
}

/* Writes one code flow, with a thread flow for each access or for each task that waits. The flow of the earlier
 * access comes first, as it happened. */
static void
write_flows (sarif_writer *sarif, const rp_finding *finding)
{
  rp_json_array (&sarif->json, "codeFlows");
  rp_json_object (&sarif->json, NULL);
  rp_json_array (&sarif->json, "threadFlows");
  for (uint32_t i = rp_finding_accesses (finding); i-- > 0;)
    write_access_flow (sarif, finding, i);
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    write_waiting_flow (sarif, &finding->waiting[i], finding->words);
  rp_json_array_end (&sarif->json);
  rp_json_object_end (&sarif->json);
  rp_json_array_end (&sarif->json);
}

static void
write_node (sarif_writer *sarif, const char *id, const char *label, const rp_place *place)
{
  rp_json_object (&sarif->json, NULL);
  rp_json_string (&sarif->json, "id", id);
  write_text (&sarif->json, "label", label);
  if (place->line)
    write_location (sarif, "location", -1, place, NULL, NULL);
  rp_json_object_end (&sarif->json);
}

static void
write_edge (rp_json *json, const char *from, const char *to, const char *label)
{
  rp_strbuf id = { 0 };
  rp_strbuf_format (&id, "%s-%s", from, to);
  rp_json_object (json, NULL);
  rp_json_string (json, "id", id.text);
  rp_json_string (json, "sourceNodeId", from);
  rp_json_string (json, "targetNodeId", to);
  write_text (json, "label", label);
  rp_json_object_end (json);
  rp_strbuf_clear (&id);
}

/* Stores in ID the id of the node at position I of side SIDE. Position 0 is the common ancestor; the last position is
 * the access itself. */
static void
node_id (const rp_order *order, int side, uint32_t i, char id[32])
{
  if (i == 0)
    snprintf (id, 32, "ancestor");
  else if (i <= order->path_count[side])
    snprintf (id, 32, "task%u", order->paths[side][i - 1].id);
  else
    snprintf (id, 32, "access%d", side);
}

static void
write_nodes (sarif_writer *sarif, const rp_finding *finding)
{
  const rp_order *order = finding->order;
  rp_strbuf text = { 0 };
  char id[32];
  rp_json_array (&sarif->json, "nodes");
  rp_phrase_creation (&text, &order->ancestor);
  write_node (sarif, "ancestor", text.text, &order->ancestor.created);
  for (int side = 0; side < 2; side++)
    {
      for (uint32_t i = 1; i <= order->path_count[side]; i++)
        {
          const rp_task_ref *task = &order->paths[side][i - 1];
          node_id (order, side, i, id);
          rp_strbuf_clear (&text);
          rp_phrase_creation (&text, task);
          write_node (sarif, id, text.text, &task->created);
        }
      node_id (order, side, order->path_count[side] + 1, id);
      rp_strbuf_clear (&text);
      rp_phrase_operation (&text, &finding->accesses[side], finding->words, side == 1);
      write_node (sarif, id, text.text, &finding->accesses[side].at);
    }
  if (order->meeting)
    {
      rp_strbuf_clear (&text);
      rp_phrase_meeting (&text, order);
      write_node (sarif, "join", text.text, &order->met);
    }
  rp_json_array_end (&sarif->json);
  rp_strbuf_clear (&text);
}

/* Writes the part of the computation graph that the text form draws behind `order:`. */
static void
write_graph (sarif_writer *sarif, const rp_finding *finding)
{
  const rp_order *order = finding->order;
  if (!order || finding->access_count != 2)
    return;
  rp_json *json = &sarif->json;
  rp_json_array (json, "graphs");
  rp_json_object (json, NULL);
  rp_strbuf missing = { 0 };
  rp_phrase_missing_order (&missing, finding);
  write_text (json, "description", missing.text);
  rp_strbuf_clear (&missing);
  write_nodes (sarif, finding);
  rp_json_array (json, "edges");
  for (int side = 0; side < 2; side++)
    {
      char from[32], to[32];
      uint32_t count = order->path_count[side];
      for (uint32_t i = 0; i <= count; i++)
        {
          node_id (order, side, i, from);
          node_id (order, side, i + 1, to);
          write_edge (json, from, to, i < count ? "spawn" : "continue");
        }
      if (order->meeting)
        write_edge (json, to, "join", "join");
    }
  rp_json_array_end (json);
  rp_json_object_end (json);
  rp_json_array_end (json);
}

/* Writes the edits of FIX, which are all in one file. */
static void
write_change (sarif_writer *sarif, const rp_fix *fix)
{
  rp_json *json = &sarif->json;
  rp_json_array (json, "artifactChanges");
  rp_json_object (json, NULL);
  rp_json_object (json, "artifactLocation");
  write_uri (json, fix->edits[0].at.file);
  rp_json_object_end (json);
  rp_json_array (json, "replacements");
  for (uint32_t i = 0; i < fix->edit_count; i++)
    {
      rp_json_object (json, NULL);
      write_region (sarif, "deletedRegion", &fix->edits[i].at);
      write_text (json, "insertedContent", fix->edits[i].insert);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
  rp_json_object_end (json);
  rp_json_array_end (json);
}

static void
write_fixes (sarif_writer *sarif, const rp_finding *finding)
{
  rp_json *json = &sarif->json;
  if (!finding->fix_count)
    return;
  rp_json_array (json, "fixes");
  for (uint32_t i = 0; i < finding->fix_count; i++)
    {
      rp_json_object (json, NULL);
      write_text (json, "description", finding->fixes[i].text);
      write_change (sarif, &finding->fixes[i]);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

static size_t
rule_index (rp_rule rule)
{
  size_t index = 0;
  while (index < rp_rule_count && rp_rules[index].rule != rule)
    index++;
  RP_ASSERT (index < rp_rule_count);
  return index;
}

static void
write_suppression (rp_json *json, const char *line)
{
  rp_json_array (json, "suppressions");
  rp_json_object (json, NULL);
  rp_json_string (json, "kind", "external");
  rp_json_string (json, "status", "accepted");
  rp_json_string (json, "justification", line);
  rp_json_object_end (json);
  rp_json_array_end (json);
}

static void
write_result (sarif_writer *sarif, const rp_finding *finding)
{
  rp_json *json = &sarif->json;
  char rule[16], id[17];
  snprintf (rule, sizeof rule, "RP%03d", (int) finding->rule);
  rp_finding_identify (finding, &sarif->sources, id);
  rp_json_object (json, NULL);
  rp_json_string (json, "ruleId", rule);
  rp_json_number (json, "ruleIndex", rule_index (finding->rule));
  rp_json_string (json, "kind", "fail");
  rp_json_string (json, "level", finding->certainty == RP_CERTAIN ? "error" : "warning");
  write_message (sarif, finding);
  rp_json_array (json, "locations");
  if (rp_finding_place (finding)->line)
    write_location (sarif, NULL, -1, rp_finding_place (finding), NULL,
                    rp_finding_accesses (finding) ? rp_access_function_name (&finding->accesses[0])
                                                  : NULL);
  rp_json_array_end (json);
  write_related (sarif, finding);
  if (finding->access_count || finding->waiting_count)
    write_flows (sarif, finding);
  write_graph (sarif, finding);
  write_fixes (sarif, finding);
  rp_json_object (json, "partialFingerprints");
  rp_json_string (json, "raceproof/v1", id);
  rp_json_object_end (json);
  rp_json_number (json, "occurrenceCount", finding->count ? finding->count : 1);
  if (finding->suppression)
    write_suppression (json, finding->suppression);
  rp_json_object (json, "properties");
  rp_json_string (json, "certainty", rp_certainty_name (finding->certainty));
  rp_json_string (json, "kind", finding->kind);
  rp_json_string (json, "object", finding->object.name);
  rp_json_object_end (json);
  rp_json_object_end (json);
}

static void
write_rules (rp_json *json)
{
  rp_json_array (json, "rules");
  for (size_t i = 0; i < rp_rule_count; i++)
    {
      char id[16], help[64];
      snprintf (id, sizeof id, "RP%03d", (int) rp_rules[i].rule);
      snprintf (help, sizeof help, "raceproof explain %s", id);
      rp_json_object (json, NULL);
      rp_json_string (json, "id", id);
      rp_json_string (json, "name", rp_rules[i].name);
      write_text (json, "shortDescription", rp_rules[i].title);
      write_text (json, "fullDescription", rp_rules[i].summary);
      write_text (json, "help", help);
      rp_json_object_end (json);
    }
  rp_json_array_end (json);
}

/* Writes everything up to and including the description of the tool. */
static void
begin_run (rp_json *json)
{
  rp_json_object (json, NULL);
  rp_json_string (json, "$schema", SCHEMA);
  rp_json_string (json, "version", "2.1.0");
  rp_json_array (json, "runs");
  rp_json_object (json, NULL);
  rp_json_object (json, "tool");
  rp_json_object (json, "driver");
  rp_json_string (json, "name", "raceproof");
  rp_json_string (json, "version", RP_VERSION);
  write_rules (json);
  rp_json_object_end (json);
  rp_json_object_end (json);
  rp_json_string (json, "columnKind", "unicodeCodePoints");
}

static void
end_run (rp_json *json)
{
  rp_json_object_end (json);
  rp_json_array_end (json);
  rp_json_object_end (json);
  rp_json_end (json);
}

static void
write_properties (rp_json *json, const rp_report *report)
{
  rp_strbuf what = { 0 };
  rp_json_object (json, "properties");
  rp_json_string (json, "verdict", rp_verdict_name (rp_report_verdict (report)));
  rp_json_string (json, "scope", rp_phrase_scope (report));
  rp_json_string (json, "method", report->method);
  rp_json_string (json, "engine", report->engine);
  rp_json_string (json, "program", report->program);
  rp_json_string (json, "input", report->input ? report->input : "");
  rp_json_string (json, "schedule", report->schedule);
  rp_json_array (json, "dependences");
  for (size_t i = 0; i < report->dependences.count; i++)
    {
      rp_phrase_dependence (&what, &report->dependences.items[i]);
      rp_json_string (json, NULL, what.text);
      rp_strbuf_clear (&what);
    }
  rp_json_array_end (json);
  rp_json_object_end (json);
}

static void
write_remark (rp_json *json, const char *level, const char *text)
{
  rp_json_object (json, NULL);
  rp_json_string (json, "level", level);
  write_text (json, "message", text);
  rp_json_object_end (json);
}

/* Writes what the verdict does not cover: warnings, and the limits of the verdict as notes. */
static void
write_warnings (rp_json *json, const rp_report *report)
{
  if (!report->warnings.count && !report->incomplete && !report->unseen.count
      && !rp_phrase_limit_count (report))
    return;
  rp_json_array (json, "toolExecutionNotifications");
  for (size_t i = 0; i < report->unseen.count; i++)
    write_remark (json, "warning", report->unseen.items[i]);
  for (size_t i = 0; i < report->warnings.count; i++)
    write_remark (json, "warning", report->warnings.items[i]);
  if (report->incomplete)
    write_remark (json, "warning", report->incomplete);
  for (size_t i = 0; i < rp_phrase_limit_count (report); i++)
    {
      rp_strbuf text = { 0 };
      rp_phrase_limit (&text, report, i);
      write_remark (json, "note", text.text);
      rp_strbuf_clear (&text);
    }
  rp_json_array_end (json);
}

void
rp_report_sarif (const rp_report *report, FILE *out)
{
  sarif_writer sarif = { .json = { .out = out }, .sources = { .given = report->source } };
  rp_json *json = &sarif.json;
  begin_run (json);
  rp_json_array (json, "invocations");
  rp_json_object (json, NULL);
  rp_json_number (json, "exitCode", (uint64_t) rp_report_exit_status (report));
  rp_json_bool (json, "executionSuccessful", rp_report_verdict (report) != RP_VERDICT_ERROR);
  write_warnings (json, report);
  rp_json_object_end (json);
  rp_json_array_end (json);
  rp_json_array (json, "results");
  for (size_t i = 0; i < report->findings.count; i++)
    write_result (&sarif, &report->findings.items[i]);
  for (size_t i = 0; i < report->suppressed.count; i++)
    write_result (&sarif, &report->suppressed.items[i]);
  rp_json_array_end (json);
  write_properties (json, report);
  end_run (json);
  rp_sources_clear (&sarif.sources);
}

static void
write_notification (sarif_writer *sarif, const rp_diagnostic *diagnostic)
{
  rp_json *json = &sarif->json;
  char id[16];
  snprintf (id, sizeof id, "RP%03d", (int) diagnostic->rule);
  rp_json_object (json, NULL);
  rp_json_object (json, "descriptor");
  rp_json_string (json, "id", id);
  rp_json_object_end (json);
  rp_json_string (json, "level", "error");
  write_text (json, "message", diagnostic->message);
  rp_json_array (json, "locations");
  if (diagnostic->at.line)
    write_location (sarif, NULL, -1, &diagnostic->at, diagnostic->label, NULL);
  rp_json_array_end (json);
  rp_json_object_end (json);
}

void
rp_diagnostics_sarif (const rp_diagnostics *diagnostics, FILE *out)
{
  sarif_writer sarif = { .json = { .out = out } };
  rp_json *json = &sarif.json;
  begin_run (json);
  rp_json_array (json, "invocations");
  rp_json_object (json, NULL);
  rp_json_number (json, "exitCode", 2);
  rp_json_bool (json, "executionSuccessful", false);
  rp_json_array (json, "toolExecutionNotifications");
  for (size_t i = 0; i < diagnostics->list.count; i++)
    write_notification (&sarif, &diagnostics->list.items[i]);
  rp_json_array_end (json);
  rp_json_object_end (json);
  rp_json_array_end (json);
  rp_json_array (json, "results");
  rp_json_array_end (json);
  rp_json_object (json, "properties");
  rp_json_string (json, "verdict", rp_verdict_name (RP_VERDICT_ERROR));
  rp_json_object_end (json);
  end_run (json);
  rp_sources_clear (&sarif.sources);
}
