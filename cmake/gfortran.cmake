# The plug-in by which gfortran leaves the calls that copy and compare memory, for the version of gfortran that is here;
# `raceproof cc` looks for the one that fits the compiler. Needs gcc's headers for plug-ins; without them everything else
# builds. After program.cmake.
find_program (RP_GFORTRAN NAMES gfortran)
find_program (RP_GXX NAMES g++)
set (fortran_source "${CMAKE_SOURCE_DIR}/src/pass/fortran.cc" "${CMAKE_SOURCE_DIR}/src/pass/fortran_simd.cc")

if (RP_GFORTRAN AND RP_GXX AND NOT RP_GFORTRAN_PLUGIN_VERSION)
  execute_process (COMMAND "${RP_GFORTRAN}" -dumpfullversion OUTPUT_VARIABLE version
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process (COMMAND "${RP_GFORTRAN}" -print-file-name=plugin OUTPUT_VARIABLE directory
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process (
    COMMAND "${RP_GXX}" -std=c++17 -fsyntax-only -isystem "${directory}/include" ${fortran_source}
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if (status EQUAL 0)
    set (RP_GFORTRAN_PLUGIN_VERSION "${version}" CACHE INTERNAL "The version of gfortran that has a plug-in")
    set (RP_GFORTRAN_PLUGIN_HEADERS "${directory}/include" CACHE INTERNAL "gcc's headers for it")
  endif ()
endif ()

if (RP_GFORTRAN_PLUGIN_VERSION)
  set (plugin "${CMAKE_BINARY_DIR}/lib/gfortran-plugin-${RP_GFORTRAN_PLUGIN_VERSION}.so")
  add_custom_command (OUTPUT "${plugin}"
    COMMAND "${RP_GXX}" -std=c++17 -O2 -Wall -Wextra -fno-rtti -fPIC -shared
      -isystem "${RP_GFORTRAN_PLUGIN_HEADERS}" ${fortran_source} -o "${plugin}"
    DEPENDS ${fortran_source}
    COMMENT "Compiling the plug-in for gfortran ${RP_GFORTRAN_PLUGIN_VERSION}"
    VERBATIM)
  add_custom_target (raceproof_gfortran ALL DEPENDS "${plugin}")
  add_dependencies (raceproof_program raceproof_gfortran)
  install (FILES "${plugin}" DESTINATION lib/raceproof)
elseif (RP_GFORTRAN)
  message (STATUS "without gcc's plugin-dev package: assignments of whole arrays and strings are not seen in Fortran")
endif ()
