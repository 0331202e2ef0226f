// A std::thread that is neither joined nor detached must not be destroyed or assigned to.
#include <thread>

int main() {
  std::thread thread([] {});
#ifdef ASSIGNED
  thread = std::thread([] {});
  thread.join();
#endif
}
