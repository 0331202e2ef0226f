/* The destructor of a thread-local object ends the program. */
#include <cassert>
#include <cstdlib>
#include <thread>

struct Ends {
  int used = 0;
  ~Ends() { std::exit(0); }
};

int main() {
  std::thread a([] {
    static thread_local Ends ends;
    ends.used = 1;
  });
  a.join();
  assert(false);
}
