import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCK_FREE } from '../../../../corpus/linear-js/lock-free-mutants.js';
import { OTHERS } from '../../../../corpus/linear-js/more-mutants.js';
import { canCompile, file } from '../../../c/test/program/compiled.js';
import { fencepost } from '../terminal.js';

const CORPUS = path.join(import.meta.dirname, '..', '..', '..', '..', 'corpus');
const C = path.join(CORPUS, 'linear');
const JS = path.join(CORPUS, 'linear-js');

/** A structure of the corpus, with the weaker orders of a mutant in its text. */
function weakened(name: string, isWeak: (mutant: number) => boolean): string {
  const text = readFileSync(path.join(C, name), 'utf8');
  const orders = text.replaceAll(
    /ORDER\((\w+), (\d+), (\w+)\)/g,
    (_, order: string, mutant: string, weaker: string) => `memory_order_${isWeak(Number(mutant)) ? weaker : order}`,
  );
  return file(name, orders);
}

describe.skipIf(!canCompile)('fencepost fix of structures in C and C++', { timeout: 180_000 }, () => {
  const flags = (name: string, calls: number): string[] => [
    ...['--', `-I${C}`, `-DCALLS=${calls}`],
    ...(name.endsWith('.cpp') ? ['-std=c++17'] : []),
  ];

  it.each([
    ['treiber.c', 2, 2],
    ['michael-scott.c', 1, 2],
    ['two-lock.c', 2, 2],
    ['spsc-ring.cpp', 3, 3],
  ])('%s, mutant %i: one change makes all scenarios safe', async (name, mutant, calls) => {
    const source = weakened(name, (each) => each === mutant);
    const rest = ['--model', 'sc,rc11', '--no-config', ...flags(name, calls)];
    expect((await fencepost(['check', source, ...rest])).code).toBe(1);
    const { code, out, err } = await fencepost(['fix', source, '--write', ...rest]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`1 change makes all scenarios with at most ${calls} calls on 2 threads safe (written)`);
    expect((await fencepost(['check', source, ...rest])).code).toBe(0);
  });

  const RELAXED = file(
    'relaxed-ring.cpp',
    readFileSync(path.join(C, 'spsc-ring.cpp'), 'utf8')
      .replaceAll(/ORDER\(\w+, \d+, relaxed\)/g, 'memory_order_relaxed')
      .replaceAll(/memory_order_(?:release|acquire)/g, 'memory_order_relaxed'),
  );

  it('needs several scenarios to find all that is missing, and repairs one alone when asked to', async () => {
    const rest = ['--model', 'rc11', '--no-config', ...flags('.cpp', 4)];
    const all = await fencepost(['fix', RELAXED, ...rest], { errIsTerminal: true });
    expect(all.err).toMatch(/^(?:looking for a repair, \d+ s so far\r\u{1b}\[2K)+$/u);
    expect(all.out).toContain('4 changes make all scenarios with at most 4 calls on 2 threads safe');
    const one = await fencepost(['fix', RELAXED, '--program', 'spsc_ring: push(1) | pop()', ...rest]);
    expect(one.out).toContain("2 changes make the scenario 'spsc_ring: push(1) | pop()' safe");
    const none = await fencepost(['fix', RELAXED, '--program', 'spsc_ring: push(9) | pop()', ...rest]);
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toContain("a scenario is written as 'spsc_ring: push(1) | pop()'");
  });

  it('finds fences where a scenario needs sequential consistency', async () => {
    const source = weakened('spsc-ring.cpp', () => false);
    const { out } = await fencepost(['fix', source, '--model', 'tso', '--no-config', ...flags('.cpp', 5)]);
    expect(out).toContain('2 changes make all scenarios with at most 5 calls on 2 threads safe');
  });

  it('says which scenario no order repairs, and heeds the criterion', async () => {
    const wrong = path.join(C, 'spsc-ring.cpp');
    const rest = ['--model', 'tso', '--no-config', ...flags('.cpp', 2)];
    const impossible = await fencepost(['fix', wrong, ...rest, '-DMUTANT=4']);
    expect(impossible).toMatchObject({ code: 1, err: '' });
    expect(impossible.out).toContain(
      "'spsc_ring: push(1) | pop()' fails under SC, too, so no fence or order can repair it:",
    );
    const right = await fencepost(['fix', wrong, '--criterion', 'quiescent', ...rest]);
    expect(right).toMatchObject({ code: 0, err: '' });
    expect(right.out).toContain(
      'nothing to repair: all scenarios with at most 2 calls on 2 threads (quiescent) are safe',
    );
  });

  it('weakens the orders of structures', async () => {
    const strong = file(
      'strong-ring.cpp',
      readFileSync(path.join(C, 'spsc-ring.cpp'), 'utf8').replaceAll(
        /ORDER\(\w+, \d+, relaxed\)/g,
        'memory_order_seq_cst',
      ),
    );
    const { out } = await fencepost(['relax', strong, '--no-config', ...flags('.cpp', 4)]);
    expect(out).toContain('3 of 6 orders can be others: cost 4 instead of 10');
  });
});

describe('fencepost fix of structures in TypeScript', { timeout: 180_000 }, () => {
  const mutants = [...LOCK_FREE, ...OTHERS].filter(({ model }) => model === 'arm64');

  it.each(mutants.map((each) => [each.structure, each.name, each] as const))(
    '%s, %s: Atomics makes all scenarios safe',
    async (structure, _, { edits, fails }) => {
      const calls = fails.split(/; | \| /).length;
      const [{ from, to }] = edits as readonly [(typeof edits)[number]];
      const textOf = (name: string): string => readFileSync(path.join(JS, name), 'utf8');
      file('lock.ts', textOf('lock.ts'));
      const wrong = file(`${structure}.ts`, textOf(`${structure}.ts`).replace(from, to));
      const size = (text: string): string => text.replace(/calls: \d+/, `calls: ${calls}`);
      const source = file(`${structure}.check.ts`, size(textOf(`${structure}.check.ts`)));
      const rest = [source, '--model', 'sc,arm64', '--no-config'];
      expect((await fencepost(['check', ...rest])).code).toBe(1);
      const { code, out, err } = await fencepost(['fix', ...rest, '--write']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain(`1 change makes all scenarios with at most ${calls} calls on 2 threads safe`);
      expect(readFileSync(wrong, 'utf8')).toContain('Atomics.');
      expect((await fencepost(['check', ...rest])).code).toBe(0);
    },
  );

  it('makes an update one operation, where updates are lost under SC', async () => {
    const source = file(
      'counter.check.ts',
      `import { check, linearizable } from 'fencepost';
class Counter {
  memory = new Int32Array(new SharedArrayBuffer(8));
  add() { this.memory[0]++; }
  get() { return Atomics.load(this.memory, 0); }
}
linearizable('counter', () => new Counter(), { add: [], get: [] }, { calls: 3 });
check('twice', (t) => {
  const memory = new Int32Array(new SharedArrayBuffer(8));
  for (const name of ['a', 'b']) t.thread(name, () => { memory[1] += 2; });
  t.after(() => { if (memory[1] !== 4) throw new Error('lost'); });
});
`,
    );
    for (const [name, change] of [
      ['counter', 'Atomics.add(this.memory, 0, 1)'],
      ['twice', 'Atomics.add(memory, 1, 2)'],
    ]) {
      const { code, out, err } = await fencepost(['fix', source, '--write', '--program', name!, '--no-config']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('1 change');
      expect(readFileSync(source, 'utf8')).toContain(change);
    }
    expect((await fencepost(['check', source, '--no-config'])).code).toBe(0);
  });
});
