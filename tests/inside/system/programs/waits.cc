/* What the main thread waits for, in an OpenMP program, comes from a thread of the program's own. */
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <semaphore.h>
#include <pthread.h>
#include <thread>
#include <unistd.h>

static std::mutex mutex;
static std::condition_variable condition;
static bool go;
static sem_t semaphore, back;
static long count;
static std::once_flag once;
static int onces;

static int
made ()
{
  usleep (3000);
  return 7;
}

static int
lazily ()
{
  static int value = made ();
  return value;
}

static void
signal_all ()
{
  usleep (20000);
  {
    std::lock_guard<std::mutex> guard (mutex);
    go = true;
  }
  condition.notify_one ();
  usleep (20000);
  sem_post (&semaphore);
  sem_wait (&back);
  std::call_once (once, [] { usleep (2000); onces++; });
  lazily ();
}

static void
add ()
{
  for (int i = 0; i < 20000; i++)
    {
      std::lock_guard<std::mutex> guard (mutex);
      count++;
    }
}

int
main ()
{
  sem_init (&semaphore, 0, 0);
  sem_init (&back, 0, 0);
  std::thread thread (signal_all);
  {
    std::unique_lock<std::mutex> lock (mutex);
    condition.wait (lock, [] { return go; });
  }
  sem_wait (&semaphore);
  sem_post (&back);
  std::call_once (once, [] { usleep (2000); onces++; });
  int value = lazily ();
  thread.join ();
  auto future = std::async (std::launch::async, [] { usleep (10000); return 5; });
  value += future.get ();
  std::thread adder (add);
#pragma omp parallel num_threads(2)
  add ();
  adder.join ();
  std::unique_lock<std::mutex> lock (mutex);
  bool timely = condition.wait_for (lock, std::chrono::milliseconds (30), [] { return !go; });
  std::printf ("%d %ld %d %d\n", value, count, onces, timely);
  return 0;
}
