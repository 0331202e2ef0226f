import { describe, expect, it } from 'vitest';
import { parseDouble, parseInteger } from '../../src/runtime/libc/numbers.js';
import { World } from './world.js';

function fresh(): { world: World; call: (name: string, ...args: (number | bigint)[]) => number | bigint | undefined } {
  const world = new World();
  const thread = world.thread();
  return { world, call: (name, ...args) => thread.call(name, ...args) };
}

describe('memory functions', () => {
  it('copies, fills, compares and searches', () => {
    const { world, call } = fresh();
    const text = world.text('abcdef');
    expect(call('memmove', text + 1, text, 4n)).toBe(text + 1);
    expect(world.textAt(text)).toBe('aabcdf');
    call('memset', text, 0x178, 2n);
    expect(world.textAt(text)).toBe('xxbcdf');
    expect(call('memcmp', text, text + 1, 1n)).toBe(0);
    expect(call('memcmp', text, text + 1, 2n)).toBe(1);
    expect(call('bcmp', text + 1, text, 2n)).toBe(-1);
    expect(call('memchr', text, 0x63, 6n)).toBe(text + 3);
    expect(call('memchr', text, 0x63, 3n)).toBe(0);
    call('bzero', text + 2, 1n);
    expect(world.textAt(text)).toBe('xx');
    expect(() => call('__memcpy_chk', text, text, 5n, 4n)).toThrow('memcpy: 5 bytes into an object of 4');
    expect(call('__memcpy_chk', text, text, 1n, -1n)).toBe(text);
  });

  it('finds a part, and copies up to a byte', () => {
    const { world, call } = fresh();
    const text = world.text('ababc');
    expect(call('memmem', text, 5n, world.text('abc'), 3n)).toBe(text + 2);
    expect(call('memmem', text, 4n, world.text('abc'), 3n)).toBe(0);
    expect(call('memmem', text, 0n, text, 0n)).toBe(text);
    expect(call('rawmemchr', text, 0x163)).toBe(text + 4);
    const to = world.block(8);
    expect(call('memccpy', to, text, 0x62, 5n)).toBe(to + 2);
    expect(world.textAt(to)).toBe('ab');
    expect(call('memccpy', to, text, 0x78, 3n)).toBe(0);
    expect(world.textAt(to)).toBe('aba');
  });

  it('compares bytes as unsigned', () => {
    const { world, call } = fresh();
    expect(call('memcmp', world.text('\xff'), world.text('a'), 1n)).toBe(1);
    expect(call('strcmp', world.text('\xff'), world.text('a'))).toBe(1);
  });
});

describe('string functions', () => {
  it('measures and compares', () => {
    const { world, call } = fresh();
    expect(call('strlen', world.text('hello'))).toBe(5n);
    expect(new World(4).thread().call('strlen', 64)).toBe(0);
    expect(call('strnlen', world.text('hello'), 3n)).toBe(3n);
    expect(call('strcmp', world.text('ab'), world.text('abc'))).toBe(-1);
    expect(call('strcmp', world.text('ab'), world.text('ab'))).toBe(0);
    expect(call('strncmp', world.text('abx'), world.text('aby'), 2n)).toBe(0);
    expect(call('strncmp', world.text('abx'), world.text('aby'), 3n)).toBe(-1);
  });

  it('copies and appends within the room there is', () => {
    const { world, call } = fresh();
    const to = world.block(32);
    expect(call('strlcpy', to, world.text('hello'), 4n)).toBe(5n);
    expect(world.textAt(to)).toBe('hel');
    expect(call('strlcpy', to, world.text('xyz'), 0n)).toBe(3n);
    expect(world.textAt(to)).toBe('hel');
    expect(call('strlcat', to, world.text('icopter'), 6n)).toBe(10n);
    expect(world.textAt(to)).toBe('helic');
    expect(call('strlcat', to, world.text('opter'), 32n)).toBe(10n);
    expect(world.textAt(to)).toBe('helicopter');
    // The text has no end within its room: nothing is written.
    expect(call('strlcat', to, world.text('!'), 4n)).toBe(5n);
    expect(world.textAt(to)).toBe('helicopter');
    expect(call('stpncpy', to, world.text('ab'), 4n)).toBe(to + 2);
    expect(world.read(to, 4)).toBe(0x6261n);
    expect(call('stpncpy', to, world.text('vwxyz'), 2n)).toBe(to + 2);
    const text = world.text('Some Ä Text');
    expect(call('strcasestr', text, world.text('tEXT'))).toBe(text + 7);
    expect(call('strcasestr', text, world.text('ä'))).toBe(0);
  });

  it('copies and appends', () => {
    const { world, call } = fresh();
    const to = world.block(32);
    expect(call('strcpy', to, world.text('one'))).toBe(to);
    expect(call('strcat', to, world.text('two'))).toBe(to);
    call('strncat', to, world.text('three'), 2n);
    expect(world.textAt(to)).toBe('onetwoth');
    expect(call('stpcpy', to, world.text('xy'))).toBe(to + 2);
    world.write(to, 8, -1n);
    call('strncpy', to, world.text('abcd'), 2n);
    expect(world.read(to, 4)).toBe(0xffff6261n);
    call('strncpy', to, world.text('a'), 3n);
    expect(world.read(to, 4)).toBe(0xff000061n);
    expect(() => call('__strcpy_chk', to, world.text('abc'), 3n)).toThrow('4 bytes into an object of 3');
    expect(() => call('__strcat_chk', to, world.text('abc'), 4n)).toThrow('5 bytes into an object of 4');
  });

  it('searches', () => {
    const { world, call } = fresh();
    const text = world.text('banana');
    expect(call('strchr', text, 0x61)).toBe(text + 1);
    expect(call('strchr', text, 0)).toBe(text + 6);
    expect(call('strchr', text, 0x7a)).toBe(0);
    expect(call('strrchr', text, 0x61)).toBe(text + 5);
    expect(call('strrchr', text, 0)).toBe(text + 6);
    expect(call('strstr', text, world.text('nan'))).toBe(text + 2);
    expect(call('strstr', text, world.text('x'))).toBe(0);
    expect(call('strspn', text, world.text('ab'))).toBe(2n);
    expect(call('strcspn', text, world.text('xn'))).toBe(2n);
    expect(call('strpbrk', text, world.text('xn'))).toBe(text + 2);
    expect(call('strpbrk', text, world.text('x'))).toBe(0);
  });
});

