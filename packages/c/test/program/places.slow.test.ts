import { execFileSync, spawnSync } from 'node:child_process';
import type { Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/build/build.js';
import { Image } from '../../src/vm/instance/image.js';
import { Instance } from '../../src/vm/instance/instance.js';
import { canCompile, compile, explored, file, settled } from '@fencepost/testing/compiled';

const QUEUE = `#include <atomic>
#include <cassert>
#include <thread>
namespace queue {
struct Slot { std::atomic<int> ready{0}; int data = 0; };
Slot slot;
std::atomic<int> head;
static std::atomic<bool> done[2];
struct Writer {
  static std::atomic<int> count;
  void publish(int v) {
    slot.data = v;
    slot.ready.store(1, std::memory_order_relaxed);
    count.fetch_add(1);
    head = 3;
    done[1] = true;
  }
};
std::atomic<int> Writer::count;
}
namespace { int hidden; }
int main() {
  std::thread writer([] { queue::Writer w; w.publish(42); hidden = 1; });
  if (queue::slot.ready.load(std::memory_order_relaxed) == 1) assert(queue::slot.data == 42);
  int h = queue::head;
  bool d = queue::done[1];
  writer.join();
  return h + d + hidden;
}
`;

/** What is done, as `store queue::head 15`; lines of other files with the name of the file. */
function operations(program: Program, source: string): readonly string[] {
  return settled(program, () => {
    const states = new LocalStates(program);
    const found = new Set<string>();
    exploreGraphs(states, {
      model: 'pso',
      onExecution: (execution) => {
        for (const { state } of execution.trace().events) {
          const { kind, site } = states.labels.get(states.label[state]!);
          const location = states.location[state]!;
          const name = location >= 0 ? ` ${states.locations.name(location)}` : '';
          found.add(`${kind}${name} ${site?.file === source ? '' : `${site?.file}:`}${site?.line}`);
        }
      },
    });
    return [...found].sort();
  });
}

/** The header's function goes on after the user's, and both call others. */
const CALLBACK = `#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
std::atomic<long> total;
std::once_flag flag;
std::mutex lock;
int from[1], to[1];
struct Counter { std::atomic<int> hits; };
static Counter &shared() {
  static Counter counter;
  return counter;
}
static void add(std::atomic<long> &sum, int amount) {
  std::call_once(flag, [] {
    total.fetch_add(5);
  });
  std::lock_guard<std::mutex> guard(lock);
  sum += amount;
  shared().hits++;
  std::transform(from, from + 1, to, [](int each) {
    total += 2;
    return each;
  });
}
int main() {
  auto own = std::make_unique<std::atomic<long>>(0);
  std::thread adder(add, std::ref(*own), 7);
  add(*own, 1);
  adder.join();
}
`;

const FAILING = `#include <atomic>
#include <thread>
static void add(std::atomic<int> *to) {
  *to += 1;
}
int main() {
  std::thread(add, nullptr).join();
}
`;

const RUST = `#![no_std]
#![no_main]
use core::sync::atomic::{AtomicI32, Ordering};
mod queue {
    use core::sync::atomic::AtomicI32;
    pub static HEAD: AtomicI32 = AtomicI32::new(0);
}
static FLAG: AtomicI32 = AtomicI32::new(0);
unsafe extern "C" {
    fn pthread_create(t: *mut u64, a: *const u8, f: extern "C" fn(*mut u8) -> *mut u8, p: *mut u8) -> i32;
    fn pthread_join(t: u64, r: *mut *mut u8) -> i32;
}
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
extern "C" fn run(p: *mut u8) -> *mut u8 {
    queue::HEAD.store(1, Ordering::Relaxed);
    FLAG.fetch_add(1, Ordering::SeqCst);
    p
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let mut t = 0;
    unsafe { pthread_create(&mut t, core::ptr::null(), run, core::ptr::null_mut()) };
    let seen = FLAG.load(Ordering::Acquire) + queue::HEAD.load(Ordering::Relaxed);
    unsafe { pthread_join(t, core::ptr::null_mut()) };
    seen
}
`;

const hasRust = spawnSync('rustc', ['--version']).status === 0;

function rustIr(source: string): string {
  const ir = file('names.ll', '');
  const options = ['--edition=2024', '--emit=llvm-ir', '-C', 'panic=abort', '-C', 'opt-level=0', '-g'];
  execFileSync('rustc', [...options, '--crate-type=staticlib', '-o', ir, source], { stdio: 'pipe' });
  return ir;
}

describe.skipIf(!canCompile)('places and names are those of the user', { timeout: 30_000 }, () => {
  it('for members of std::atomic in a namespace', async () => {
    const source = file('queue.cpp', QUEUE);
    expect(operations(await compile(source), source)).toEqual([
      'join 27',
      'load hidden 28',
      'load queue::done[1] 26',
      'load queue::head 25',
      'load queue::slot.data 24',
      'load queue::slot.ready 24',
      'rmw queue::Writer::count 14',
      'spawn 23',
      'store hidden 23',
      'store queue::done[1] 16',
      'store queue::head 15',
      'store queue::slot.data 12',
      'store queue::slot.ready 13',
    ]);
  });

  it("for functions of headers that call the user's", async () => {
    const source = file('callback.cpp', CALLBACK);
    expect(operations(await compile(source), source)).toEqual([
      'join 32',
      'load flag 17',
      'load from[0] 23',
      'rmw atomic<long>#1 21',
      'rmw counter.hits 22',
      'rmw flag 17',
      'rmw lock 20',
      'rmw lock 27',
      'rmw total 18',
      'rmw total 24',
      'spawn 30',
      'store to[0] 23',
    ]);
  });

  it('for failures', async () => {
    const source = file('failing.cpp', FAILING);
    const { failures } = explored(await compile(source), exploreGraphs, { model: 'sc' });
    expect(failures).toMatchObject([{ kind: 'invalid access', site: { file: source, line: 4 } }]);
  });

  it('only while the call lasts', async () => {
    const { wasm, tables } = await build({ files: [file('failing.cpp', FAILING)], flags: [] });
    const image = new Image(wasm, tables);
    const instance = new Instance(image);
    const tenant = { evicted: () => undefined, imported: () => undefined };
    instance.reset(tenant);
    expect(instance.caller).toBe(-1);
    // The thread was stopped in the call and is not taken up again.
    instance.memory.setInt32(image.caller!, 6, true);
    expect(instance.caller).toBe(5);
    instance.reset(tenant);
    expect(instance.caller).toBe(-1);
  });

  it.skipIf(!hasRust)('in Rust', async () => {
    const source = file('names.rs', RUST);
    expect(operations(await compile(rustIr(source)), source)).toEqual([
      'join 25',
      'load FLAG 24',
      'load queue::HEAD 24',
      'rmw FLAG 17',
      'spawn 23',
      'store queue::HEAD 16',
    ]);
  });
});
