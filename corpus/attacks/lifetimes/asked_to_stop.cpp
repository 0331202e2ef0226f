/* The end of a std::jthread's scope asks the thread to stop and waits for it: its loop ends. */
#include <thread>

int main() {
  std::jthread a([](std::stop_token stop) {
    while (!stop.stop_requested())
      ;
  });
}
