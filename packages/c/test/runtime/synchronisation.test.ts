import { describe, expect, it } from 'vitest';
import { EBUSY, EDEADLK, EPERM, ETIMEDOUT } from '../../src/runtime/base/errno.js';
import { World } from './world.js';

const MUTEX = 0x10000;
const CONDITION = 0x20000;
const DEADLINE = 0x30000;

function withKind(kind: number): World {
  const world = new World();
  world.write(MUTEX + 16, 4, BigInt(kind));
  return world;
}

describe('mutexes', () => {
  it('excludes, tries and times out', () => {
    const world = new World();
    const [a, b] = [world.thread(1), world.thread(2)];
    expect(a.call('pthread_mutex_lock', MUTEX)).toBe(0);
    expect(b.call('pthread_mutex_trylock', MUTEX)).toBe(EBUSY);
    expect(b.call('pthread_mutex_timedlock', MUTEX, DEADLINE)).toBe(ETIMEDOUT);
    const waiting = b.begin('pthread_mutex_lock', MUTEX);
    expect(waiting.done).toBe(false);
    expect(() => b.call('pthread_mutex_unlock', MUTEX)).toThrow('does not hold');
    a.call('pthread_mutex_unlock', MUTEX);
    expect(waiting.run().result).toBe(0);
    expect(() => a.call('pthread_mutex_destroy', MUTEX)).toThrow('a locked mutex is destroyed');
    b.call('pthread_mutex_unlock', MUTEX);
    expect(a.call('pthread_mutex_destroy', MUTEX)).toBe(0);
  });

  it('locks a recursive mutex several times, by a static initialiser', () => {
    const world = withKind(1);
    const [a, b] = [world.thread(1), world.thread(2)];
    a.call('pthread_mutex_lock', MUTEX);
    expect(a.call('pthread_mutex_lock', MUTEX)).toBe(0);
    expect(a.call('pthread_mutex_trylock', MUTEX)).toBe(0);
    expect(b.call('pthread_mutex_trylock', MUTEX)).toBe(EBUSY);
    expect(b.call('pthread_mutex_unlock', MUTEX)).toBe(EPERM);
    const waiting = b.begin('pthread_mutex_lock', MUTEX);
    a.call('pthread_mutex_unlock', MUTEX);
    a.call('pthread_mutex_unlock', MUTEX);
    expect(waiting.run().done).toBe(false);
    a.call('pthread_mutex_unlock', MUTEX);
    expect(waiting.run().done).toBe(true);
    expect(() => a.call('pthread_mutex_destroy', MUTEX)).toThrow('a locked mutex is destroyed');
  });

  it('checks errors, by a kind given at run time', () => {
    const world = new World();
    const [a, b] = [world.thread(1), world.thread(2)];
    const attributes = 0x40000;
    a.call('pthread_mutexattr_init', attributes);
    a.call('pthread_mutexattr_settype', attributes, 2);
    a.call('pthread_mutex_init', MUTEX, attributes);
    expect(a.call('pthread_mutex_lock', MUTEX)).toBe(0);
    expect(a.call('pthread_mutex_lock', MUTEX)).toBe(EDEADLK);
    expect(a.call('pthread_mutex_timedlock', MUTEX, DEADLINE)).toBe(EDEADLK);
    expect(b.call('pthread_mutex_unlock', MUTEX)).toBe(EPERM);
    expect(b.call('pthread_mutex_timedlock', MUTEX, DEADLINE)).toBe(ETIMEDOUT);
    expect(a.call('pthread_mutex_unlock', MUTEX)).toBe(0);
    expect(a.call('pthread_mutex_destroy', MUTEX)).toBe(0);
    expect(world.thread(3).call('pthread_mutex_lock', MUTEX)).toBe(0);
    expect(world.thread(3).begin('pthread_mutex_lock', MUTEX).done).toBe(false);
  });

  it('does not accept a null pointer as a mutex', () => {
    expect(() => new World().thread().call('pthread_mutex_lock', 0)).toThrow('null pointer dereferenced');
    expect(() => new World().thread().call('pthread_cond_signal', 48)).toThrow('(address 48)');
  });

  it('supports the mutexes of C11 and spin locks', () => {
    const world = new World();
    const [a, b] = [world.thread(1), world.thread(2)];
    a.call('mtx_init', MUTEX, 1);
    expect([a.call('mtx_lock', MUTEX), a.call('mtx_lock', MUTEX)]).toEqual([0, 0]);
    expect(b.call('mtx_trylock', MUTEX)).toBe(1);
    expect(b.call('mtx_timedlock', MUTEX, DEADLINE)).toBe(4);
    a.call('pthread_spin_lock', 0x50000);
    expect(b.call('pthread_spin_trylock', 0x50000)).toBe(EBUSY);
    expect(b.begin('pthread_spin_lock', 0x50000).done).toBe(false);
  });
});

