// A queue between two threads, with a std::condition_variable.
// expect: clean
// also: undecided
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <queue>
std::mutex m;
std::condition_variable cv;
std::queue<int> q;
bool done;
int
main ()
{
  int sum = 0;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      for (int i = 1; i <= 5; i++)
        {
          {
            std::lock_guard<std::mutex> g (m);
            q.push (i);
          }
          cv.notify_one ();
        }
      {
        std::lock_guard<std::mutex> g (m);
        done = true;
      }
      cv.notify_all ();
    }
#pragma omp section
    {
      std::unique_lock<std::mutex> l (m);
      for (;;)
        {
          cv.wait (l, [] { return !q.empty () || done; });
          if (q.empty ())
            break;
          sum += q.front ();
          q.pop ();
        }
    }
  }
  std::cout << sum << "\n";
  return sum != 15;
}
