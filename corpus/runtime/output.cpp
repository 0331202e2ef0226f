// Threads that print are as independent as those that do not.
#include <cassert>
#include <iostream>
#include <sstream>
#include <thread>

int main() {
  int values[2] = {};
  auto run = [&](int i) {
    std::ostringstream text;
    text << "thread " << i << ": " << 1.5 << '\n';
    std::cout << text.str() << std::hex << 255 << std::endl;
    values[i] = static_cast<int>(text.str().size());
  };
  std::thread one(run, 0), other(run, 1);
  one.join();
  other.join();
  assert(values[0] == 14 && values[1] == 14);
}
