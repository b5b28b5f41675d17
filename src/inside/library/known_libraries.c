/* Libraries and functions whose calls need not be mentioned in the scope. A function that is in none of these
 * lists is mentioned: if a list lacks a function, the cost is a needless line, not a missed race. */
#include "inside/library/imports.h"

#include <string.h>

/* Names of library files, up to a dot. Functions of these libraries have no pointers, or have hooks or summaries
 * (simple_functions.c, gfortran.h, the OpenMP library), or belong to the language (docs/c-programs.md says which
 * accesses of C++'s library are not seen). */
static const char libraries[]
  = " libm libmvec libpthread libdl librt ld-linux-x86-64 ld-linux-aarch64 ld-linux linux-vdso libgcc_s libstdc++ libc++ libc++abi "
    "libunwind libgomp libomp libiomp5 libgfortran libquadmath libatomic ";

/* Functions of the C library, by the beginnings of their names. threads.c and the OpenMP library handle threads and the
 * data that threads share. */
static const char *const beginnings[] = { "pthread_", "__pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once", "_Unwind_", "__libc_" };

/* Functions that access no memory of the program through pointers. */
static const char plain_functions[]
  = " _Exit _Fork __ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc __cxa_atexit"
    " __cxa_finalize __cxa_thread_atexit_impl __errno_location __fortify_fail __getpagesize __getpgid"
    " __gmon_start__ __libc_current_sigrtmax __libc_current_sigrtmin __libc_start_main __longjmp_chk"
    " __sched_cpualloc __sigsetjmp __stack_chk_fail __sysconf __sysv_signal __tls_get_addr __tolower_l __toupper_l"
    " _exit _longjmp _setjmp _tolower _toupper abort abs alarm aligned_alloc alloca arc4random arc4random_uniform"
    " at_quick_exit atexit btowc calloc clearenv clock close close_range closefrom closelog daemon difftime div"
    " drand48 dup dup2 dup3 duplocale dysize endgrent endpwent endusershell epoll_create epoll_create1 eventfd"
    " eventfd_write exit fallocate fallocate64 fchdir fchmod fchown fcloseall fdatasync fdopendir feclearexcept"
    " fedisableexcept feenableexcept fegetexcept fegetround feraiseexcept fesetexcept fesetround fetestexcept ffs"
    " ffsl fork fpathconf free freelocale fsync ftruncate ftruncate64 get_avphys_pages get_current_dir_name"
    " get_nprocs get_nprocs_conf get_phys_pages getchar getchar_unlocked getdtablesize getegid geteuid getgid"
    " gethostid getpagesize getpgid getpgrp getpid getppid getpriority getpt getsid gettid getuid getumask"
    " getwchar getwchar_unlocked grantpt group_member gsignal htonl htons imaxabs imaxdiv inet6_option_space"
    " inet6_rth_space inet_lnaof inet_makeaddr inet_netof isalnum isalnum_l isalpha isalpha_l isascii isatty"
    " isblank isblank_l iscntrl iscntrl_l isctype isdigit isdigit_l isfdtype isgraph isgraph_l islower islower_l"
    " isprint isprint_l ispunct ispunct_l isspace isspace_l isupper isupper_l iswalnum iswalnum_l iswalpha"
    " iswalpha_l iswblank iswblank_l iswcntrl iswcntrl_l iswctype iswctype_l iswdigit iswdigit_l iswgraph"
    " iswgraph_l iswlower iswlower_l iswprint iswprint_l iswpunct iswpunct_l iswspace iswspace_l iswupper"
    " iswupper_l iswxdigit iswxdigit_l isxdigit isxdigit_l kill killpg labs ldiv listen llabs lldiv localeconv"
    " lockf lockf64 longjmp lrand48 lseek lseek64 mallinfo mallinfo2 malloc malloc_stats malloc_trim"
    " malloc_usable_size mallopt memalign mlockall mrand48 munlockall nice ntohl ntohs on_exit pause personality"
    " posix_fadvise posix_fadvise64 posix_fallocate posix_fallocate64 posix_openpt process_mrelease putchar"
    " putchar_unlocked putwchar putwchar_unlocked pvalloc quick_exit raise rand random readahead sbrk"
    " sched_get_priority_max sched_get_priority_min sched_getcpu sched_getscheduler sched_yield semget setegid"
    " seteuid setgid setgrent sethostid setjmp setlogmask setns setpgid setpgrp setpriority setpwent setregid"
    " setresgid setresuid setreuid setsid setuid setusershell shmget shutdown sigabbrev_np sigblock sigdescr_np"
    " siggetmask sighold sigignore siginterrupt siglongjmp signal sigpause sigqueue sigrelse sigset sigsetmask"
    " sleep sockatmark socket srand srand48 srandom ssignal strerror_l strerrordesc_np strerrorname_np sync"
    " sync_file_range syncfs sysconf sysv_signal tcdrain tcflow tcflush tcgetpgrp tcgetsid tcsendbreak tcsetpgrp"
    " tee tgkill timer_delete timer_getoverrun timerfd_create tmpfile tmpfile64 toascii tolower tolower_l toupper"
    " toupper_l towctrans towctrans_l towlower towlower_l towupper towupper_l ttyslot tzset ualarm umask unlockpt"
    " unshare uselocale usleep valloc vfork vhangup wctob wcwidth ";

/* Functions whose pointer is a handle of the C library, or that access the program's memory only by calls of the
 * program's own functions, which are seen. */
static const char handle_functions[]
  = " __fbufsize __flbf __fpending __fpurge __freadable __freading __fsetlocking __fwritable __fwriting _flushlbf"
    " bsearch _IO_getc _IO_putc clearerr clearerr_unlocked closedir dirfd fclose feof feof_unlocked ferror ferror_unlocked"
    " fflush fflush_unlocked fgetc fgetc_unlocked fgetwc fileno fileno_unlocked flockfile fputc fputc_unlocked"
    " fputwc fseek fseeko fseeko64 ftell ftello ftello64 ftrylockfile funlockfile fwide getc getc_unlocked getwc"
    " pclose putc putc_unlocked putwc rewind rewinddir seekdir setlinebuf telldir ungetc ungetwc ";

/* Functions that change the mappings of memory, or report them. Also syscall, which raceproof itself calls:
 * docs/c-programs.md says that it is not followed. */
static const char mapping_functions[]
  = " dl_iterate_phdr dladdr dlclose dlerror dlinfo dlvsym madvise mmap mprotect munmap syscall ";

static bool
has_word (const char *words, const char *word, size_t length)
{
  for (const char *at = words; (at = strchr (at, ' ')); at++)
    if (!strncmp (at + 1, word, length) && at[1 + length] == ' ')
      return true;
  return false;
}

bool
rp_import_is_system (const char *path)
{
  const char *slash = strrchr (path, '/'), *file = slash ? slash + 1 : path;
  return !strncmp (file, "libc.", 5) || !strncmp (file, "libm.", 5);
}

bool
rp_import_is_harmless (const char *path, const char *name)
{
  const char *slash = strrchr (path, '/'), *file = slash ? slash + 1 : path;
  size_t stem = strcspn (file, "."), length = strlen (name);
  if (has_word (libraries, file, stem))
    return true;
  if (stem != 4 || strncmp (file, "libc", 4))
    return false;
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (!strncmp (name, beginnings[i], strlen (beginnings[i])))
      return true;
  return has_word (plain_functions, name, length) || has_word (handle_functions, name, length)
         || has_word (mapping_functions, name, length);
}
