# libraceproof.a: what `raceproof cc` links into programs under test. The same sources as the
# modules, in one archive, compiled to be fast and never instrumented.
file (GLOB program_sources CONFIGURE_DEPENDS
  src/base/*.c src/event/*.c src/graph/*.c src/shadow/*.c src/runtime/*.c src/runtime/*.S
  src/detect/espbags.c src/detect/indexed.c src/detect/onthefly.c src/hooks/*.c)
add_library (raceproof_program STATIC ${program_sources})
set_target_properties (raceproof_program PROPERTIES
  OUTPUT_NAME raceproof
  ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib"
  POSITION_INDEPENDENT_CODE ON)
target_include_directories (raceproof_program PRIVATE src include)
target_compile_options (raceproof_program PRIVATE -fno-builtin-memcpy -fno-builtin-malloc)
install (TARGETS raceproof_program ARCHIVE DESTINATION lib/raceproof)
