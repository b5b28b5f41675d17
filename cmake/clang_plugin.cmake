# The plug-in by which clang announces all accesses, and marks the iterations of static OpenMP loops, for the
# version of clang that is here; `raceproof cc` looks for the one that fits the compiler. Needs LLVM's
# headers and a C++ library; without them everything else builds. After program.cmake, which finds clang.
file (GLOB pass_sources CONFIGURE_DEPENDS src/compile/clang_plugin/*.cc)
file (GLOB pass_headers CONFIGURE_DEPENDS src/compile/clang_plugin/*.hh)

find_program (RP_CLANGXX NAMES clang++)
if (RP_CLANG AND RP_CLANGXX AND NOT DEFINED RP_PASS_VERSION)
  execute_process (COMMAND "${RP_CLANGXX}" -dumpversion OUTPUT_VARIABLE version ERROR_QUIET)
  string (REGEX MATCH "^[0-9]+" version "${version}")
  find_path (RP_LLVM_HEADERS llvm/Passes/PassPlugin.h HINTS "/usr/lib/llvm-${version}/include" NO_DEFAULT_PATH)
  if (version EQUAL 14 AND RP_LLVM_HEADERS)
    execute_process (
      COMMAND "${RP_CLANGXX}" -std=c++17 -fsyntax-only -isystem "${RP_LLVM_HEADERS}" ${pass_sources}
      RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if (status EQUAL 0)
      set (RP_PASS_VERSION ${version} CACHE INTERNAL "The version of LLVM that src/compile/clang_plugin is built for")
    endif ()
  endif ()
endif ()

if (RP_PASS_VERSION)
  set (pass "${CMAKE_BINARY_DIR}/lib/clang-plugin-${RP_PASS_VERSION}.so")
  add_custom_command (OUTPUT "${pass}"
    COMMAND "${RP_CLANGXX}" -std=c++17 -O2 -Wall -Wextra ${RP_WARNINGS_ARE_ERRORS} -fno-rtti -fPIC -shared
      -isystem "${RP_LLVM_HEADERS}" ${pass_sources} -o "${pass}"
    DEPENDS ${pass_sources} ${pass_headers}
    COMMENT "Compiling the plug-in for clang ${RP_PASS_VERSION}"
    VERBATIM)
  add_custom_target (raceproof_pass ALL DEPENDS "${pass}")
  add_dependencies (raceproof_program raceproof_pass)
  install (FILES "${pass}" DESTINATION lib/raceproof)
else ()
  message (STATUS "without clang 14 and llvm-14-dev: with clang, some accesses and the iterations of static "
    "OpenMP loops are not seen")
endif ()
