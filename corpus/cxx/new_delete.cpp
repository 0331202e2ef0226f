// new and delete in threads; -DRACE uses the object after another thread has deleted it.
#include <cassert>
#include <thread>

struct point {
  int x, y;
  point(int x, int y) : x(x), y(y) {}
};

static point *shared;

int main() {
  shared = new point(1, 2);
#ifdef RACE
  std::thread uses([] { shared->x = 5; });
  std::thread deletes([] { delete shared; });
  uses.join();
  deletes.join();
#else
  std::thread uses([] {
    point *mine = new point(3, 4);
    int *array = new int[3]{1, 2, 3};
    shared->x = mine->y + array[2];
    delete mine;
    delete[] array;
  });
  uses.join();
  assert(shared->x == 7 && shared->y == 2);
  delete shared;
#endif
}
