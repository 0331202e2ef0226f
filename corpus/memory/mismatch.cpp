// What frees memory must belong to what has allocated it: free to malloc, delete to new, delete[] to new[].
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

struct Node {
  int value;
  ~Node() {}
};

static void run() {
#if WAY == 0
  int *numbers = new int[3];
  delete numbers;
#elif WAY == 1
  delete[] new int;
#elif WAY == 2
  std::free(new int);
#elif WAY == 3
  delete static_cast<int *>(std::malloc(sizeof(int)));
#elif WAY == 4
  std::free(std::realloc(new int, 8));
#elif WAY == 5
  std::shared_ptr<int> numbers(new int[2]);
#elif WAY == 6
  Node *node = new (std::malloc(sizeof(Node))) Node;
  delete node;
#elif WAY == 7
  delete new (std::nothrow) int;
  delete[] new (std::nothrow) int[2];
  std::free(std::realloc(std::malloc(4), 8));
  std::unique_ptr<int[]> numbers(new int[2]);
  std::vector<std::string> texts(3, std::string(100, 'x'));
  Node *node = new (std::malloc(sizeof(Node))) Node;
  node->~Node();
  std::free(node);
  delete[] new Node[3];
#endif
}

int main() {
  std::thread thread(run);
  thread.join();
  return 0;
}
