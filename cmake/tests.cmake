# How tests are added.
#
# The name of a test is its folder in tests/, with dots, and what it tests: core.detect.agree.
#
# tests/unit/<folder>/test_<file>.c   tests src/<folder>/<file>.c and needs nothing: each file becomes the test
#     unit.<folder>.<file>, linked with all modules and tests/unit/test_main.c. A name that ends in _slow.c gives
#     the label slow, one in _long.c the label long.
# tests/<folder>/CMakeLists.txt       is included if it is there, and may call:
#
#   rp_add_test_program (NAME SOURCES file... [ARGS argument...] [LABELS label...] [TIMEOUT seconds]
#                        [UNIT])
#     Builds the program NAME (dots become underscores) from the sources, linked with all modules;
#     the test NAME runs it with the arguments. UNIT adds tests/unit/test_main.c and test.h.
#
#   rp_add_test_command (NAME COMMAND command argument... [LABELS label...] [TIMEOUT seconds])
#     A test that runs any command; "${Python3_EXECUTABLE}" is the interpreter for scripts.
#
# Tests run in the source directory with RACEPROOF set to the command under test and
# RP_BUILD_DIRECTORY to the build directory; exit status 0 passes, 77 counts as skipped. A TIMEOUT
# (default 120 seconds) is multiplied by 4 in the instrumented build. Labels:
#   slow   not run in the instrumented (ASan) build by `make test`, nor by `make check`
#   long   run by `make test-long` only
# `make test` is to take less than ten minutes on two processors, `make check` less than three. A suite that takes longer
# has a choice of its programs there, always the same, and all of them in a test of the same name with .all or .many.

find_package (Python3 REQUIRED COMPONENTS Interpreter)

function (rp_set_test_properties name timeout labels)
  if (RP_SANITIZE)
    math (EXPR timeout "4 * ${timeout}")
  endif ()
  # Slow tests begin first, so that no processor waits for one in the end.
  set (cost 1)
  if (labels MATCHES "slow|long")
    set (cost 100)
  endif ()
  set_tests_properties (${name} PROPERTIES
    TIMEOUT ${timeout}
    COST ${cost}
    LABELS "${labels}"
    SKIP_RETURN_CODE 77
    ENVIRONMENT "RACEPROOF=${CMAKE_BINARY_DIR}/raceproof;RP_BUILD_DIRECTORY=${CMAKE_BINARY_DIR};UBSAN_OPTIONS=print_stacktrace=1")
endfunction ()

function (rp_add_test_program name)
  cmake_parse_arguments (PARSE_ARGV 1 arg "UNIT" "TIMEOUT" "SOURCES;ARGS;LABELS")
  if (NOT arg_TIMEOUT)
    set (arg_TIMEOUT 120)
  endif ()
  string (REPLACE "." "_" target "test_${name}")
  add_executable (${target} ${arg_SOURCES})
  target_link_libraries (${target} PRIVATE rp_modules m)
  set_target_properties (${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  if (arg_UNIT)
    target_link_libraries (${target} PRIVATE rp_test_main)
  endif ()
  add_test (NAME ${name} COMMAND ${target} ${arg_ARGS} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  rp_set_test_properties (${name} ${arg_TIMEOUT} "${arg_LABELS}")
endfunction ()

function (rp_add_test_command name)
  cmake_parse_arguments (PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND;LABELS")
  if (NOT arg_TIMEOUT)
    set (arg_TIMEOUT 120)
  endif ()
  add_test (NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  rp_set_test_properties (${name} ${arg_TIMEOUT} "${arg_LABELS}")
endfunction ()
