// Directives as they are written in the source, for facts that clang's code does not show: `schedule(static)` and no
// clause are compiled to the same calls, but the specification guarantees something only for the first.
#ifndef RP_COMPILE_CLANG_PLUGIN_CLAUSE_HH
#define RP_COMPILE_CLANG_PLUGIN_CLAUSE_HH

#include "llvm/IR/GlobalVariable.h"

#include <string>

namespace raceproof
{

enum class clause
{
  none,      // the directive has no schedule clause
  is_static, // the schedule clause says `static`
  concurrent, // order(concurrent): iterations are not ordered, whatever the schedule clause says
  unknown    // the directive is not where debug information says, as with _Pragma in a macro
};

// The text behind `#pragma omp` in that line of the file, and its continuation lines; empty if it is no directive.
std::string directive_in (llvm::StringRef file, unsigned line);

// Whether CONSTRUCT is one of the words in the directive's name. Only words that occur in names with simd are known.
bool names (llvm::StringRef directive, llvm::StringRef construct);

// The number between the parentheses of CLAUSE; 0 if there is no such clause, or no number in it.
uint64_t number_in (llvm::StringRef directive, llvm::StringRef clause);

// Whether the directive contains WORD.
bool has_word (llvm::StringRef directive, llvm::StringRef word);

// Whether a loop statement begins at that place of the file.
bool is_loop_at (llvm::StringRef file, unsigned line, unsigned column);

// Returns the directive at PLACE, as directive_in does. PLACE is the ident_t in a call of the run-time library, which
// has the file and line of the directive.
std::string directive_at_place (const llvm::GlobalVariable &place);

// Whether ONE and OTHER are places of the same directive.
bool is_same_place (const llvm::GlobalVariable &one, const llvm::GlobalVariable &other);

clause schedule_clause_at (const llvm::GlobalVariable &place);

// Whether the name of the directive at PLACE contains simd.
bool is_simd_at (const llvm::GlobalVariable &place);

} // namespace raceproof

#endif
