// pthread_exit below conditions, loops and calls that return all kinds of values.
#include <cassert>
#include <pthread.h>

int made, destroyed;

struct Guard {
  Guard() { made++; }
  ~Guard() { destroyed++; }
};

struct Large {
  long words[8];
};

bool positive(int x) { return x > 0; }

int pick(int x) {
  Guard guard;
  int picked = positive(x) && positive(x - 1) ? x : positive(-x) || positive(x + 5) ? 10 : 20;
  if (picked == 10) pthread_exit(&made);
  return picked;
}

Large large(int x) {
  Guard guard;
  return Large{{pick(x)}};
}

double real(int x) {
  Guard guard;
  for (;;) {
    Guard each;
    if (large(x--).words[0] == 2) continue;
    if (x == 99) break;
  }
  return 2.5;
}

void *run(void *) {
  Guard guard;
  switch (made) {
  case 0:
    return nullptr;
  default:
    return real(3) > 1 ? nullptr : &destroyed;
  }
}

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, &result);
  assert(result == &made && made == destroyed && made > 8);
}
