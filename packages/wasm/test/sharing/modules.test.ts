import { describe, expect, it } from 'vitest';
import { HELPERS, HIDDEN, UnsupportedWasm, instrumentSharedMemory, usesSharedMemory } from '../../src/index.js';
import { assemble, globalOf, native, rewritten } from './machine.js';

const MEMORY = '(memory (export "memory") 1 4 shared)';

describe('a rewritten module', () => {
  it('has no memory, its own imports first, then all helpers', () => {
    const bytes = assemble(`(module
      (import "e" "m" (memory 1 4 shared))
      (import "e" "f" (func $f (param i32)))
      (import "e" "g" (global i32))
      (func (export "run") (call $f (i32.load (global.get 0)))))`);
    const { bytes: made, memories, exports } = instrumentSharedMemory(bytes);
    expect(memories).toEqual([
      { imported: { module: 'e', name: 'm' }, isShared: true, is64: false, initial: 1, maximum: 4 },
    ]);
    expect(exports).toEqual([{ name: 'run', memory: undefined }]);
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(made));
    const names = imports.map(({ module, name }) => `${module} ${name}`);
    expect(names.slice(0, 2).sort()).toEqual(['e f', 'e g']);
    expect(names.slice(2)).toEqual(Object.keys(HELPERS).map((name) => `${HIDDEN} ${name}`));
  });

  it('shows where memories were among its exports', () => {
    const bytes = assemble(`(module ${MEMORY} (func (export "f")) (export "again" (memory 0)) (func (export "g")))`);
    const { exports, bytes: made } = instrumentSharedMemory(bytes);
    expect(exports.filter(({ memory }) => memory !== undefined).map(({ name }) => name)).toEqual(['memory', 'again']);
    const left = WebAssembly.Module.exports(new WebAssembly.Module(made));
    expect(left.filter(({ kind }) => kind === 'memory')).toEqual([]);
  });

  it('calls the functions that it called, with any references to them', () => {
    const bytes = assemble(`(module
      (import "e" "host" (func $host (param i32) (result i32)))
      ${MEMORY}
      (type $t (func (param i32) (result i32)))
      (table 4 funcref)
      (elem (i32.const 1) $host $twice $plus)
      (elem declare func $plus)
      (func $twice (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))
      (func $plus (param i32) (result i32) (i32.add (local.get 0) (i32.load (i32.const 0))))
      (func (export "direct") (param i32) (result i32) (call $host (call $twice (call $plus (local.get 0)))))
      (func (export "tail") (param i32) (result i32) (return_call $twice (local.get 0)))
      (func (export "through") (param i32 i32) (result i32)
        (call_indirect (type $t) (local.get 1) (local.get 0)))
      (func (export "reference") (param i32) (result i32)
        (table.set (i32.const 0) (ref.func $plus))
        (call_indirect (type $t) (local.get 0) (i32.const 0))))`);
    const imports = { e: { host: (value: number) => 1000 + value } };
    const [original, visible] = [native(bytes, imports), rewritten(bytes, imports)];
    for (const { memory } of [original, visible]) memory[0] = 5;
    for (const [name, ...args] of [
      ['direct', 3],
      ['tail', 21],
      ['through', 1, 4],
      ['through', 2, 4],
      ['through', 3, 4],
      ['reference', 8],
    ] as const) {
      expect(visible.call(name, ...args), name).toBe(original.call(name, ...args));
    }
    // A table outlives an iteration of a loop.
    expect(visible.calls.filter((call) => call === 'effect')).toHaveLength(1);
  });

  it('places its segments, then runs its start function', () => {
    const bytes = assemble(`(module ${MEMORY}
      (data (i32.const 16) "abc")
      (data "passive")
      (func $begin (i32.store8 (i32.const 17) (i32.add (i32.load8_u (i32.const 16)) (i32.const 25))))
      (start $begin)
      (func (export "init") (memory.init 1 (i32.const 32) (i32.const 1) (i32.const 3)))
      (func (export "drop") (data.drop 1)))`);
    const { memory, call, calls, code } = rewritten(bytes);
    const textAt = (at: number): string => String.fromCharCode(...memory.slice(at, at + 3));
    expect(textAt(16)).toBe('azc');
    expect(calls.map((each) => each.split(' ')[0])).toEqual(['place', 'load32', 'store32']);
    expect(code.accesses.find(({ kind }) => kind === 'place')!.place.function).toBe(-1);
    call('init');
    expect(textAt(32)).toBe('ass');
    call('drop');
    expect(calls.at(-1)).toBe('drop 1');
    expect(() => call('init')).toThrow('it was dropped');
  });

  it('reports each global before it changes, and shows those that may', () => {
    const bytes = assemble(`(module ${MEMORY}
      (global $fixed i32 (i32.const 1))
      (global $count (mut i32) (i32.const 2))
      (global $wide (mut i64) (i64.const 3))
      (func (export "f") (result i32)
        (global.set $count (i32.add (global.get $count) (global.get $fixed)))
        (global.set $wide (i64.const 9))
        (global.get $count)))`);
    const seen: unknown[] = [];
    const visible = rewritten(
      bytes,
      {},
      {
        touch: (index) => {
          seen.push([index, globalOf(visible, index)]);
          return undefined;
        },
      },
    );
    expect(visible.code.globals).toEqual([1, 2]);
    expect(visible.call('f')).toBe(3);
    expect(seen).toEqual([
      [1, 2],
      [2, 3n],
    ]);
    expect(globalOf(visible, 2)).toBe(9n);
  });
});

