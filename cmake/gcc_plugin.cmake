# The plug-in by which gcc leaves accesses where the program has them, for the version of gcc that is here; `raceproof cc`
# looks for the one that fits the compiler. Needs gcc's headers for plug-ins; without them everything else builds. After
# program.cmake.
find_program (RP_GXX NAMES g++)
file (GLOB plugin_source CONFIGURE_DEPENDS src/compile/gcc_plugin/*.cc)

if (RP_GXX AND NOT RP_GCC_PLUGIN_VERSION)
  execute_process (COMMAND "${RP_GXX}" -dumpfullversion OUTPUT_VARIABLE version
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process (COMMAND "${RP_GXX}" -print-file-name=plugin OUTPUT_VARIABLE directory
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process (
    COMMAND "${RP_GXX}" -std=c++17 -fsyntax-only -isystem "${directory}/include" ${plugin_source}
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if (status EQUAL 0)
    set (RP_GCC_PLUGIN_VERSION "${version}" CACHE INTERNAL "The version of gcc that has a plug-in")
    set (RP_GCC_PLUGIN_HEADERS "${directory}/include" CACHE INTERNAL "gcc's headers for it")
  endif ()
endif ()

if (RP_GCC_PLUGIN_VERSION)
  set (plugin "${CMAKE_BINARY_DIR}/lib/gcc-plugin-${RP_GCC_PLUGIN_VERSION}.so")
  file (GLOB plugin_headers CONFIGURE_DEPENDS src/compile/gcc_plugin/*.hh)
  add_custom_command (OUTPUT "${plugin}"
    COMMAND "${RP_GXX}" -std=c++17 -O2 -Wall -Wextra ${RP_WARNINGS_ARE_ERRORS} -fno-rtti -fPIC -shared
      -isystem "${RP_GCC_PLUGIN_HEADERS}" ${plugin_source} -o "${plugin}"
    DEPENDS ${plugin_source} ${plugin_headers}
    COMMENT "Compiling the plug-in for gcc ${RP_GCC_PLUGIN_VERSION}"
    VERBATIM)
  add_custom_target (raceproof_gcc_plugin ALL DEPENDS "${plugin}")
  add_dependencies (raceproof_program raceproof_gcc_plugin)
  install (FILES "${plugin}" DESTINATION lib/raceproof)
elseif (RP_GXX)
  message (STATUS "without gcc's plugin-dev package: assignments of whole arrays and strings are not seen in Fortran, "
    "nor what OpenMP tasks only read")
endif ()
