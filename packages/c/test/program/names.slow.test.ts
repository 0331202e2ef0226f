import { LocalStates } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, file, settled } from '@fencepost/testing/compiled';

/** What is accessed in these lines once there are two threads, as `line name`; every location has a name of its own. */
async function names(name: string, source: string, lines: ReadonlySet<number>): Promise<readonly string[]> {
  const program = await compile(file(name, source));
  return settled(program, () => {
    const states = new LocalStates(program);
    const found = new Set<string>();
    exploreGraphs(states, {
      model: 'sc',
      onExecution: (execution) => {
        for (const { state } of execution.trace().events) {
          const { site } = states.labels.get(states.label[state]!);
          const location = states.location[state]!;
          if (
            location < 0 ||
            !lines.has(site?.line ?? 0) ||
            program.isUpkeep?.(states.locations.addresses[location]!) === true
          )
            continue;
          found.add(`${site?.line} ${states.locations.name(location)}`);
        }
      },
    });
    const all = states.locations.addresses.map((_, location) => states.locations.name(location));
    expect(new Set(all).size).toBe(all.length);
    return [...found].sort();
  });
}

/** The names that the source itself gives, in comments at the ends of lines: `//: a, b`. */
function expected(source: string): string[] {
  const said = source.split('\n').map((line) => /\/\/: (.*)$/.exec(line)?.[1]?.split(', ') ?? []);
  return said.flatMap((names, i) => names.map((name) => `${i + 1} ${name}`)).sort();
}

const C = `#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct slot { int val; int full; };
struct ring { atomic_int head, tail; struct slot slots[4]; struct { int inner; }; union { int u; float f; }; };
typedef struct { struct slot *first; pthread_mutex_t lock; } list_t;
struct flags { unsigned a : 3, b : 4; int after; };
struct text { int length; char bytes[]; };
struct node { int key; struct node *next; };
struct outer { long before; struct node embedded; };
static list_t *list;
static struct slot *slots[2];
static struct node *found;
static char *arena;
static unsigned used;
static _Thread_local int own = 1;
static int *number, *numbers;
static void *take(unsigned bytes) { void *taken = arena + used; used += bytes; return taken; }
static void *checked(size_t bytes) { void *memory = malloc(bytes); if (!memory) abort(); return memory; }
static struct node *make(int key) { struct node *node = malloc(sizeof *node); node->key = key; return node; } //: node#1@1.key
struct all { struct ring *ring; struct flags *flags; struct text *text; struct node *nodes[2]; struct slot *carved[2];
  struct node *wrapped; struct outer *outer; int *moved; struct slot *many; };
static struct all all;
static void *work(void *arg) {
  struct ring *r = arg;
  static int calls;
  r->slots[1].val = 1; //: ring->slots[1].val
  atomic_store(&r->tail, 1); //: ring->tail
  r->inner = 1; //: ring->inner
  r->u = 1; //: ring->u
  pthread_mutex_lock(&list->lock); //: list, list->lock
  list->first = slots[1]; //: slots[1], list, list->first
  slots[0]->full = 1; //: slots[0], slots[0]->full
  all.flags->b = 1; //: all.flags, flags->a/b
  all.flags->after = 1; //: all.flags, flags->after
  all.text->bytes[5] = 'x'; //: all.text, text->bytes[5]
  all.nodes[0]->key = all.nodes[1]->key; //: all.nodes[1], all.nodes[1]->key, all.nodes[0], all.nodes[0]->key
  all.carved[1]->val = 1; //: all.carved[1], slot#3.val
  all.wrapped->next = 0; //: all.wrapped, node#3.next
  struct node *inside = &all.outer->embedded; //: all.outer
  inside->key = 1; //: outer->embedded.key
  ((struct outer *)((char *)inside - offsetof(struct outer, embedded)))->before = 1; //: outer->before
  *number = 1; //: number, *number
  numbers[2] = 1; //: numbers, numbers[2]
  all.moved[3] = 1; //: all.moved, moved#2[3]
  all.many[2].val = 1; //: all.many, many[2].val
  calls++; //: calls
  found = make(2); //: found
  found->key = 3; //: found, node#1@1.key
  return &own;
}
int main(void) {
  struct ring *ring = malloc(sizeof *ring);
  list = calloc(1, sizeof(list_t));
  for (int i = 0; i < 2; i++) slots[i] = malloc(sizeof(struct slot));
  struct flags *flags = calloc(1, sizeof *flags);
  struct text *text = malloc(sizeof *text + 8);
  for (int i = 0; i < 2; i++) all.nodes[i] = make(i);
  arena = malloc(64);
  all.carved[0] = take(8);
  all.carved[1] = take(8);
  all.carved[1]->full = 0;
  all.wrapped = checked(sizeof(struct node));
  all.wrapped->key = 0;
  struct outer *outer = malloc(sizeof *outer);
  number = malloc(sizeof *number);
  numbers = malloc(3 * sizeof *numbers);
  int *moved = malloc(2 * sizeof *moved);
  moved = realloc(moved, 4 * sizeof *moved);
  struct slot *many = calloc(3, sizeof *many);
  all.flags = flags, all.text = text, all.outer = outer, all.moved = moved, all.many = many;
  pthread_t thread;
  pthread_create(&thread, 0, work, ring);
  void *result;
  pthread_join(thread, &result);
  found->next = 0; //: found, node#1@1.next
  slots[0]->val = 1; //: slots[0], slots[0]->val
  return 0;
}
`;

