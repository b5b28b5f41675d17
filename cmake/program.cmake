# libraceproof.a: what `raceproof cc` links into programs under test. The same sources as the
# modules, in one archive, compiled to be fast and never instrumented.
#
# Without debug information, except in a debug build: it would be three quarters of each program under test, which the
# linker copies and the report reads past each time.
set (RP_PROGRAM_OPTIONS -fno-builtin-memcpy -fno-builtin-malloc)
if (NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  list (APPEND RP_PROGRAM_OPTIONS -g0)
endif ()
# What the program and the command share is src/base and src/core; src/inside is the program's alone.
file (GLOB_RECURSE program_sources CONFIGURE_DEPENDS src/base/*.c src/core/*.c src/core/*.S src/inside/*.c src/inside/*.S)
list (FILTER program_sources EXCLUDE REGEX "/src/inside/(fortran|openmp)/")
add_library (raceproof_program STATIC ${program_sources})
set_target_properties (raceproof_program PROPERTIES
  OUTPUT_NAME raceproof
  ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib"
  POSITION_INDEPENDENT_CODE ON)
target_include_directories (raceproof_program PRIVATE src include)
# The C++ library throws through it.
set_source_files_properties (src/inside/api/api.c src/inside/api/unit_loop.c src/inside/cxx/operator_new.c PROPERTIES COMPILE_OPTIONS -fexceptions)
# Functions of the program run below these; and memset is not to be moved across what says who calls it.
file (GLOB hclib_sources CONFIGURE_DEPENDS src/inside/hclib/*.c)
set_source_files_properties (${hclib_sources} PROPERTIES COMPILE_OPTIONS "-fexceptions;-fno-builtin")
target_compile_options (raceproof_program PRIVATE ${RP_PROGRAM_OPTIONS})
install (TARGETS raceproof_program ARCHIVE DESTINATION lib/raceproof)

# raceproof_inline.o: the access path as bitcode, for programs that are built by clang -flto.
# Without debug information: the calls that clang inserts have no line, and none may be inlined then.
find_program (RP_CLANG NAMES clang)
if (RP_CLANG AND CMAKE_GENERATOR STREQUAL "Ninja")
  set (inline_source "${CMAKE_SOURCE_DIR}/src/inside/abi/tsan_abi.c")
  set (inline_object "${CMAKE_BINARY_DIR}/lib/raceproof_inline.o")
  add_custom_command (OUTPUT "${inline_object}"
    COMMAND "${RP_CLANG}" -std=gnu17 -O2 -g0 -flto -fPIC -DRP_HOOKS_INLINE -D_GNU_SOURCE
      -Wno-gnu-variable-sized-type-not-at-end -I "${CMAKE_SOURCE_DIR}/src"
      -I "${CMAKE_SOURCE_DIR}/include" -MD -MF "${inline_object}.d" -c "${inline_source}"
      -o "${inline_object}"
    DEPENDS "${inline_source}"
    DEPFILE "${inline_object}.d"
    COMMENT "Compiling the access path for clang -flto"
    VERBATIM)
  add_custom_target (raceproof_inline ALL DEPENDS "${inline_object}")
  add_dependencies (raceproof_program raceproof_inline)
  install (FILES "${inline_object}" DESTINATION lib/raceproof)
endif ()

# libraceproof-gfortran.a: what stands in front of libgfortran, for programs and shared libraries with Fortran in them.
file (GLOB gfortran_sources CONFIGURE_DEPENDS src/inside/fortran/*.c)
add_library (rp_gfortran STATIC ${gfortran_sources})
set_target_properties (rp_gfortran PROPERTIES
  OUTPUT_NAME raceproof-gfortran
  ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib"
  POSITION_INDEPENDENT_CODE ON)
target_include_directories (rp_gfortran PRIVATE src include)
target_compile_options (rp_gfortran PRIVATE ${RP_PROGRAM_OPTIONS})
add_dependencies (raceproof_program rp_gfortran)
install (TARGETS rp_gfortran ARCHIVE DESTINATION lib/raceproof)

# libraceproof-openmp.a: OpenMP, for programs that are built with -fopenmp.
file (GLOB openmp_sources CONFIGURE_DEPENDS src/inside/openmp/*.c)
add_library (rp_openmp STATIC ${openmp_sources})
set_target_properties (rp_openmp PROPERTIES
  OUTPUT_NAME raceproof-openmp
  ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib"
  POSITION_INDEPENDENT_CODE ON)
target_include_directories (rp_openmp PRIVATE src include)
target_compile_options (rp_openmp PRIVATE ${RP_PROGRAM_OPTIONS} -fexceptions -Wno-missing-prototypes)
# Threads of the program's own go elsewhere: see cmake/gates.cmake.
if (CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|aarch64")
  set (gate_directory "${CMAKE_BINARY_DIR}/CMakeFiles/gates")
  file (MAKE_DIRECTORY "${gate_directory}")
  set (gate_source "${CMAKE_SOURCE_DIR}/src/inside/openmp/gate.S")
  add_custom_command (TARGET rp_openmp POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DARCHIVE=$<TARGET_FILE:rp_openmp>" "-DNM=${CMAKE_NM}" "-DOBJCOPY=${CMAKE_OBJCOPY}"
      "-DAR=${CMAKE_AR}" "-DCC=${CMAKE_C_COMPILER}" "-DDIRECTORY=${gate_directory}" "-DSOURCE=${gate_source}"
      -P "${CMAKE_SOURCE_DIR}/cmake/gates.cmake"
    VERBATIM)
  set_property (TARGET rp_openmp APPEND PROPERTY LINK_DEPENDS "${gate_source}" "${CMAKE_SOURCE_DIR}/cmake/gates.cmake")
endif ()
add_dependencies (raceproof_program rp_openmp)
install (TARGETS rp_openmp ARCHIVE DESTINATION lib/raceproof)

# RP_UNIT_OWN of src/inside/writer/object_files.h: no code of the program's.
if (CMAKE_C_COMPILER_ID STREQUAL "GNU")
  foreach (library raceproof_program rp_gfortran rp_openmp)
    target_compile_options (${library} PRIVATE -Wa,--defsym,raceproof.unit=4)
  endforeach ()
endif ()
