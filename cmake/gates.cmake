# cmake -DARCHIVE=libraceproof-openmp.a -DNM=nm -DOBJCOPY=objcopy -DAR=ar -DCC=cc -DDIRECTORY=... -P gates.cmake
#
# Each function of the archive that a program may call, NAME, becomes rp_main_NAME, and NAME a gate: on the main thread it
# leads to rp_main_NAME, on another thread to what src/inside/openmp/other_threads.c finds. See src/inside/openmp/gate.S.
execute_process (COMMAND "${NM}" --defined-only -g "${ARCHIVE}" OUTPUT_VARIABLE text ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string (REGEX MATCHALL "[TW] (GOMP_|omp_|ompc_|ompx_|kmp_|__kmpc_|rp_omp_get_thread_num|rp_omp_get_team_num|rp_omp_distribute_|rp_omp_iteration|rp_omp_sections_|rp_omp_last_|rp_omp_simd_)[A-Za-z0-9_]*" symbols "${text}")
list (REMOVE_DUPLICATES symbols)
list (SORT symbols)
set (redefinitions "")
set (gates "")
foreach (symbol IN LISTS symbols)
  string (SUBSTRING "${symbol}" 2 -1 name)
  string (APPEND redefinitions "${name} rp_main_${name}\n")
  string (APPEND gates "GATE (${name})\n")
endforeach ()
file (WRITE "${DIRECTORY}/gates.txt" "${redefinitions}")
file (WRITE "${DIRECTORY}/gates.h" "${gates}")
execute_process (COMMAND "${OBJCOPY}" "--redefine-syms=${DIRECTORY}/gates.txt" "${ARCHIVE}" COMMAND_ERROR_IS_FATAL ANY)
execute_process (COMMAND "${CC}" -Wa,--defsym,raceproof.unit=4 -c -I "${DIRECTORY}" "${SOURCE}" -o "${DIRECTORY}/gates.o" COMMAND_ERROR_IS_FATAL ANY)
execute_process (COMMAND "${AR}" qs "${ARCHIVE}" "${DIRECTORY}/gates.o" COMMAND_ERROR_IS_FATAL ANY)
