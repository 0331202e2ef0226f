import { execFileSync, spawnSync } from 'node:child_process';
import type { Program } from '@fencepost/core';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, counts, explored, file } from '@fencepost/testing/compiled';

// Store buffering, the same in three languages: 3 executions under SC, 4 under TSO and PSO, of which 1 fails the check.

const C = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int left_saw, right_saw;
static void *left(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  left_saw = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
static void *right(void *arg) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  right_saw = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(left_saw || right_saw);
  return 0;
}
`;

const CXX = `
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> x, y;
int main() {
  int left_saw = 0, right_saw = 0;
  std::thread left([&] {
    x.store(1, std::memory_order_relaxed);
    left_saw = y.load(std::memory_order_relaxed);
  });
  std::thread right([&] {
    y.store(1, std::memory_order_relaxed);
    right_saw = x.load(std::memory_order_relaxed);
  });
  left.join();
  right.join();
  assert(left_saw || right_saw);
}
`;

const RUST = `
#![no_std]
#![no_main]
use core::ffi::c_void;
use core::panic::PanicInfo;
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicI32, Ordering::Relaxed};

type Start = extern "C" fn(*mut c_void) -> *mut c_void;
extern "C" {
    fn pthread_create(thread: *mut usize, attributes: *const c_void, start: Start, argument: *mut c_void) -> i32;
    fn pthread_join(thread: usize, result: *mut *mut c_void) -> i32;
    fn abort() -> !;
}

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);
static LEFT_SAW: AtomicI32 = AtomicI32::new(0);
static RIGHT_SAW: AtomicI32 = AtomicI32::new(0);

#[panic_handler]
fn panic(_info: &PanicInfo) -> ! {
    unsafe { abort() }
}

extern "C" fn left(_argument: *mut c_void) -> *mut c_void {
    X.store(1, Relaxed);
    LEFT_SAW.store(Y.load(Relaxed), Relaxed);
    null_mut()
}

extern "C" fn right(_argument: *mut c_void) -> *mut c_void {
    Y.store(1, Relaxed);
    RIGHT_SAW.store(X.load(Relaxed), Relaxed);
    null_mut()
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let (mut a, mut b) = (0, 0);
    unsafe {
        pthread_create(&mut a, null(), left, null_mut());
        pthread_create(&mut b, null(), right, null_mut());
        pthread_join(a, null_mut());
        pthread_join(b, null_mut());
        if LEFT_SAW.load(Relaxed) == 0 && RIGHT_SAW.load(Relaxed) == 0 {
            abort();
        }
    }
    0
}
`;

const hasRust = spawnSync('rustc', ['--version']).status === 0;

function rustIr(): string {
  const source = file('sb.rs', RUST);
  const ir = file('sb.ll', '');
  const options = ['--edition=2021', '--emit=llvm-ir', '-C', 'panic=abort', '-C', 'opt-level=0', '-g'];
  execFileSync('rustc', [...options, '--crate-type=staticlib', '-o', ir, source], { stdio: 'pipe' });
  return ir;
}

function expectStoreBuffering(program: Program, kind: string): void {
  for (const explore of [exploreGraphs, exploreSource, exploreAll]) {
    expect(counts(program, explore)).toEqual([3, 4, 4]);
  }
  expect(explored(program, exploreGraphs, { model: 'sc' }).failures).toEqual([]);
  for (const model of ['tso', 'pso'] as const) {
    expect(explored(program, exploreGraphs, { model }).failures).toMatchObject([{ kind, executions: 1 }]);
  }
}

describe.skipIf(!canCompile)('store buffering', { timeout: 30_000 }, () => {
  it.each<readonly [string, string, string]>([
    ['C', 'sb.c', C],
    ['C++', 'sb.cpp', CXX],
  ])('in %s', async (_language, name, text) => {
    expectStoreBuffering(await compile(file(name, text)), 'assertion');
  });

  it.skipIf(!hasRust)('in Rust', async () => {
    expectStoreBuffering(await compile(rustIr()), 'crash');
  });
});
