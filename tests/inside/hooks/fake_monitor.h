/* A monitor that only writes down what the hooks tell it, for tests of the hooks alone. */
#ifndef RP_TESTS_HOOKS_FAKE_MONITOR_H
#define RP_TESTS_HOOKS_FAKE_MONITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fake_kind
{
  FAKE_READ,
  FAKE_WRITE,
  FAKE_ATOMIC_READ,
  FAKE_ATOMIC_WRITE,
  FAKE_FORGET
} fake_kind;

/* Forgets what was written down, and listens until fake_stop. */
void fake_start (void);
void fake_stop (void);

/* Whether each byte, or any byte, was in an event of that kind. */
bool fake_has_all (fake_kind kind, const volatile void *address, size_t size);
bool fake_has_any (fake_kind kind, const volatile void *address, size_t size);

/* All of the bytes, and not the bytes next to them. */
bool fake_has_just (fake_kind kind, const volatile void *address, size_t size);

/* Adds MARK to those of SIZE marks whose bytes, from BASE, were in an event of that kind. */
void fake_mark (fake_kind kind, const void *base, size_t size, unsigned char *marks, unsigned char mark);

const char *fake_last_remark (void); /* or NULL */
size_t fake_count (void); /* all events */
size_t fake_entered (void);
size_t fake_left (void);
uintptr_t fake_last_pc (void);
size_t fake_warnings (void);
const char *fake_last_warning (void);

/* For the instrumented programs: complains, and makes fake_failures count. */
void fake_expect (bool holds, const char *file, int line, const char *text);
int fake_failures (void);

#define EXPECT(...) fake_expect ((__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
