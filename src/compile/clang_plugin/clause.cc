// Reads the directive in the source file. Only a few clauses are needed, so words and parentheses suffice.
#include "clause.hh"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace
{

// Index of a member of struct ident_t in LLVM's run-time library: the text ";file;function;line;column;;".
constexpr unsigned place_text = 4;

bool
is_word_character (char c)
{
  return isAlnum (c) || c == '_';
}

// Removes white space and a word from the beginning of TEXT. Returns the word.
StringRef
take_word (StringRef &text)
{
  text = text.ltrim ();
  StringRef word = text.take_while (is_word_character);
  text = text.drop_front (word.size ());
  return word;
}

bool
take_character (StringRef &text, char c)
{
  text = text.ltrim ();
  if (text.empty () || text.front () != c)
    return false;
  text = text.drop_front ();
  return true;
}

// Returns the directive that begins in line NUMBER, with its continuation lines; empty if there is none.
std::string
directive_at (StringRef source, unsigned number)
{
  for (unsigned line = 1; line < number; line++)
    source = source.split ('\n').second;
  std::string text;
  for (bool goes_on = true; goes_on && !source.empty ();)
    {
      auto [line, rest] = source.split ('\n');
      source = rest;
      line = line.rtrim ();
      goes_on = line.consume_back ("\\");
      text += line.str () + " ";
    }
  StringRef directive = text;
  if (!take_character (directive, '#') || take_word (directive) != "pragma" || take_word (directive) != "omp")
    return "";
  return directive.str ();
}

// Returns whether WORD can be a part of the name of a directive with simd.
bool
is_construct (StringRef word)
{
  return StringSwitch<bool> (word)
    .Cases ("target", "teams", "distribute", "parallel", "for", true)
    .Cases ("masked", "master", "taskloop", "simd", true)
    .Default (false);
}

StringRef
line_of (StringRef source, unsigned number)
{
  for (unsigned line = 1; line < number; line++)
    source = source.split ('\n').second;
  return source.split ('\n').first;
}

// Returns whether a schedule clause says `static`. INSIDE is the text between its parentheses:
// [modifier [, modifier] :] kind [, chunk].
bool
says_static (StringRef inside)
{
  StringRef kind = take_word (inside);
  while (kind == "monotonic" || kind == "nonmonotonic" || kind == "simd")
    {
      if (!take_character (inside, ',') && !take_character (inside, ':'))
        return false;
      kind = take_word (inside);
    }
  return kind == "static";
}

raceproof::clause
clause_in (StringRef directive)
{
  auto found = raceproof::clause::none;
  while (!directive.empty ())
    {
      StringRef word = take_word (directive);
      if (word == "order" && take_character (directive, '(') && directive.split (')').first.contains ("concurrent"))
        return raceproof::clause::concurrent;
      if (word == "schedule" && take_character (directive, '(') && says_static (directive))
        found = raceproof::clause::is_static;
      if (word.empty () && !directive.empty ())
        directive = directive.drop_front ();
    }
  return found;
}

StringRef
text_of (const GlobalVariable &place)
{
  if (!place.hasDefinitiveInitializer ())
    return "";
  Constant *member = place.getInitializer ()->getAggregateElement (place_text);
  auto *global = member ? dyn_cast<GlobalVariable> (member->stripPointerCasts ()) : nullptr;
  auto *text = global && global->hasDefinitiveInitializer ()
                 ? dyn_cast<ConstantDataSequential> (global->getInitializer ())
                 : nullptr;
  return text && text->isCString () ? text->getAsCString () : "";
}

} // namespace

std::string
raceproof::directive_in (StringRef file, unsigned line)
{
  auto source = MemoryBuffer::getFile (file);
  return source ? directive_at ((*source)->getBuffer (), line) : "";
}

bool
raceproof::names (StringRef directive, StringRef construct)
{
  for (StringRef word = take_word (directive); is_construct (word); word = take_word (directive))
    if (word == construct)
      return true;
  return false;
}

uint64_t
raceproof::number_in (StringRef directive, StringRef clause)
{
  while (!directive.empty ())
    {
      StringRef word = take_word (directive);
      if (word == clause && take_character (directive, '('))
        {
          uint64_t number = 0;
          return directive.split (')').first.trim ().getAsInteger (0, number) ? 0 : number;
        }
      if (word.empty () && !directive.empty ())
        directive = directive.drop_front ();
    }
  return 0;
}

bool
raceproof::has_word (StringRef directive, StringRef word)
{
  while (!directive.empty ())
    {
      StringRef next = take_word (directive);
      if (next == word)
        return true;
      if (next.empty () && !directive.empty ())
        directive = directive.drop_front ();
    }
  return false;
}

bool
raceproof::is_loop_at (StringRef file, unsigned line, unsigned column)
{
  auto source = MemoryBuffer::getFile (file);
  StringRef text = source ? line_of ((*source)->getBuffer (), line).drop_front (column ? column - 1 : 0) : "";
  StringRef word = take_word (text);
  return word == "for" || word == "while" || word == "do";
}

std::string
raceproof::directive_at_place (const GlobalVariable &place)
{
  SmallVector<StringRef, 8> parts;
  text_of (place).split (parts, ';');
  unsigned line = 0;
  bool has_line = parts.size () >= 5 && !parts[3].getAsInteger (10, line) && line;
  return has_line ? directive_in (parts[1], line) : "";
}

bool
raceproof::is_same_place (const GlobalVariable &one, const GlobalVariable &other)
{
  return !text_of (one).empty () && text_of (one) == text_of (other);
}

raceproof::clause
raceproof::schedule_clause_at (const GlobalVariable &place)
{
  std::string directive = directive_at_place (place);
  return directive.empty () ? clause::unknown : clause_in (directive);
}

bool
raceproof::is_simd_at (const GlobalVariable &place)
{
  return names (directive_at_place (place), "simd");
}
