// A thread reads numbers from a FIFO by a std::ifstream; another one writes them by a std::ofstream.
// expect: clean
// also: undecided
// seconds: 10
// prints: 6 7
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <omp.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
int
main ()
{
  char folder[] = "/tmp/fifoXXXXXX";
  if (!mkdtemp (folder))
    return 1;
  std::string name = std::string (folder) + "/fifo";
  if (mkfifo (name.c_str (), 0600))
    return 1;
  std::fstream first (name, std::ios::in | std::ios::out);
  int sum = 0, data = 0, seen = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      std::ifstream in (name);
      for (int i = 0, number; i < 3 && in >> number; i++)
        sum += number;
      seen = data;
    }
  else
    {
      data = 7;
      std::ofstream out (name);
      for (int i = 1; i <= 3; i++)
        out << i << std::endl;
    }
  printf ("%d %d\n", sum, seen);
  unlink (name.c_str ());
  rmdir (folder);
  return 0;
}
