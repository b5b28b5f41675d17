// Directives as they stand in the source, for what clang's code does not tell: `schedule(static)`
// and no clause are compiled to the same calls, and the specification guarantees something for the
// first alone.
#ifndef RP_COMPILE_CLANG_PLUGIN_CLAUSE_HH
#define RP_COMPILE_CLANG_PLUGIN_CLAUSE_HH

#include "llvm/IR/GlobalVariable.h"

#include <string>

namespace raceproof
{

enum class clause
{
  none,      // the directive has no schedule clause
  is_static, // it says `static`
  concurrent, // order(concurrent): nothing is in order, whatever the schedule clause says
  unknown    // the directive is not where debug information says, as with _Pragma in a macro
};

// What follows `#pragma omp` in that line of the file, and in those that go on with it; empty if it
// is no directive.
std::string directive_in (llvm::StringRef file, unsigned line);

// Whether CONSTRUCT is one of those that a directive with simd is made of.
bool names (llvm::StringRef directive, llvm::StringRef construct);

// The number between the parentheses of CLAUSE; 0: there is no such clause, or something else than a number.
uint64_t number_in (llvm::StringRef directive, llvm::StringRef clause);

// Whether WORD is a part of the directive.
bool has_word (llvm::StringRef directive, llvm::StringRef word);

// Whether a loop statement stands at that place of the file.
bool is_loop_at (llvm::StringRef file, unsigned line, unsigned column);

// The same for PLACE, the ident_t of a call of the run-time library, which names file and line of the directive.
std::string directive_at_place (const llvm::GlobalVariable &place);

clause schedule_clause_at (const llvm::GlobalVariable &place);

// Whether the directive there is made with simd.
bool is_simd_at (const llvm::GlobalVariable &place);

} // namespace raceproof

#endif
