// An exception leaves the function of a thread; -DNOEXCEPT: a function that is noexcept; -DATEXIT: a function at exit.
#include <cstdlib>
#include <stdexcept>
#include <thread>

void fails() {
  throw std::runtime_error("lost");
}

void between() noexcept(
#ifdef NOEXCEPT
    true
#else
    false
#endif
) {
  fails();
}

int main() {
#ifdef ATEXIT
  std::atexit(fails);
#elif defined NOEXCEPT
  try {
    between();
  } catch (...) {
  }
#else
  std::thread thread(between);
  thread.join();
#endif
}
