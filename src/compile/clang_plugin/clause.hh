// Reads OpenMP directives in the source, for facts that the code which clang makes does not show. Example: clang makes
// the same calls for `schedule(static)` and for no schedule clause. But only `schedule(static)` guarantees which thread
// gets an iteration.
#ifndef RP_COMPILE_CLANG_PLUGIN_CLAUSE_HH
#define RP_COMPILE_CLANG_PLUGIN_CLAUSE_HH

#include "llvm/IR/GlobalVariable.h"

#include <string>

namespace raceproof
{

enum class clause
{
  none,      // the directive has no schedule clause, or one that does not say `static`
  is_static, // the schedule clause says `static`
  concurrent, // order(concurrent): iterations are not ordered, whatever the schedule clause says
  unknown     // no directive at the place that clang names, as with _Pragma in a macro
};

// Returns the text behind `#pragma omp` in line LINE of FILE, with its continuation lines; empty if the line is no
// OpenMP directive, or if FILE cannot be read.
std::string directive_in (llvm::StringRef file, unsigned line);

// Returns whether CONSTRUCT is one of the words in the directive's name. The name is taken to end before the first
// word that cannot occur in a name with simd, so only constructs that can be combined with simd are found.
bool names (llvm::StringRef directive, llvm::StringRef construct);

// Returns the number between the parentheses of CLAUSE; 0 if the directive has no such clause, or if there is no number
// between the parentheses.
uint64_t number_in (llvm::StringRef directive, llvm::StringRef clause);

// Returns whether the directive contains WORD.
bool has_word (llvm::StringRef directive, llvm::StringRef word);

// Returns whether a loop statement begins at LINE and COLUMN of FILE.
bool is_loop_at (llvm::StringRef file, unsigned line, unsigned column);

// Returns the directive at PLACE, as directive_in does. PLACE is the ident_t in a call of the run-time library, which
// has the file and line of the directive.
std::string directive_at_place (const llvm::GlobalVariable &place);

// Returns whether ONE and OTHER are places of the same directive.
bool is_same_place (const llvm::GlobalVariable &one, const llvm::GlobalVariable &other);

clause schedule_clause_at (const llvm::GlobalVariable &place);

// Returns whether the name of the directive at PLACE contains simd.
bool is_simd_at (const llvm::GlobalVariable &place);

} // namespace raceproof

#endif