describe('numbers in strings', () => {
  it('reads integers', () => {
    expect(parseInteger('  -42abc', 10)).toEqual({ value: -42n, length: 5 });
    expect(parseInteger('0x1F', 0)).toEqual({ value: 31n, length: 4 });
    expect(parseInteger('0xg', 16)).toEqual({ value: 0n, length: 1 });
    expect(parseInteger('0777', 0)).toEqual({ value: 511n, length: 4 });
    expect(parseInteger('z', 36)).toEqual({ value: 35n, length: 1 });
    expect(parseInteger(' +', 10)).toEqual({ value: 0n, length: 0 });
  });

  it('reads binary integers, as C23 does', () => {
    expect(parseInteger('-0b101z', 0, true)).toEqual({ value: -5n, length: 6 });
    expect(parseInteger('0B2', 2, true)).toEqual({ value: 0n, length: 1 });
    expect(parseInteger('0b101', 16, true)).toEqual({ value: 0xb101n, length: 5 });
    expect(parseInteger('0b101', 0)).toEqual({ value: 0n, length: 1 });
    const { world, call } = fresh();
    expect(call('__isoc23_strtol', world.text('0b101'), 0, 0)).toBe(5n);
    expect(call('strtol', world.text('0b101'), 0, 0)).toBe(0n);
    expect(call('__isoc23_strtoumax', world.text('-1'), 0, 2)).toBe(-1n);
    expect(call('strtoimax', world.text('-0x10'), 0, 16)).toBe(-16n);
  });

  it('clamps to the range, with an error', () => {
    const { world, call } = fresh();
    const end = world.block(8);
    const text = world.text('99999999999999999999 ');
    expect(call('strtol', text, end, 10)).toBe(2n ** 63n - 1n);
    expect(world.read(end, 8)).toBe(BigInt(text + 20));
    expect(world.read(Number(call('__errno_location')), 4)).toBe(34n);
    expect(call('strtoul', text, 0, 10)).toBe(-1n);
    expect(call('strtoul', world.text('-1'), 0, 10)).toBe(-1n);
    expect(call('atoi', world.text('4294967297'))).toBe(1);
    expect(call('atol', world.text('-7'))).toBe(-7n);
    const small = new World(4);
    expect(small.thread().call('strtol', small.text('4294967296'), 0, 10)).toBe(2 ** 31 - 1);
    expect(small.thread().call('strtoll', small.text('4294967296'), 0, 10)).toBe(2n ** 32n);
  });

  it('reads doubles', () => {
    expect(parseDouble(' -1.5e3x')).toMatchObject({ value: -1500, length: 7 });
    expect(parseDouble('.5.')).toMatchObject({ value: 0.5, length: 2 });
    expect(parseDouble('1e')).toMatchObject({ value: 1, length: 1 });
    expect(parseDouble('0x1.8p1')).toMatchObject({ value: 3, length: 7 });
    expect(parseDouble('-infinity')).toMatchObject({ value: -Infinity, length: 9 });
    expect(parseDouble('nan(x)')).toMatchObject({ value: Number.NaN, length: 6 });
    expect(parseDouble('x')).toMatchObject({ value: 0, length: 0 });
    const { world, call } = fresh();
    expect(call('atof', world.text('2.5'))).toBe(2.5);
  });
});
