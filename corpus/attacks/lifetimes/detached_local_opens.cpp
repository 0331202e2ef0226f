/* A thread-local object of a detached thread opens the gate when the thread ends. */
#include <atomic>
#include <thread>

static std::atomic<bool> gate;

struct Opens {
  bool used = false;
  ~Opens() { gate = used; }
};

static thread_local Opens opens;

int main() {
  std::thread([] { opens.used = true; }).detach();
  while (!gate)
    ;
}
