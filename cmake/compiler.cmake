# Language, warnings, and the instrumented variants.

option (RP_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option (RP_FUZZ "Build the libFuzzer targets of tests/fuzz (clang)" OFF)
option (RP_WERROR "A warning is an error, as in CI" OFF)
option (RP_FIBER_UCONTEXT "Switch fibers by swapcontext, as on machines without own code" OFF)

if (NOT CMAKE_BUILD_TYPE)
  set (CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif ()

set (CMAKE_C_STANDARD 17)
set (CMAKE_C_STANDARD_REQUIRED ON)
set (CMAKE_C_EXTENSIONS ON)
set (CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Our assertions stay on, so nothing here defines NDEBUG.
set (CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
set (CMAKE_C_FLAGS_RELEASE "-O2")
set (CMAKE_C_FLAGS_DEBUG "-O0 -g")

add_compile_definitions (_GNU_SOURCE)
set (RP_WARNINGS -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes)
if (CMAKE_C_COMPILER_ID MATCHES "Clang")
  # What gcc allows, and we mean: a structure that ends with an array, as the first member of another; functions of the C
  # library that are defined here under two names; checks of tests that are all made, by &; initializers with fewer values
  # than members.
  list (APPEND RP_WARNINGS -Wno-gnu-variable-sized-type-not-at-end -Wno-ignored-attributes
    -Wno-bitwise-instead-of-logical -Wno-missing-field-initializers)
endif ()
add_compile_options ("$<$<COMPILE_LANGUAGE:C>:${RP_WARNINGS}>")
# Also for the plug-ins, which commands of their own compile: pass.cmake, gcc_plugin.cmake.
set (RP_WARNINGS_ARE_ERRORS "")
if (RP_WERROR)
  set (RP_WARNINGS_ARE_ERRORS -Werror)
endif ()
add_compile_options (${RP_WARNINGS_ARE_ERRORS})

if (RP_FIBER_UCONTEXT)
  add_compile_definitions (RP_FIBER_UCONTEXT)
endif ()
if (RP_SANITIZE OR RP_FUZZ)
  set (RP_SANITIZERS -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  add_compile_options (${RP_SANITIZERS} -fno-omit-frame-pointer)
  add_link_options (${RP_SANITIZERS})
  set (CMAKE_C_FLAGS_RELWITHDEBINFO "-O1 -g")
endif ()
if (RP_FUZZ)
  add_compile_options (-fsanitize=fuzzer-no-link)
endif ()
