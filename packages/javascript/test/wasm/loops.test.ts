import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programOf } from '../check/explored.js';
import type { AssembledModule } from './assemble.js';
import { I32, constant, get, set } from './assemble.js';
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

  test.each([
    ['a local', [...get(0), ...constant(1), ADD, ...set(0)]],
    ['a global', [0x23, 0, ...constant(1), ADD, 0x24, 0]],
    ['a global, in a function', [0x10, 1]],
    ['memory', [...store(16, [...load(16), ...constant(1), ADD])]],
  ])('that change %s go on', async (_what, code) => {
    expect(await limitsOf(spinning(code, GLOBAL) + twoThreads('exports.spin();', ''))).toEqual(['32 iterations']);
  });

  test('a loop of JavaScript sees what a function changes', async () => {
    const js = (code: string): string => spinning([], GLOBAL) + twoThreads(`while (words[0] === 0) { ${code} }`, '');
    expect(await limitsOf(js('exports.effect();'))).toEqual(['32 iterations']);
    expect(await limitsOf(js('exports.spin.name;'))).toEqual(['deadlock']);
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
