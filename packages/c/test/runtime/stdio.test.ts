import { describe, expect, it } from 'vitest';
import { PRINTED } from './printf-cases.js';
import { World } from './world.js';

describe('printf', () => {
  it('prints the same text as glibc', () => {
    for (const [format, values, expected] of PRINTED) {
      const world = new World();
      const args = values.map((value) => (typeof value === 'string' ? world.text(value) : value));
      const length = world.thread().call('printf', world.text(format), world.variadic(...args));
      expect(world.printed, `${format} with ${values.join()}`).toBe(expected);
      expect(length).toBe(expected.length);
    }
  });

  it('prints pointers', () => {
    const world = new World();
    world.thread().call('printf', world.text('%p %p %10p|'), world.variadic(0, 0x1234, 0xff));
    expect(world.printed).toBe('(nil) 0x1234       0xff|');
    world.printed = '';
    world.thread().call('printf', world.text('%s %.3s|'), world.variadic(0, 0));
    expect(world.printed).toBe('(null) |');
  });

  it('has longs of 32 bits where pointers have', () => {
    const world = new World(4);
    world.thread().call('printf', world.text('%ld %lu %zu %lld'), world.variadic(-1, -1, -2, -3n));
    expect(world.printed).toBe('-1 4294967295 4294967294 -3');
  });

  it('refuses unsupported conversions', () => {
    const world = new World();
    for (const format of ['%n', '%Lf', '%ls']) {
      expect(() => world.thread().call('printf', world.text(format), 0)).toThrow('not supported');
    }
  });

  it('does not read a string beyond the precision', () => {
    const world = new World();
    const text = world.text('ab');
    world.bytes.set(text + 2, 99);
    world.thread().call('printf', world.text('%.2s'), world.variadic(text));
    expect(world.printed).toBe('ab');
  });
});

describe('other output', () => {
  it('prints into memory, truncated to the buffer', () => {
    const world = new World();
    const thread = world.thread();
    const to = world.block(16);
    expect(thread.call('sprintf', to, world.text('%d!'), world.variadic(12345))).toBe(6);
    expect(world.textAt(to)).toBe('12345!');
    expect(thread.call('snprintf', to, 4n, world.text('%d!'), world.variadic(98765))).toBe(6);
    expect(world.textAt(to)).toBe('987');
    expect(thread.call('snprintf', to, 0n, world.text('%d!'), world.variadic(1))).toBe(2);
    expect(world.textAt(to)).toBe('987');
    expect(() => thread.call('__sprintf_chk', to, 1, 2n, world.text('abc'), 0)).toThrow('4 bytes into an object of 2');
  });

  it('finds the arguments of a va_list', () => {
    for (const pointerSize of [4, 8] as const) {
      const world = new World(pointerSize);
      const buffer = world.variadic(7);
      const list = world.block(24);
      world.write(list, 8, BigInt(buffer));
      world.thread().call('vprintf', world.text('<%d>'), pointerSize === 8 ? list : buffer);
      expect(world.printed).toBe('<7>');
    }
  });

  it('prints texts and characters to any stream', () => {
    const world = new World();
    const thread = world.thread();
    thread.call('puts', world.text('one'));
    thread.call('fputs', world.text('two'), 0x40);
    thread.call('putchar', 33);
    expect(thread.call('fwrite', world.text('three'), 2n, 2n, 0x40)).toBe(2n);
    thread.call('fprintf', 0x40, world.text('%c\n'), world.variadic(33));
    thread.call('perror', world.text('it'));
    expect(world.printed).toBe('one\ntwo!thre!\nit: error\n');
  });
});
