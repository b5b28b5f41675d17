/* A callback of dl_iterate_phdr calls functions of the C library, while another thread loads the library that is named by
 * the first argument. The dynamic linker finishes loading when the callback has ended. The second argument:
 *   main     the main thread is in the callback
 *   thread   the main thread loads
 *   crash    the main thread is in the callback, and crashes in the C library */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *library, *how;
static volatile int is_in_callback;
static int modules, answers;

static int
compare (const void *a, const void *b)
{
  return *(const char *) a - *(const char *) b;
}

/* Each of them is first called here. */
static int
call_functions (const char *text)
{
  char copy[64] = "", word[64] = "", *end;
  struct timespec now;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  sem_t semaphore;
  strncat (copy, text, sizeof copy - 1);
  qsort (copy, strlen (copy), 1, compare);
  snprintf (word, sizeof word, "%s 12", copy);
  sched_yield ();
  pthread_mutex_lock (&mutex);
  pthread_mutex_unlock (&mutex);
  sem_init (&semaphore, 0, 1);
  return !strstr (text, "no such name") + !strpbrk (word, "\n") + (strspn (word, " ") <= 64) + (strtol ("12", &end, 10) == 12)
         + (strtod ("1.5", &end) > 1) + (sscanf ("7", "%d", &(int) { 0 }) == 1) + !getenv ("NO SUCH VARIABLE")
         + !memmem (text, strlen (text), "\1", 1) + !clock_gettime (CLOCK_REALTIME, &now) + !sem_trywait (&semaphore)
         + (readlink ("/", word, 1) < 0) + !access ("/", F_OK);
}

static int
look (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  (void) context;
  if (!is_in_callback)
    {
      is_in_callback = 1;
      usleep (100000);
    }
  modules++;
  answers += call_functions (info->dlpi_name);
  if (!strcmp (how, "crash"))
    answers += (int) strlen (*(char *volatile *) &(char *) { (char *) 8 });
  return 0;
}

static void *
look_at_modules (void *argument)
{
  dl_iterate_phdr (look, NULL);
  return argument;
}

static void *
load (void *argument)
{
  (void) argument;
  while (!is_in_callback)
    usleep (100);
  return dlopen (library, RTLD_NOW);
}

int
main (int count, char **words)
{
  bool in_thread = count > 2 && !strcmp (words[2], "thread");
  pthread_t thread;
  void *found, *other;
  library = words[1];
  how = words[2];
  pthread_create (&thread, NULL, in_thread ? look_at_modules : load, NULL);
  found = (in_thread ? load : look_at_modules) (NULL);
  pthread_join (thread, &other);
  puts ((in_thread ? found : other) && answers == 12 * modules ? "loaded" : "not loaded");
  return 0;
}
