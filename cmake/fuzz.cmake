# tests/fuzz/fuzz_NAME.c with LLVMFuzzerTestOneInput becomes build/fuzz/fuzz_NAME; `make fuzz` runs
# each, starting from the corpus tests/fuzz/corpus/NAME if there is one.
file (GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
foreach (source IN LISTS fuzz_sources)
  get_filename_component (name "${source}" NAME_WE)
  add_executable (${name} "${source}")
  target_link_libraries (${name} PRIVATE rp_modules)
  target_link_options (${name} PRIVATE -fsanitize=fuzzer)
endforeach ()
