// Races inside C++'s library: told at the program's own lines.
#include <map>
#include <raceproof/task.h>
#include <string>
#include <vector>

class account
{
public:
  void
  deposit (int amount)
  {
    balance_ += amount; /* line: deposit */
  }

private:
  int balance_ = 0;
};

int
main ()
{
  std::vector<int> found;
  std::map<std::string, int> words;
  account mine;
  int best = 0;
  words["x"] = 0; /* line: allocation */
  rp_finish for (int i = 0; i < 4; i++) rp_async ([=, &found, &words, &mine, &best] {
    found.push_back (i); /* line: vector */
    mine.deposit (i);
    words["x"] += i; /* line: map */
    if (i > best)    /* line: read */
      best = i;      /* line: write */
  });
}
