import { describe, expect, test } from 'vitest';
import { endsOf, explore, failuresOf, programOf } from '../check/explored.js';
import type { AssembledModule } from './assemble.js';
import { I32, bytesText, constant, get, set } from './assemble.js';
import { load, store, ADD, IS_ZERO, loopWhile, setUp, twoThreads } from './programs.js';

describe('loops', () => {
  const limitsOf = async (body: string): Promise<readonly string[]> => {
    const program = await programOf(body);
    const failures = explore(program).failures.map(({ kind }) => kind);
    return [...failures, ...(program.limits?.() ?? []).map(({ bound }) => bound)];
  };
  /** The loop goes on while word 0 is 0; `extra`: what else it does. */
  const spinning = (extra: readonly number[], more: Partial<AssembledModule> = {}): string =>
    setUp({
      ...more,
      functions: [
        { name: 'spin', locals: [I32, I32], code: loopWhile([...extra, ...load(0), IS_ZERO]) },
        { name: 'effect', code: [0x23, 0, ...constant(1), ADD, 0x24, 0] },
      ],
    });
  const GLOBAL = { globals: [0] };

  test('that only read wait', async () => {
    const threads = twoThreads('exports.spin();', 'words[0] = 1;');
    expect(await limitsOf(spinning([], GLOBAL) + threads)).toEqual([]);
    expect(await limitsOf(spinning([], GLOBAL) + twoThreads('exports.spin();', ''))).toEqual(['deadlock']);
  });

  test('that set a local to the same value wait, too', async () => {
    expect(
      await limitsOf(spinning([...load(8), ...set(0)], GLOBAL) + twoThreads('exports.spin();', 'words[0] = 1;')),
    ).toEqual([]);
  });

  describe('that only count their tries', () => {
    // for (i = 0; i < 100 && !flag; i++); return i < 100
    const step = [...get(0), ...constant(1), ADD, ...set(0)];
    const upTo = (limit: readonly number[], comparison: number): readonly number[] => [
      ...[0x02, 0x40, 0x03, 0x40, ...load(0), 0x0d, 1, ...step, ...get(0), ...limit, comparison, 0x0d, 0, 0x0b, 0x0b],
      ...[...get(0), ...constant(100), 0x48],
    ];
    /** do { if (flag) return 1 } while (--i); return 0 */
    const downFrom = [
      ...[...constant(100), ...set(0), 0x02, 0x40, 0x03, 0x40, ...load(0), 0x0d, 1],
      ...[...get(0), ...constant(-1), ADD, 0x22, 0, 0x0d, 0, 0x0b, 0x0b, ...get(0), IS_ZERO, IS_ZERO],
    ];
    const trying = (code: readonly number[], writer: string): string =>
      `${setUp({ functions: [{ name: 'spin', results: [I32], locals: [I32, I32], code }] })}
       t.thread('one', () => exports.spin()); t.thread('two', () => { ${writer} });
       t.after(({ one }) => { throw new Error(String(one)); });`;

    test.each([
      ['upwards', upTo(constant(100), 0x48)],
      ['to another local', [...constant(100), ...set(1), ...upTo(get(1), 0x48)]],
      ['without a sign', upTo(constant(100), 0x49)],
      ['until it is equal', upTo(constant(100), 0x47)],
      ['downwards', downFrom],
    ])('%s', async (_what, code) => {
      const ends = async (writer: string): Promise<readonly string[]> => {
        const program = await programOf(trying(code, writer));
        const found = endsOf(program, (each) => explore(each));
        expect(program.limits?.()).toEqual([]);
        expect(program.notes?.().join()).toMatch(/up to \d+ iterations of the loop at wasm-function\[spin\]/);
        return found;
      };
      expect(await ends('words[0] = 1;')).toEqual(['0', '1']);
      expect(await ends('')).toEqual(['0']);
    });

    test('but not if the number of tries matters', async () => {
      // Without the comparison at the end: return i
      const code = upTo(constant(6), 0x48).slice(0, -4);
      const ends = endsOf(await programOf(trying(code, 'words[0] = 1;')), (each) => explore(each));
      expect(ends).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    });
  });

  test.each([
    ['a local', [...get(0), ...constant(1), ADD, ...set(0)]],
    ['a global', [0x23, 0, ...constant(1), ADD, 0x24, 0]],
    ['a global, in a function', [0x10, 1]],
    ['memory', [...store(16, [...load(16), ...constant(1), ADD])]],
  ])('that change %s go on', async (_what, code) => {
    expect(await limitsOf(spinning(code, GLOBAL) + twoThreads('exports.spin();', ''))).toEqual(['32 iterations']);
  });

  test('a loop of JavaScript sees the changes of a function', async () => {
    const js = (code: string): string => spinning([], GLOBAL) + twoThreads(`while (words[0] === 0) { ${code} }`, '');
    expect(await limitsOf(js('exports.effect();'))).toEqual(['32 iterations']);
    expect(await limitsOf(js('exports.spin.name;'))).toEqual(['deadlock']);
  });

  test.each([
    "const g = new WebAssembly.Global({ value: 'i32', mutable: true }, 0); const change = () => { g.value++; };",
    "const g = new WebAssembly.Table({ element: 'externref', initial: 1 }, 0); const change = () => { g.set(0, g.get(0) + 1); };",
  ])('a loop of JavaScript sees what it changes itself: %#', async (change) => {
    const body = `${spinning([], GLOBAL)} ${change} ${twoThreads('while (words[0] === 0) change();', '')}`;
    expect(await limitsOf(body)).toEqual(['32 iterations']);
  });

  test('a loop sees the changes of a JavaScript function', async () => {
    const module: AssembledModule = {
      functions: [{ name: 'spin', code: loopWhile([0x10, 0, ...load(0), IS_ZERO]) }],
      imported: ['f'],
    };
    const body = (
      f: string,
    ): string => `const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
      let count = 0; const list = []; const g = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
      const f = () => { ${f} };
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(${bytesText(module)}), { e: { m: memory, f } });
      t.thread('one', () => exports.spin());`;
    for (const f of ['count++;', 'list.push(1);', 'g.value++;'])
      expect(await limitsOf(body(f))).toEqual(['32 iterations']);
    expect(await limitsOf(body('[].push(count);'))).toEqual(['deadlock']);
  });

  test('with parameters', async () => {
    // (loop (param i32) (result i32) …): counts words that are not 0.
    const module: AssembledModule = {
      functions: [
        {
          name: 'count', results: [I32], locals: [I32],
          code: [
            ...constant(100), 0x03, 1, // loop of the type of the next function
            ...constant(1), ADD, ...get(0), ...constant(4), ADD, 0x22, 0, 0x28, 2, 0, 0x0d, 0, 0x0b,
          ],
        },
        { name: 'unused', parameters: [I32], results: [I32], code: get(0) },
      ],
    }; // prettier-ignore
    const body = `${setUp(module)} words.set([0, 5, 6, 7]); t.thread('one', () => exports.count());
      t.after(({ one }) => { throw new Error(String(one)); });`;
    expect(await failuresOf(body)).toEqual(['assertion: 104']);
  });
});
