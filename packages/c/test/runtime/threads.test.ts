import { RestartSearch } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { Steps, ThreadServices } from '../../src/runtime/base/services.js';
import { finishThread } from '../../src/runtime/threads/thread-exit.js';
import { Call, ThreadEnded, World } from './world.js';

describe('threads', () => {
  it('starts, joins once and passes on the result', () => {
    const world = new World();
    const main = world.thread(1);
    expect(main.call('pthread_create', 0x100, 0, 5, 0x30)).toBe(0);
    expect(world.calls).toEqual(['__fp_start 5(48)']);
    const handle = world.read(0x100, 8);
    expect(handle).toBe(1025n);
    const joining = main.begin('pthread_join', handle, 0x108);
    expect(joining.done).toBe(false);
    expect(() => world.thread(1025).call('pthread_exit', 0x77)).toThrow(ThreadEnded);
    expect(joining.run().result).toBe(0);
    expect(world.read(0x108, 8)).toBe(0x77n);
    expect(() => main.call('pthread_join', handle, 0)).toThrow('joined already');
  });

  it('crashes where the standard leaves the behaviour undefined', () => {
    const thread = new World().thread(3);
    expect(() => thread.call('pthread_join', 3n, 0)).toThrow('joins itself');
    expect(() => thread.call('pthread_join', 0n, 0)).toThrow('0 is not a thread');
    // A thread that it did not start: the search begins again, and knows.
    expect(() => thread.call('pthread_detach', 4n)).toThrow(RestartSearch);
    thread.call('pthread_detach', 4n);
    expect(() => thread.call('pthread_detach', 4n)).toThrow('detached already');
    expect(() => thread.call('pthread_join', 4n, 0)).toThrow('is detached');
  });

  it('supports the threads of C11', () => {
    const world = new World();
    const main = world.thread(1);
    main.call('thrd_create', 0x100, 5, 1);
    expect(world.calls).toEqual(['__fp_start_int 5(1)']);
    expect(() => world.thread(1025).call('thrd_exit', -2)).toThrow(ThreadEnded);
    expect(main.call('thrd_join', 1025n, 0x108)).toBe(0);
    expect(BigInt.asIntN(32, world.read(0x108, 4))).toBe(-2n);
    expect(main.call('thrd_current')).toBe(1n);
    expect(main.call('thrd_equal', 1n, 1n)).toBe(1);
  });

  it('sleeps in virtual time', () => {
    const world = new World();
    const thread = world.thread();
    const before = Number(thread.call('time', 0));
    thread.call('sleep', 5);
    expect(Number(thread.call('time', 0))).toBe(before + 5);
    thread.call('clock_gettime', 1, 0x100);
    expect(Number(world.read(0x100, 8))).toBe(before + 5);
    expect(Number(world.read(0x108, 8))).toBeGreaterThan(0);
    thread.call('poll', 0, 0n, 2000);
    expect(Number(thread.call('time', 0))).toBe(before + 7);
    expect(() => thread.call('poll', 0x100, 1n, 2000)).toThrow('poll of files is not supported');
    const other = world.thread(2);
    other.call('usleep', 5);
    expect(other.own.size).toBe(0);
    // One clock for all.
    expect(other.call('time', 0)).toBe(BigInt(before + 7));
    world.threadsShareClock = false;
    expect(world.thread(3).call('time', 0)).toBe(BigInt(before));
  });
});

describe('thread-specific data', () => {
  it('belongs to the thread, and is destroyed with it', () => {
    const world = new World();
    const [a, b] = [world.thread(1), world.thread(2)];
    a.call('pthread_key_create', 0x100, 9);
    a.call('pthread_key_create', 0x104, 0);
    const [first, second] = [Number(world.read(0x100, 4)), Number(world.read(0x104, 4))];
    expect([first, second]).toEqual([0, 1]);
    a.call('pthread_setspecific', first, 0x50);
    a.call('pthread_setspecific', second, 0x60);
    expect(a.call('pthread_getspecific', first)).toBe(0x50);
    expect(b.call('pthread_getspecific', first)).toBe(0);
    new Call(a, finish(a)).run();
    expect(world.calls).toEqual(['9(80)']);
    expect(b.call('pthread_key_delete', first)).toBe(0);
    expect(b.call('pthread_key_delete', first)).toBe(22);
    expect(() => b.call('pthread_setspecific', first, 0x50)).toThrow('after it was deleted');
    expect(() => b.call('pthread_getspecific', 7)).toThrow('never created');
    new Call(b, finish(b)).run();
    expect(world.calls).toEqual(['9(80)']);
  });

  it('destroys values that destructors set again, a limited number of times', () => {
    const world = new World();
    const thread = world.thread(1);
    thread.call('tss_create', 0x100, 9);
    thread.call('tss_set', 0, 0x50);
    world.onCall = function* () {
      thread.call('tss_set', 0, 0x50);
    };
    new Call(thread, finish(thread)).run();
    expect(world.calls).toHaveLength(4);
  });

  it('destroys thread_local objects of C++ in reverse order', () => {
    const world = new World();
    const thread = world.thread(1);
    thread.call('__cxa_thread_atexit', 7, 0x10, 0);
    thread.call('__cxa_thread_atexit', 8, 0x20, 0);
    new Call(thread, finish(thread)).run();
    expect(world.calls).toEqual(['8(32)', '7(16)']);
  });
});

function* finish(thread: ThreadServices): Steps<undefined> {
  yield* finishThread(thread);
  return undefined;
}