const CXX = `#include <atomic>
#include <cassert>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>
struct Shape { int id = 0; virtual int area() { return 0; } virtual ~Shape() = default; };
struct Square : Shape { int side = 2; int area() override { return side; } };
template <class T> struct Box { T value{}; std::atomic<bool> ready{false}; std::mutex lock; };
class Stack {
  struct Node { int data; Node *next; };
  std::atomic<Node *> head_{nullptr};
public:
  void push(int data) {
    Node *node = new Node{data, head_.load()};
    head_.store(node);
  }
  int top() { return head_.load()->data; } //: stack.head_, Node#1.data
};
struct Account { int balance = 0; int limit = 5; };
int main() {
  Stack stack;
  stack.push(1);
  auto *box = new Box<int>;
  auto only = std::make_unique<Account>();
  auto shared = std::make_shared<Account>();
  std::vector<int> numbers(3);
  std::vector<Account> accounts(2);
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i < 2; i++) shapes.push_back(std::make_unique<Square>());
  std::list<int> list{7};
  int *array = new int[3];
  Account *several = new Account[2];
  alignas(Account) char room[sizeof(Account)];
  Account *placed = new (room) Account;
  char *heap = new char[64];
  Account *inside = new (heap + 16) Account;
  std::atomic<long> count{0};
  int x = 0;
  std::thread thread([&x, &stack, &count, &only, &numbers, &accounts, &shapes, &list, box, shared, array, several,
    inside, placed] {
    x = stack.top(); //: x
    count++; //: count
    box->value = 1; //: box->value
    box->ready = true; //: box->ready
    box->lock.lock(); //: box->lock
    only->balance = 1; //: only, Account#1.balance
    shared->limit = 1; //: Account#2.limit
    numbers[2] = 1; //: numbers.start, numbers[2]
    accounts[1].limit = 1; //: accounts.start, accounts[1].limit
    shapes[1]->id = 1; //: shapes.start, shapes[1], shapes[1]->id
    static_cast<Square &>(*shapes[0]).side = 3; //: shapes.start, shapes[0], shapes[0]->side
    list.front() = 8; //: list.next, list node#1.storage
    array[2] = 1; //: array[2]
    several[1].limit = 1; //: several[1].limit
    inside->limit = 1; //: Account#4.limit
    placed->limit = 1; //: room[4]
  });
  thread.join();
  assert(x == 1); //: x
}
`;

describe.skipIf(!canCompile)('memory is named as in the source', { timeout: 60_000 }, () => {
  it.each([
    ['C', 'names.c', C],
    ['C++', 'names.cpp', CXX],
  ])('in %s', async (_, name, source) => {
    const told = expected(source);
    const lines = new Set(told.map((each) => Number.parseInt(each, 10)));
    expect(await names(name, source, lines)).toEqual(told);
  });
});
