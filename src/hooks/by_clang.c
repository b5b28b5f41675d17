/* In programs that clang has compiled: `raceproof cc` asks for this object. */
extern const char rp_by_clang;
const char rp_by_clang = 1;
