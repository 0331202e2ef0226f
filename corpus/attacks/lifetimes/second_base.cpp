/* A thread runs a member of the second base of an object: the address is adjusted on the way. */
#include <cassert>
#include <functional>
#include <thread>

struct Padding {
  long filler[3] = {7, 7, 7};
};

struct Runs {
  int value = 0;
  virtual void run(int by) { value += by; }
  virtual ~Runs() = default;
};

struct Task : Padding, Runs {
  void run(int by) override { value += 2 * by; }
};

int main() {
  Task task;
  Runs *runs = &task;
  std::thread a(&Runs::run, runs, 3);
  a.join();
  std::thread b(std::bind(&Runs::run, std::ref(task), 4));
  b.join();
  int Runs::*field = &Runs::value;
  assert(task.*field == 14 && task.filler[2] == 7);
}
