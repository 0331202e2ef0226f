/* The gate opens when the callable's capture is destroyed: a detached thread does that at its end, so main is let through. */
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<bool> gate;

struct Opener {
  Opener() = default;
  Opener(Opener &&other) noexcept : mine(other.mine) { other.mine = false; }
  ~Opener() {
    if (mine)
      gate = true;
  }
  bool mine = true;
};

int main() {
  Opener opener;
  std::thread([own = std::move(opener)] { (void)own; }).detach();
  while (!gate)
    ;
}
