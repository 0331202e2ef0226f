/* A table of pointers to member functions: plain, virtual, inherited from a second base; each called by a thread. */
#include <cassert>
#include <thread>

struct First {
  int one = 1;
  virtual int number() { return one; }
};

struct Second {
  int two = 2;
  int plain() { return two; }
  virtual int other() { return two * 10; }
};

struct Both : First, Second {
  int number() override { return one + two; }
  int other() override { return one + 30; }
};

using Member = int (Both::*)();

int main() {
  Both object;
  static const Member members[] = {&Both::number, &Both::plain, &Both::other, static_cast<Member>(&Second::other)};
  int results[4];
  std::thread a([&] {
    for (int i = 0; i < 4; i++)
      results[i] = (object.*members[i])();
  });
  a.join();
  assert(results[0] == 3 && results[1] == 2 && results[2] == 31 && results[3] == 31);
}