describe('loops', () => {
  /** Calls of helpers, without limits that every counter has. */
  const told = (calls: readonly string[]): readonly string[] =>
    calls.filter((call) => !['limit 0', 'limit -2147483648', 'limit 2147483647'].includes(call));

  it('report their heads, with their carried state', () => {
    const bytes = assemble(`(module ${MEMORY}
      (func (export "f") (param $n i32) (result i64) (local $sum i64) (local $half f64)
        (loop $again
          (local.set $sum (i64.add (local.get $sum) (i64.const 10)))
          (local.set $half (f64.const 0.5))
          (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.load (i32.const 0))))))
        (local.get $sum)))`);
    const visible = rewritten(bytes);
    visible.memory[0] = 1;
    expect(visible.call('f', 2)).toBe(20n);
    expect(visible.code.loops).toEqual([
      { place: { function: 0, offset: expect.any(Number) as number }, isCounted: false },
    ]);
    // Once for each iteration, after it was entered once. Floating-point numbers are told by their bits.
    expect(visible.calls).toEqual([
      ...['enter 0', 'carry64 0', 'carry64 0', 'carry32 2', 'head 7', 'load32 0 0'],
      ...['carry64 10', 'carry64 4602678819172646912', 'carry32 1', 'head 7', 'load32 0 0'],
    ]);
  });

  const counted = (step: string, more = ''): Uint8Array =>
    assemble(`(module ${MEMORY}
      (func (export "f") (param $n i32) (result i32) (local $i i32) (local $turns i32)
        (loop $again
          (local.set $turns (i32.add (local.get $turns) (i32.load (i32.const 0))))
          ${more}
          (local.set $i ${step})
          (br_if $again (i32.lt_s (local.get $i) (local.get $n))))
        (local.get $turns)))`);
  const ONE_MORE = '(i32.add (local.get $i) (i32.const 1))';

  it('have counters, whose values are reported with the compared values', () => {
    const visible = rewritten(counted(ONE_MORE));
    visible.memory[0] = 1;
    expect(visible.call('f', 2)).toBe(2);
    expect(visible.code.loops[0]!.isCounted).toBe(true);
    expect(told(visible.calls)).toEqual([
      ...['enter 0', 'carry32 0', 'count 0', 'limit 2', 'head 7', 'passed 7 0', 'load32 0 0'],
      ...['carry32 1', 'count 1', 'limit 2', 'head 7', 'passed 7 0', 'load32 0 0'],
    ]);
  });

  it('pass over iterations as instructed', () => {
    const visible = rewritten(counted(ONE_MORE), {}, { passed: () => 4 });
    visible.memory[0] = 1;
    // From 0 to 4, and from 5 to 9: two turns instead of ten.
    expect(visible.call('f', 10)).toBe(2);
  });

  it.each([
    ['is stepped by what is no constant', '(i32.add (local.get $i) (local.get $n))', ''],
    ['is stepped twice', ONE_MORE, '(local.set $i (i32.add (local.get $i) (i32.const 1)))'],
    ['is stored', ONE_MORE, '(i32.store (i32.const 8) (local.get $i))'],
    ['is multiplied', '(i32.mul (local.get $i) (i32.const 3))', ''],
  ])('have no counter that %s', (_, step, more) => {
    const { loops } = instrumentSharedMemory(counted(step, more));
    expect(loops.map(({ isCounted }) => isCounted)[0]).toBe(false);
  });

  it('have no counter that is stepped in a loop within', () => {
    const bytes = assemble(`(module ${MEMORY}
      (func (export "f") (param $n i32) (local $i i32)
        (loop $again
          (loop $inner
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $inner (i32.lt_s (local.get $i) (i32.const 3))))
          (br_if $again (i32.lt_s (local.get $i) (i32.const 9))))))`);
    expect(instrumentSharedMemory(bytes).loops.map(({ isCounted }) => isCounted)).toEqual([false, true]);
  });

  it('may have operands, which keep their order', () => {
    // By hand, as Binaryen makes locals of operands: 100 and 1, and as long as `n` is not 0, the difference and 1.
    const code = [0x41, 0xe4, 0, 0x41, 1, 0x03, 1, 0x6b, 0x41, 1, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x1a];
    const section = (id: number, ...content: readonly number[]): number[] => [id, content.length, ...content];
    const bytes = Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 2, 0x7f, 0x7f, 1, 0x7f),
      ...section(3, 1, 0),
      ...section(5, 1, 3, 1, 4),
      ...section(7, 2, 1, 'f'.charCodeAt(0), 0, 0, 6, ...Buffer.from('memory'), 2, 0),
      ...section(10, 1, code.length + 3, 0, ...code, 0x0b, 0x0b),
    ]);
    const visible = rewritten(bytes);
    expect(native(bytes).call('f', 3)).toBe(97);
    expect(visible.call('f', 3)).toBe(97);
    expect(visible.calls.filter((call) => call.startsWith('carry32'))).toEqual(
      [100, 1, 99, 1, 98, 1].map((value) => `carry32 ${value}`),
    );
  });
});

describe('unsupported features are named', () => {
  it.each([
    [
      'memory that is not shared beside one that is',
      '(memory 1 1) (memory 1 1 shared)',
      /unshared memory together with shared/,
    ],
    ['64-bit addresses', '(memory i64 1 1 shared)', /64-bit addresses/],
    ['exceptions', `${MEMORY} (tag $t)`, /exceptions/],
    ['structures', `${MEMORY} (type $s (struct (field i32))) (func (param (ref null $s)))`, /garbage collection/],
  ])('%s', (_, text, message) => {
    const bytes = assemble(`(module ${text})`);
    expect(() => instrumentSharedMemory(bytes)).toThrow(UnsupportedWasm);
    expect(() => instrumentSharedMemory(bytes)).toThrow(message);
  });

  it('modules without shared memory are recognised', () => {
    expect(usesSharedMemory(assemble('(module (memory 1 1))'))).toBe(false);
    expect(usesSharedMemory(assemble('(module (memory 1 1 shared))'))).toBe(true);
    expect(usesSharedMemory(assemble('(module (import "e" "m" (memory 1 1 shared)))'))).toBe(true);
  });
});
