#!/bin/sh
# Checks that the tools for building are there, and installs the Debian packages that are missing if
# it may (as root, or by sudo without a password). Silent when all is there.
#
# usage: tools/deps.sh [--check] [EXTRA...]     EXTRA: graphviz, clang, clang-format, clang-tidy
#
# --check installs nothing: it only says what is missing. The same with RP_NO_INSTALL set in the environment.
#
# Without graphviz the demo still works, without isl, Z3 and PolyLib all but `raceproof prove', and
# without LLVM or gcc's headers for plug-ins less is seen of programs that clang or gfortran compile, so
# their absence is not an error.
set -u

missing=
optional=

has () { command -v "$1" >/dev/null 2>&1; }

# need COMMAND PACKAGE
need () { has "$1" || missing="$missing $2"; }

# The presets need this much.
has_cmake ()
{
  has cmake || return 1
  version=$(cmake --version | sed -n 's/^cmake version //p')
  [ "$(printf '%s\n3.22\n' "$version" | sort -V | head -n 1)" = 3.22 ]
}

has_header () { echo "#include <$1>" | gcc -E - >/dev/null 2>&1; }

# Its headers are in the directory of an LLVM version.
has_libclang () { ls /usr/lib/llvm-*/include/clang-c/Index.h >/dev/null 2>&1 || has_header clang-c/Index.h; }

has_llvm () { ls /usr/lib/llvm-14/include/llvm/Passes/PassPlugin.h >/dev/null 2>&1; }

clang_version () { clang -dumpversion | cut -d. -f1; }

has_clang_openmp () { echo '#include <omp.h>' | clang -fopenmp -E - >/dev/null 2>&1; }

has_gcc_plugins () { [ -e "$(g++ -print-file-name=plugin)/include/gcc-plugin.h" ]; }

find_missing ()
{
  missing=
  optional=
  need gcc gcc
  has gcc && ! has_header stdio.h && missing="$missing libc6-dev"
  has gcc && ! has_header elfutils/libdwfl.h && missing="$missing libdw-dev"
  has gcc && ! has_header jansson.h && missing="$missing libjansson-dev"
  # for `raceproof prove'; PolyLib for its tests
  has gcc && ! has_header isl/set.h && optional="$optional libisl-dev"
  has gcc && ! has_header z3.h && optional="$optional libz3-dev"
  has_libclang || optional="$optional libclang-14-dev"
  has gcc && ! has_header polylib/polylib64.h && optional="$optional libpolylib64-dev"
  # for tests of what is known of libraries
  has gcc && ! has_header cblas.h && optional="$optional libblas-dev"
  # for programs that clang compiles
  has clang && ! has_llvm && optional="$optional llvm-14-dev"
  has clang && ! has_clang_openmp && optional="$optional libomp-$(clang_version)-dev"
  # for programs that gfortran compiles
  has g++ && ! has_gcc_plugins && optional="$optional gcc-$(g++ -dumpversion)-plugin-dev"
  has_cmake || missing="$missing cmake"
  need ninja ninja-build
  need python3 python3
  for extra
  do
    case $extra in
      graphviz) has dot || optional="$optional graphviz" ;;
      clang) need clang clang ;;
      clang-format) need clang-format clang-format ;;
      clang-tidy) need clang-tidy clang-tidy ;;
      *) echo "tools/deps.sh: unknown extra $extra" >&2; exit 2 ;;
    esac
  done
}

may_install ()
{
  [ -z "${RP_NO_INSTALL:-}" ] && has apt-get || return 1
  [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }
}

apt ()
{
  if [ "$(id -u)" = 0 ]
  then env DEBIAN_FRONTEND=noninteractive apt-get "$@"
  else sudo -n env DEBIAN_FRONTEND=noninteractive apt-get "$@"
  fi
}

install_packages ()
{
  may_install || return 1
  log=$(mktemp) || return 1
  echo "installing the Debian packages: $*"
  # The package lists of a fresh system may be empty or old.
  apt install -y --no-install-recommends "$@" >"$log" 2>&1 \
    || { apt update >>"$log" 2>&1 && apt install -y --no-install-recommends "$@" >>"$log" 2>&1; }
  status=$?
  [ $status = 0 ] || tail -n 3 "$log" >&2
  rm -f "$log"
  return $status
}

if [ "${1:-}" = --check ]
then
  RP_NO_INSTALL=1
  shift
fi
find_missing "$@"
[ -z "$missing$optional" ] && exit 0

# shellcheck disable=SC2086  # the lists are words
install_packages $missing $optional
find_missing "$@"

if [ -n "$optional" ]
then echo "optional, not found:$optional   (apt-get install$optional)" >&2
fi
if [ -n "$missing" ]
then
  cat >&2 <<END
raceproof needs some programs that are not here. On Debian or Ubuntu:
    apt-get install$missing
or \`make deps', which does that and installs what is optional, too.
Elsewhere: gcc, CMake 3.22 or newer, Ninja, Python 3, elfutils (libdw), Jansson.
END
  exit 1
fi
