import { describe, expect, it } from 'vitest';
import { EAGAIN, ENOSYS, ETIMEDOUT } from '../../src/runtime/base/errno.js';
import { World } from './world.js';

const WORD = 0x10000;
const TIME = 0x20000;
const FUTEX = 202;
const [WAIT, WAKE, PRIVATE, WAIT_BITSET, WAKE_BITSET] = [0, 1, 128, 9, 10];
const ANY = -1;

describe('futexes', () => {
  it('wakes as many as it says', () => {
    const world = new World();
    const [a, b, c, d] = [1, 2, 3, 4].map((handle) => world.thread(handle));
    const wait = () => world.variadic(WORD, WAIT | PRIVATE, 0, 0);
    const wake = (count: number) => world.variadic(WORD, WAKE, count);
    expect(d!.call('syscall', FUTEX, wake(5))).toBe(0n);
    const waiting = [a!, b!, c!].map((thread) => thread.begin('syscall', FUTEX, wait()));
    expect(waiting.map((each) => each.run().done)).toEqual([false, false, false]);
    expect(d!.call('syscall', FUTEX, wake(2))).toBe(2n);
    expect(d!.call('syscall', FUTEX, wake(2))).toBe(1n);
    expect(d!.call('syscall', FUTEX, wake(2))).toBe(0n);
    expect(waiting.map((each) => each.run().result)).toEqual([0n, 0n, 0n]);
  });

  it('wakes any of those that wait', () => {
    const world = new World();
    const [a, b, c] = [1, 2, 3].map((handle) => world.thread(handle));
    const wait = () => world.variadic(WORD, WAIT_BITSET, 0, 0, 0, ANY);
    const [first, second] = [a!.begin('syscall', FUTEX, wait()), b!.begin('syscall', FUTEX, wait())];
    expect(c!.call('syscall', FUTEX, world.variadic(WORD, WAKE_BITSET, 1, 0, 0, ANY))).toBe(1n);
    expect(second.run().done).toBe(true);
    expect(first.run().done).toBe(false);
  });

  it('does not wait for a word that has another value, or after the time', () => {
    const world = new World();
    const a = world.thread(1);
    world.write(WORD, 4, 7n);
    expect(a.call('syscall', FUTEX, world.variadic(WORD, WAIT, 6, 0))).toBe(-1n);
    expect(world.read(Number(a.call('__errno_location')), 4)).toBe(BigInt(EAGAIN));
    expect(a.call('syscall', FUTEX, world.variadic(WORD, WAIT, 7, TIME))).toBe(-1n);
    expect(world.read(Number(a.call('__errno_location')), 4)).toBe(BigInt(ETIMEDOUT));
  });

  it('refuses unknown operations', () => {
    const world = new World();
    const a = world.thread(1);
    expect(() => a.call('syscall', FUTEX, world.variadic(WORD, 6, 0, 0))).toThrow('the futex operation 6');
    expect(() => a.call('syscall', FUTEX, world.variadic(WORD, WAKE_BITSET, 1, 0, 0, 4))).toThrow('bit set');
    expect(() => a.call('syscall', 169, world.variadic())).toThrow('the system call 169');
    expect(a.call('syscall', 324, world.variadic())).toBe(-1n);
    expect(world.read(Number(a.call('__errno_location')), 4)).toBe(BigInt(ENOSYS));
  });
});
