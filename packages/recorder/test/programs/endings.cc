// Ends of threads: destructors, cancellation, exceptions, detached threads; then of the process: by exec, or with the last thread.
#include <pthread.h>
#include <unistd.h>
#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <atomic>
#include <thread>
#include <vector>
#include <memory>
#include <stdexcept>
#include <shared_mutex>
#include <mutex>
static std::atomic<int> destroyed; static std::shared_mutex sm; static long data[64];
struct D { int v = 3; ~D() { destroyed++; } }; thread_local D d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static std::atomic<int> cleaned;
static void clean(void *) { cleaned++; pthread_mutex_unlock(&m); }
static void *forever(void *) { pthread_mutex_lock(&m); pthread_cleanup_push(clean, nullptr); for (;;) pthread_cond_wait(&c, &m); pthread_cleanup_pop(0); return nullptr; }
static std::once_flag of; static std::atomic<int> tries;
static void *ending(void *) { d.v++; pthread_exit(nullptr); }
int main(int argc, char **argv) {
  std::vector<std::thread> ts; auto p = std::make_shared<int>(5);
  for (int i = 0; i < 64; i++) ts.emplace_back([i, p] { d.v += *p; for (int k = 0; k < 20; k++) { std::unique_lock<std::shared_mutex> l(sm); data[i] += k; data[(i + 1) % 64]++; } { std::shared_lock<std::shared_mutex> l(sm); volatile long x = data[i]; (void)x; }
    try { std::call_once(of, [] { if (tries++ < 3) throw std::runtime_error("x"); }); } catch (std::runtime_error &) {} });
  for (auto &t : ts) t.join();
  pthread_t t; pthread_create(&t, 0, forever, 0); usleep(2000); pthread_cancel(t); void *r; pthread_join(t, &r);
  pthread_create(&t, 0, ending, 0); pthread_join(t, 0);
  std::thread([] { d.v = 9; }).detach(); usleep(5000);
  std::vector<double> v(1000, 1.5), w(v); for (size_t i = 0; i < v.size(); i++) v[i] = v[i] * 2 + w[i]; 
  long sum = 0; for (long x : data) sum += x; double s = 0; for (double x : v) s += x;
  printf("%d %d %ld %d %d %.1f %ld\n", destroyed.load(), cleaned.load(), sum, r == PTHREAD_CANCELED, tries.load(), s, (long)p.use_count()); fflush(stdout);
  if (argc > 1 && !strcmp(argv[1], "exec")) execl(argv[0], argv[0], "x", nullptr);
  if (argc > 1 && !strcmp(argv[1], "mainexit")) { std::thread([] { usleep(3000); d.v = 1; }).detach(); pthread_exit(nullptr); }
}
