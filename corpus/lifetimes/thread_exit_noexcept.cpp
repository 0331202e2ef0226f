// A function that is noexcept, as destructors are, cannot be left by pthread_exit.
#include <pthread.h>

#ifdef DESTRUCTOR
struct Exits {
  ~Exits() { pthread_exit(nullptr); }
};
void run() { Exits exits; }
#else
void run() noexcept { pthread_exit(nullptr); }
#endif

int main() {
  pthread_t thread;
  pthread_create(
      &thread, nullptr,
      [](void *) -> void * {
        run();
        return nullptr;
      },
      nullptr);
  pthread_join(thread, nullptr);
}
