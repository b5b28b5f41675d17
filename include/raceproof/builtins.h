/* `raceproof cc` includes this file before every C and C++ file that gcc compiles. The file is of no use otherwise.
 *
 * gcc expands __builtin_memcpy and the like into moves that are not announced, even with -fno-builtin-memcpy. libstdc++
 * uses these functions in std::copy and other templates. Here they become calls of functions with names of
 * raceproof's own, so no declaration can conflict; the symbols of these functions are those of the C library. The
 * macros have parameters, so __has_builtin (__builtin_memcpy) keeps its meaning. */
#if !defined(RACEPROOF_BUILTINS_H) && !defined(__ASSEMBLER__)
#define RACEPROOF_BUILTINS_H
#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#endif

void *rp_builtin_memcpy (void *, const void *, __SIZE_TYPE__) __asm__ ("memcpy")
  __attribute__ ((__nothrow__));
void *rp_builtin_memmove (void *, const void *, __SIZE_TYPE__) __asm__ ("memmove")
  __attribute__ ((__nothrow__));
void *rp_builtin_memset (void *, int, __SIZE_TYPE__) __asm__ ("memset")
  __attribute__ ((__nothrow__));
int rp_builtin_memcmp (const void *, const void *, __SIZE_TYPE__) __asm__ ("memcmp")
  __attribute__ ((__nothrow__));

#ifdef __cplusplus
}
#endif

#define __builtin_memcpy(...) rp_builtin_memcpy (__VA_ARGS__)
#define __builtin_memmove(...) rp_builtin_memmove (__VA_ARGS__)
#define __builtin_memset(...) rp_builtin_memset (__VA_ARGS__)
#define __builtin_memcmp(...) rp_builtin_memcmp (__VA_ARGS__)

#endif
