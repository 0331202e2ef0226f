// A log of strings behind a lock, and a table by strings (-DTABLE).
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

std::mutex mutex;
std::string text;
std::unordered_map<std::string, int> table;

void run(const char *word) {
  std::lock_guard<std::mutex> guard(mutex);
#ifdef TABLE
  table["key " + std::to_string(text.size())] += 1;
#endif
  text += word;
}

int main() {
  std::thread one(run, "a text that is too long to be stored inside of the string"), other(run, "b");
  one.join();
  other.join();
#ifdef TABLE
  assert(table.size() == 2 && table["key 0"] == 1);
#endif
  assert(text.size() == 58);
}