describe('condition variables', () => {
  it('wakes one waiter, which takes the mutex again', () => {
    const world = new World();
    const threads = [1, 2].map((handle) => world.thread(handle));
    const waits = threads.map((thread) => {
      thread.call('pthread_mutex_lock', MUTEX);
      return thread.begin('pthread_cond_wait', CONDITION, MUTEX);
    });
    const main = world.thread(3);
    main.call('pthread_mutex_lock', MUTEX);
    main.call('pthread_cond_signal', CONDITION);
    expect(waits.map((wait) => wait.run().done)).toEqual([false, false]);
    main.call('pthread_mutex_unlock', MUTEX);
    expect(waits.map((wait) => wait.run().done)).toEqual([true, false]);
    expect(() => main.call('pthread_cond_destroy', CONDITION)).toThrow('while a thread waits');
    main.call('pthread_cond_broadcast', CONDITION);
    const destroy = main.begin('pthread_cond_destroy', CONDITION);
    expect(destroy.done).toBe(false);
    threads[0]!.call('pthread_mutex_unlock', MUTEX);
    expect(waits[1]!.run().result).toBe(0);
    expect(destroy.run().result).toBe(0);
  });

  it('fails without the mutex', () => {
    expect(() => new World().thread().begin('pthread_cond_wait', CONDITION, MUTEX)).toThrow('does not hold');
  });

  it('may time out or not', () => {
    const world = new World();
    world.write(DEADLINE, 8, 2_000_000_000n);
    const thread = world.thread(1);
    thread.call('time', 0);
    thread.call('pthread_mutex_lock', MUTEX);
    expect(thread.call('pthread_cond_timedwait', CONDITION, MUTEX, DEADLINE)).toBe(ETIMEDOUT);
    expect(thread.call('time', 0)).toBe(2_000_000_000n);
    expect(() => thread.call('pthread_cond_wait', CONDITION, MUTEX)).toThrow('has to wait');
  });
});

describe('other synchronisation', () => {
  it('has read-write locks', () => {
    const world = new World();
    const [a, b, c] = [world.thread(1), world.thread(2), world.thread(3)];
    const lock = 0x60000;
    expect(a.call('pthread_rwlock_rdlock', lock)).toBe(0);
    expect(b.call('pthread_rwlock_rdlock', lock)).toBe(0);
    expect(a.call('pthread_rwlock_trywrlock', lock)).toBe(EBUSY);
    const write = c.begin('pthread_rwlock_wrlock', lock);
    expect(a.call('pthread_rwlock_unlock', lock)).toBe(0);
    expect(() => a.call('pthread_rwlock_unlock', lock)).toThrow('does not hold it');
    expect(write.run().done).toBe(false);
    b.call('pthread_rwlock_unlock', lock);
    expect(write.run().result).toBe(0);
    expect(c.call('pthread_rwlock_rdlock', lock)).toBe(EDEADLK);
    expect(a.call('pthread_rwlock_tryrdlock', lock)).toBe(EBUSY);
    expect(a.call('pthread_rwlock_timedrdlock', lock, DEADLINE)).toBe(ETIMEDOUT);
    expect(() => a.call('pthread_rwlock_destroy', lock)).toThrow('a locked read-write lock is destroyed');
  });

  it('has semaphores', () => {
    const world = new World();
    const thread = world.thread();
    const semaphore = 0x70000;
    thread.call('sem_init', semaphore, 0, 1);
    expect(thread.call('sem_wait', semaphore)).toBe(0);
    expect(thread.call('sem_trywait', semaphore)).toBe(-1);
    expect(world.read(Number(thread.call('__errno_location')), 4)).toBe(11n);
    const waiting = thread.begin('sem_wait', semaphore);
    expect(waiting.done).toBe(false);
    thread.call('sem_post', semaphore);
    expect(waiting.run().done).toBe(true);
    thread.call('sem_post', semaphore);
    thread.call('sem_getvalue', semaphore, 0x71000);
    expect(world.read(0x71000, 4)).toBe(1n);
  });

  it('has barriers, which open for all and start again', () => {
    const world = new World();
    const barrier = 0x80000;
    world.thread(1).call('pthread_barrier_init', barrier, 0, 2);
    for (let round = 0; round < 2; round++) {
      const first = world.thread(1).begin('pthread_barrier_wait', barrier);
      expect(first.done).toBe(false);
      expect(world.thread(2).call('pthread_barrier_wait', barrier)).toBe(-1);
      expect(first.run().result).toBe(0);
    }
    world.thread(1).begin('pthread_barrier_wait', barrier);
    expect(() => world.thread(2).call('pthread_barrier_destroy', barrier)).toThrow('while threads wait');
    expect(() => world.thread(1).call('pthread_barrier_wait', 0x90000)).toThrow('not initialised');
  });

  it('initialises once, while others wait', () => {
    const world = new World();
    world.onCall = function* () {
      expect(world.thread(2).begin('pthread_once', 0xa0000, 7).done).toBe(false);
    };
    expect(world.thread(1).call('pthread_once', 0xa0000, 7)).toBe(0);
    expect(world.thread(2).call('pthread_once', 0xa0000, 7)).toBe(0);
    expect(world.calls).toEqual(['7(0)']);
  });

  it('guards local statics of C++', () => {
    const world = new World();
    const guard = 0xb0000;
    expect(world.thread(1).call('__cxa_guard_acquire', guard)).toBe(1);
    const other = world.thread(2).begin('__cxa_guard_acquire', guard);
    expect(other.done).toBe(false);
    world.thread(1).call('__cxa_guard_release', guard);
    expect(other.run().result).toBe(0);
  });
});
