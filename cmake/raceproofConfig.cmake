# find_package (raceproof): C, C++ and Fortran targets that are built to be run under raceproof.
#
#   raceproof_target (TARGET...)   These are compiled and linked by `raceproof cc`, which starts the
#                                  project's own compilers with what instrumented programs need.
#   RACEPROOF                      An option: cmake -DRACEPROOF=ON does so with every C and C++ target
#                                  that comes after find_package.
#   RACEPROOF_COMMAND              The command itself, for instance for tests:
#                                  add_test (NAME races COMMAND ${RACEPROOF_COMMAND} run $<TARGET_FILE:t>)
#
# Libraries that such a target links should be such targets, too: races in code that is not
# instrumented are not seen.
if (CMAKE_VERSION VERSION_LESS 3.21)
  set (raceproof_FOUND FALSE)
  set (raceproof_NOT_FOUND_MESSAGE "raceproof needs CMake 3.21, for launchers of linkers.")
  return ()
endif ()

# The command is in the directory above an installed lib/, or in the build directory itself.
find_program (RACEPROOF_COMMAND raceproof
  PATHS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/../../.."
  NO_DEFAULT_PATH REQUIRED)
option (RACEPROOF "Build all targets for raceproof" OFF)

function (raceproof_target)
  get_property (languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach (target IN LISTS ARGN)
    foreach (language C CXX Fortran)
      set_target_properties (${target} PROPERTIES
        ${language}_COMPILER_LAUNCHER "${RACEPROOF_COMMAND};cc")
    endforeach ()
    # CMake has no launcher for Fortran's linker alone; the other kind is for archives, too.
    get_target_property (type ${target} TYPE)
    if (type STREQUAL "STATIC_LIBRARY" OR type STREQUAL "OBJECT_LIBRARY")
      continue ()
    elseif ("Fortran" IN_LIST languages)
      set_target_properties (${target} PROPERTIES RULE_LAUNCH_LINK "\"${RACEPROOF_COMMAND}\" cc")
    else ()
      set_target_properties (${target} PROPERTIES
        C_LINKER_LAUNCHER "${RACEPROOF_COMMAND};cc" CXX_LINKER_LAUNCHER "${RACEPROOF_COMMAND};cc")
    endif ()
  endforeach ()
endfunction ()

if (RACEPROOF)
  foreach (language C CXX)
    set (CMAKE_${language}_COMPILER_LAUNCHER "${RACEPROOF_COMMAND};cc")
    set (CMAKE_${language}_LINKER_LAUNCHER "${RACEPROOF_COMMAND};cc")
  endforeach ()
endif ()
