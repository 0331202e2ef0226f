import { CheckFailed } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { library, shadow } from '../../src/runtime/library.js';
import { Cut, ProgramEnded, World } from './world.js';

describe('heap', () => {
  it('has every operator new and delete', () => {
    const bytes = ['m', 'j'];
    const names = bytes.flatMap((size) => [
      `_Znw${size}`,
      `_Zna${size}`,
      `_Znw${size}RKSt9nothrow_t`,
      `_Zna${size}St11align_val_t`,
      `_Znw${size}St11align_val_tRKSt9nothrow_t`,
      `_ZdlPv${size}`,
      `_ZdaPv${size}St11align_val_t`,
    ]);
    for (const name of [...names, '_ZdlPv', '_ZdaPv', '_ZdlPvRKSt9nothrow_t', '_ZdaPvSt11align_val_tRKSt9nothrow_t']) {
      expect(library.has(name), name).toBe(true);
    }
    const world = new World();
    const object = Number(world.thread().call('_Znwm', 24n));
    expect(world.blocks.get(object)).toBe(24);
    world.thread().call('_ZdlPvm', object, 24n);
    expect(world.blocks.has(object)).toBe(false);
    world.thread().call('_ZdlPv', 0);
    expect(() => world.thread().call('_Znam', -8n)).toThrow('out of memory');
  });

  it('allocates, zeroes, resizes and frees', () => {
    const world = new World();
    const thread = world.thread();
    const zeros = Number(thread.call('calloc', 2n, 4n));
    expect([world.blocks.get(zeros), world.bytes.get(zeros + 7) ?? 0]).toEqual([8, 0]);
    world.write(zeros, 4, 0x01020304n);
    const moved = Number(thread.call('realloc', zeros, 2n));
    expect([world.blocks.has(zeros), world.blocks.get(moved), world.read(moved, 4)]).toEqual([false, 2, 0x0304n]);
    expect(thread.call('realloc', moved, 0n)).toBe(0);
    expect(() => thread.call('realloc', moved, 1n)).toThrow('realloc of something that was not allocated');
    expect(thread.call('malloc', -1n)).toBe(0);
    expect(thread.call('calloc', 1n << 40n, 1n << 40n)).toBe(0);
    thread.call('free', 0);
    expect(() => thread.call('free', 3)).toThrow('bad free');
    expect(thread.call('posix_memalign', 0x10000, 64n, 8n)).toBe(0);
    expect(world.blocks.get(Number(world.read(0x10000, 8)))).toBe(8);
    expect(thread.call('posix_memalign', 0x10000, 3n, 8n)).toBe(22);
    expect(thread.call('malloc_usable_size', Number(world.read(0x10000, 8)))).toBe(8n);
    expect(world.textAt(Number(thread.call('strdup', world.text('copy'))))).toBe('copy');
    expect(world.textAt(Number(thread.call('strndup', world.text('copy'), 2n)))).toBe('co');
  });
});

describe('process', () => {
  it('fails checks and crashes', () => {
    const world = new World();
    const thread = world.thread();
    expect(() => thread.call('__assert_fail', world.text('x == 1'), 0, 3, 0)).toThrow(CheckFailed);
    expect(() => thread.call('__assert_fail', world.text('x == 1'), 0, 3, 0)).toThrow('assertion failed: x == 1');
    expect(() => thread.call('abort')).toThrow('abort()');
    expect(() => thread.call('exit', 3)).toThrow(ProgramEnded);
  });

  it('is deterministic', () => {
    const draw = (): unknown[] => {
      const thread = new World().thread();
      return [thread.call('rand'), thread.call('rand'), thread.call('random'), thread.call('rand_r', 0x40)];
    };
    expect(draw()).toEqual(draw());
    expect(draw()[0]).not.toBe(draw()[1]);
    const thread = new World().thread();
    expect(thread.call('sysconf', 84)).toBe(4n);
    expect(thread.call('getenv', 0x10)).toBe(0);
    expect(thread.call('__errno_location')).toBe(thread.call('__errno_location'));
  });
});

describe('functions of the verification competition', () => {
  it('assumes, fails and excludes', () => {
    const world = new World();
    const [a, b] = [world.thread(1), world.thread(2)];
    a.call('__VERIFIER_assume', 1);
    expect(() => a.call('__VERIFIER_assume', 0)).toThrow(Cut);
    expect(() => a.call('reach_error')).toThrow('error reached');
    a.call('__VERIFIER_atomic_begin');
    expect(b.begin('__VERIFIER_atomic_begin').done).toBe(false);
  });
});

describe('C++', () => {
  const START = '_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE';

  it('starts and joins a std::thread', () => {
    const world = new World();
    const main = world.thread(1);
    world.write(0x20000, 8, 0x5000n);
    main.call(START, 0x10000, 0x20000, 0);
    expect(world.calls).toEqual(['__fp_start_cxx 0(20480)']);
    expect([world.read(0x10000, 8), world.read(0x20000, 8)]).toEqual([1025n, 0n]);
    const joining = main.begin('_ZNSt6thread4joinEv', 0x10000);
    expect(joining.done).toBe(false);
    world.ended.set(1025, 0n);
    expect(joining.run().done).toBe(true);
    expect(world.read(0x10000, 8)).toBe(0n);
    expect(() => main.call('_ZNSt6thread4joinEv', 0x10000)).toThrow('has no thread');
  });

  it('waits for a std::condition_variable', () => {
    const world = new World();
    const [a, b] = [world.thread(1), world.thread(2)];
    world.write(0x30000, 8, 0x10000n);
    a.call('pthread_mutex_lock', 0x10000);
    const waiting = a.begin('_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE', 0x20000, 0x30000);
    expect(world.words.get(shadow(0x10000))).toBe(0);
    b.call('_ZNSt18condition_variable10notify_oneEv', 0x20000);
    expect(waiting.run().done).toBe(true);
    expect(world.words.get(shadow(0x10000))).toBe(1);
  });

  it('crashes where it would throw', () => {
    const world = new World();
    const thread = world.thread();
    expect(() => thread.call('_ZSt17__throw_bad_allocv')).toThrow('std::bad_alloc');
    expect(() => thread.call('_ZSt20__throw_length_errorPKc', world.text('vector'))).toThrow(
      'std::length_error: vector',
    );
    expect(() => thread.call('_ZSt20__throw_system_errori', 11)).toThrow('std::system_error: 11');
    expect(() => thread.call('_ZSt9terminatev')).toThrow('std::terminate()');
  });

  it('copies large atomic objects under a lock', () => {
    const world = new World();
    const thread = world.thread();
    world.write(0x20000, 8, 7n);
    thread.call('__atomic_store', 16n, 0x10000, 0x20000, 5);
    thread.call('__atomic_load', 16n, 0x10000, 0x30000, 5);
    expect(world.read(0x30000, 8)).toBe(7n);
    expect(thread.call('__atomic_compare_exchange', 16n, 0x10000, 0x20000, 0x40000, 5, 5)).toBe(1);
    expect(thread.call('__atomic_compare_exchange', 16n, 0x10000, 0x20000, 0x30000, 5, 5)).toBe(0);
    expect(world.read(0x20000, 8)).toBe(0n);
  });
});
