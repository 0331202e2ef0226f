// An exception of one thread, thrown again by two others at the same time.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

std::exception_ptr pointer;
bool got[2];

void again(int i) {
  try {
    std::rethrow_exception(pointer);
  } catch (const std::runtime_error &error) {
    got[i] = std::string(error.what()) == "first";
  }
}

int main() {
  std::thread first([] {
    try {
      throw std::runtime_error("first");
    } catch (...) {
      pointer = std::current_exception();
    }
  });
  first.join();
  std::thread one(again, 0), other(again, 1);
  one.join();
  other.join();
  assert(got[0] && got[1]);
}
