/* Text for a terminal: display width of UTF-8, control characters made harmless, word wrap, and the colours. The only
 * escape sequences in our output are those that rp_term_paint adds, so the functions for width and wrap may skip
 * them. */
#ifndef RP_BASE_TERM_H
#define RP_BASE_TERM_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One colour per role. */
#define RP_PAINT_ERROR "1;31"
#define RP_PAINT_WARNING "1;33"
#define RP_PAINT_NOTE "1"
#define RP_PAINT_HELP "1;32"
#define RP_PAINT_BOLD "1"
#define RP_PAINT_GUTTER "1;34"
#define RP_PAINT_TASK "36"

/* Returns the length in bytes of the first character of TEXT (LENGTH > 0) if it is valid UTF-8, else 0. */
size_t rp_utf8_length (const char *text, size_t length);

/* One character that a terminal shows, for one or more bytes of a text. */
typedef struct rp_term_cell
{
  unsigned char source_bytes; /* how many bytes of the text the cell stands for */
  unsigned char length;       /* how many bytes `shown` has */
  unsigned char columns;      /* 0 for combining marks, 2 for wide characters */
  char shown[5];
} rp_term_cell;

/* Returns the first character of TEXT (LENGTH > 0). Control characters, invalid UTF-8, and the marks that reorder or
 * hide text are shown as `?`. Without UTF8, all characters except ASCII are shown as `?`. A tab is one blank here;
 * code that draws source lines knows the tab stops. */
rp_term_cell rp_term_cell_at (const char *text, size_t length, bool utf8);

/* Appends TEXT to OUT, each character as rp_term_cell_at shows it. What this function appends is *clean* text. */
void rp_term_clean (rp_strbuf *out, const char *text, bool utf8);

/* Appends TEXT, which must be clean, to OUT: in the colour of ROLE (RP_PAINT_...) if COLOUR, else unchanged. */
void rp_term_paint (rp_strbuf *out, bool colour, const char *role, const char *text);

/* Returns how many columns TEXT takes. TEXT must be clean and may be painted. */
size_t rp_term_width (const char *text);

/* Appends TEXT, which must be clean and may be painted, to OUT. Breaks TEXT at blanks so that no line goes past WIDTH,
 * unless a word is too long. A number stays with the word after it, which may be its unit. The cursor is at COLUMN
 * before TEXT; further lines begin with INDENT blanks. */
void rp_term_wrap (rp_strbuf *out, const char *text, size_t column, size_t indent, size_t width);

/* Returns whether OUT shall have colours: OUT is a terminal, TERM is set to something else than "" and "dumb", and
 * NO_COLOR is empty or not set. */
bool rp_term_wants_colour (FILE *out);

/* Returns whether the locale's character set is UTF-8. setlocale must have been called before. */
bool rp_term_is_utf8 (void);

#endif
