# The prover, src/prove/poly, needs isl and Z3; its front end for C, src/prove/c, needs libclang, too. Without
# them everything else builds, and `raceproof prove` says what to install. RP_PROVER has the names of
# the modules, or is empty.
option (RP_PROVE "Build the prover, if isl and Z3 are there" ON)
option (RP_PROVE_C "Let the prover read C sources, if libclang is there" ON)
find_library (RP_ISL_LIBRARY isl)
find_library (RP_Z3_LIBRARY z3)
find_path (RP_ISL_HEADERS isl/set.h)
find_path (RP_Z3_HEADERS z3.h)
if (RP_PROVE AND NOT RP_FUZZ AND RP_ISL_LIBRARY AND RP_ISL_HEADERS AND RP_Z3_LIBRARY
    AND RP_Z3_HEADERS)
  set (RP_PROVER prove/poly prove/model)
  file (GLOB clang_directories /usr/lib/llvm-*)
  find_library (RP_CLANG_LIBRARY NAMES clang clang-14 HINTS ${clang_directories} PATH_SUFFIXES lib)
  find_path (RP_CLANG_HEADERS clang-c/Index.h HINTS ${clang_directories} PATH_SUFFIXES include)
  if (RP_PROVE_C AND RP_CLANG_LIBRARY AND RP_CLANG_HEADERS)
    list (APPEND RP_PROVER prove/c/reader prove/c/points_to prove/c/walker prove/project)
  else ()
    list (APPEND RP_PROVER prove/without_c)
  endif ()
else ()
  set (RP_PROVER "")
  message (STATUS "without isl and Z3: `raceproof prove' will not work")
endif ()
