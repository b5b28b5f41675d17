// Announces accesses to structures that a call passes or returns by value, in all languages of gcc.
#ifndef RP_COMPILE_GCC_PLUGIN_CALL_ACCESSES_HH
#define RP_COMPILE_GCC_PLUGIN_CALL_ACCESSES_HH

namespace raceproof
{

/* Adds a pass to gcc, for the plug-in of the name PLUGIN.
 *
 * -fsanitize=thread announces only assignments. gcc needs none for `cells[i] = make ()' and `use (cells[i])' if the type
 * is a structure or an array. The pass adds a call of __tsan_write_range behind the former, and one of
 * __tsan_read_range before the latter. */
void add_calls_pass (const char *plugin);

} // namespace raceproof

#endif
