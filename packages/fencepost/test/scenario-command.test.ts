import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from '../../../corpus/linear-js/mutants.js';
import { canCompile } from '../../c/test/program/compiled.js';
import { fencepost } from './terminal.js';

const CORPUS = path.join(import.meta.dirname, '..', '..', '..', 'corpus');
const C = path.join(CORPUS, 'linear');
const JS = path.join(CORPUS, 'linear-js');
const folder = mkdtempSync(path.join(tmpdir(), 'scenario-'));

interface Checked {
  readonly checks: readonly {
    readonly verdict: string;
    readonly failures: readonly { readonly kind: string; readonly message: string }[];
    readonly scenarios?: { readonly shown?: string };
  }[];
}

async function checked(args: readonly string[]): Promise<Checked['checks'][number]> {
  const { out, err } = await fencepost(['check', ...args]);
  expect(err).toBe('');
  return (JSON.parse(out) as Checked).checks[0]!;
}

/** The kind of a failure: that no order explains the results is an assertion of the test. */
const kindOf = ({ failures: [first] }: Checked['checks'][number]): string | undefined =>
  first?.kind === 'not linearizable' ? 'assertion' : first?.kind;

describe.skipIf(!canCompile)('a scenario as a test in C and C++', () => {
  it.each([
    ['treiber.c', 2, 'rc11', 2],
    ['treiber.c', 4, 'sc', 3],
    ['treiber.c', 5, 'sc', 2],
    ['michael-scott.c', 1, 'rc11', 2],
    ['michael-scott.c', 5, 'sc', 3],
    ['spsc-ring.cpp', 4, 'sc', 2],
    ['spsc-ring.cpp', 2, 'rc11', 2],
    ['two-lock.c', 5, 'sc', 3],
  ])('%s, mutant %i under %s: fails as the scenario does', async (name, mutant, model, calls) => {
    const source = path.join(C, name);
    const copy = path.join(folder, name);
    writeFileSync(copy, readFileSync(source, 'utf8'));
    const flags = [
      '--',
      `-I${C}`,
      `-DMUTANT=${mutant}`,
      `-DCALLS=${calls}`,
      ...(name.endsWith('.cpp') ? ['-std=c++17'] : []),
    ];
    const rest = ['--model', model, '--no-config', '--format', 'json', ...flags];
    const failing = await checked([copy, ...rest]);
    const { shown = '' } = failing.scenarios ?? {};
    const printed = await fencepost(['scenario', copy, '--program', shown, '--model', model, ...flags]);
    expect(printed).toMatchObject({ code: 0, err: '' });
    const test = path.join(folder, `test-${name}`);
    writeFileSync(test, printed.out);
    const tested = await checked([test, ...rest]);
    expect({ verdict: tested.verdict, kind: kindOf(tested) }).toEqual({ verdict: 'failing', kind: kindOf(failing) });
    // The structure without the mistake passes the same test.
    const right = await fencepost(['check', test, '--allow-relaxed', ...rest, '-DMUTANT=0']);
    expect((JSON.parse(right.out) as Checked).checks[0]!.verdict).toBe('safe');
  });

  it.each(['c', 'cpp'])('asserts although the file switches that off, and has names of its own: %s', async (ending) => {
    const source = path.join(folder, `off.${ending}`);
    const isC = ending === 'c';
    writeFileSync(
      source,
      `${isC ? '#include <stdatomic.h>' : '#include <atomic>\nusing namespace std;'}
#define NDEBUG
#include <assert.h>
#include <fencepost/linearizable.h>
static atomic_int n;
static int unused(void) { int r = atomic_load(&n); atomic_store(&n, r + 1); return r; }
static int threads(void) { return unused(); }
FENCEPOST_LINEARIZABLE(off)
FENCEPOST_OPERATION(unused)
FENCEPOST_OPERATION(threads)
FENCEPOST_CALLS(2)
`,
    );
    const flags = isC ? [] : ['--', '-std=c++17'];
    const printed = await fencepost([
      'scenario',
      source,
      '--program',
      'off: unused() | threads()',
      '--model',
      'sc',
      ...flags,
    ]);
    expect(printed).toMatchObject({ code: 0, err: '' });
    const test = path.join(folder, `off-test.${ending}`);
    writeFileSync(test, printed.out);
    const tested = await checked([test, '--model', 'sc', '--no-config', '--format', 'json', ...flags]);
    expect({ verdict: tested.verdict, kind: kindOf(tested) }).toEqual({ verdict: 'failing', kind: 'assertion' });
  });

  it('is refused if a call spins until another has been made', async () => {
    const source = path.join(folder, 'spins.c');
    writeFileSync(
      source,
      `#include <stdatomic.h>
#include <fencepost/linearizable.h>
static atomic_int flag;
static int take(void) { while (atomic_load(&flag) != 1) {} return 0; }
static int put(int a) { atomic_store(&flag, a); return 0; }
FENCEPOST_LINEARIZABLE(S)
FENCEPOST_OPERATION(take)
FENCEPOST_OPERATION(put, FENCEPOST_VALUES(0, 1))
`,
    );
    for (const calls of ['take()', 'put(1) | take()']) {
      const printed = await fencepost(['scenario', source, '--program', `S: ${calls}`, '--model', 'sc']);
      const err = expect.stringContaining(`S: ${calls} cannot be a test: take() may wait forever there`) as string;
      expect(printed).toMatchObject({ code: 2, out: '', err });
    }
    // Nor does check say how to print such a test.
    const { out } = await fencepost(['check', source, '--model', 'sc', '--no-config']);
    expect(out).toContain('replay  ');
    expect(out).not.toContain('test    fencepost scenario');
  });
});

describe('a scenario as a test in TypeScript', () => {
  const mutants = [
    'stores swapped',
    'plain store of tail',
    'full as in the original',
    'turn before value',
    'plain link',
    'update lost',
    'read once',
  ];
  const named = (name: string): (typeof MUTANTS)[number] => MUTANTS.find((each) => each.name === name)!;
  /** The file that declares the structure, with the mistake in the one beside it. */
  const fileOf = ({ structure, edits, fails }: (typeof MUTANTS)[number]): string => {
    const calls = fails.split(/; | \| /).length;
    for (const name of ['lock.ts', 'arena.ts', `${structure}.ts`, `${structure}.check.ts`]) {
      const own = edits.filter(({ file = `${structure}.ts` }) => file === name);
      const text = readFileSync(path.join(JS, name), 'utf8');
      const changed = own.reduce((all, { from, to }) => all.replace(from, () => to), text);
      writeFileSync(path.join(folder, name), changed.replace(/\bcalls: \d+/, `calls: ${calls}`));
    }
    return path.join(folder, `${structure}.check.ts`);
  };

  it.each(mutants.map((name) => [named(name).structure, name, named(name)] as const))(
    '%s, %s: fails as the scenario does',
    async (structure, _, mutant) => {
      const { model = 'sc' } = mutant;
      const source = fileOf(mutant);
      const rest = ['--model', model, '--no-config', '--format', 'json'];
      const failing = await checked([source, ...rest]);
      const { shown = '' } = failing.scenarios ?? {};
      const printed = await fencepost(['scenario', source, '--program', shown, '--model', model]);
      expect(printed).toMatchObject({ code: 0, err: '' });
      const test = path.join(folder, `${structure}.test.ts`);
      writeFileSync(test, printed.out);
      const tested = await checked([test, ...rest]);
      expect({ verdict: tested.verdict, kind: kindOf(tested) }).toEqual({ verdict: 'failing', kind: kindOf(failing) });
    },
  );

  it('says so where no results show it, and refuses what a test cannot be', async () => {
    const order = await fencepost([
      'scenario',
      fileOf(named('linked without comparing')),
      '--model',
      'sc',
      '--program',
      'Michael-Scott queue: enqueue(1); dequeue(); dequeue() | enqueue(1)',
    ]);
    expect(order).toMatchObject({
      code: 1,
      err: expect.stringContaining('by the order of calls in different threads') as string,
    });
    const waits = await fencepost([
      'scenario',
      fileOf(named('taken without exchanging')),
      '--program',
      'Herlihy-Wing queue: enqueue(1); dequeue() | dequeue()',
    ]);
    expect(waits).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('dequeue() may wait forever') as string,
    });
    const source = fileOf(named('stores swapped'));
    const other = await fencepost([
      'scenario',
      source,
      '--criterion',
      'obstruction-free',
      '--program',
      'SPSC ring: push(1) | pop()',
    ]);
    expect(other.err).toContain('the criterion obstruction-free is not about the results');
    expect((await fencepost(['scenario', source, '--program', 'SPSC ring: pop() | pop(7)'])).err).toContain(
      "a scenario is written as 'SPSC ring: push(1) | pop()'",
    );
    expect((await fencepost(['scenario', source, '--program', 'SPSC ring'])).err).toBe(
      "fencepost: 'SPSC ring' is a data structure, of which a scenario is to be named as well [USAGE]\n" +
        "  hint: a scenario is written as 'SPSC ring: push(1) | pop()'\n",
    );
    expect((await fencepost(['scenario', source])).err).toContain('the name of a scenario');
  });
});

describe('a test in TypeScript', () => {
  const declaring = (name: string, rest: string): string => {
    const source = path.join(folder, name);
    writeFileSync(source, `import { check, int, linearizable, oneOf } from 'fencepost';\n${rest}`);
    return source;
  };
  const BOX = `class Box {
  private readonly memory = new Int32Array(new SharedArrayBuffer(4));
  put(value: number): this { if (this.memory[0] !== 0) throw new Error('full'); Atomics.store(this.memory, 0, value); return this; }
  async take(): Promise<unknown> { await null; return { value: Atomics.exchange(this.memory, 0, 0) }; }
}
`;

  it('has results that are thrown, promised, or the structure itself, and nothing of other checks', async () => {
    const source = declaring(
      'box.check.ts',
      `${BOX}check('other', () => {});\nlinearizable('box', () => new Box(), { put: [int(1, 2)], take: [] }, { initial: [['put', 1]] });\nlinearizable('two', () => new Box(), { take: [oneOf()] });\n`,
    );
    const { code, out, err } = await fencepost(['scenario', source, '--program', 'box: put(2) | take(); put(1)']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain("import { check } from 'fencepost';");
    expect(out).not.toMatch(/linearizable|'other'/);
    expect(out).toContain("[[{ throws: 'Error: full' }], [{ returns: { value: 1 } }, 'this']],");
    const test = path.join(folder, 'box.test.ts');
    writeFileSync(test, out);
    expect((await checked([test, '--model', 'sc', '--no-config', '--format', 'json'])).verdict).toBe('failing');
  });

  it('says so where it sees no moments of rest, on which quiescent consistency depends', async () => {
    const source = declaring(
      'own.check.ts',
      `class Own { mine = 0; set(v: number): void { this.mine = v; } get(): number { return this.mine; } }
linearizable('own', () => new Own(), { set: [int(1, 1)], get: [] }, { calls: 2, criterion: 'quiescent' });\n`,
    );
    const { code, err } = await fencepost(['scenario', source, '--model', 'sc', '--program', 'own: set(1) | get()']);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('by the order of calls') as string });
  });

  const COUNTER = `class Counter {
  private readonly memory = new Int32Array(new SharedArrayBuffer(4));
  constructor(private readonly step = 1) {}
  next(): number { return Atomics.add(this.memory, 0, this.step); }
  lose(): number { const n = Atomics.load(this.memory, 0); Atomics.store(this.memory, 0, n + this.step); return n; }
  'two words'(): number { return this.lose(); }
  end(): string { if (this.lose() === 0) return 'throws Error: x'; throw new Error('x'); }
}
`;
  /** The test of a scenario, and what check finds out about it. */
  const testOf = async (
    file: string,
    text: string,
    program: string,
  ): Promise<readonly [test: string, verdict: string]> => {
    const source = path.join(folder, `${file}.check.ts`);
    writeFileSync(source, `${COUNTER}${text}`);
    const { code, out, err } = await fencepost(['scenario', source, '--program', program, '--model', 'sc']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const test = path.join(folder, `${file}.test.ts`);
    writeFileSync(test, out);
    const { verdict } = await checked([test, '--model', 'sc', '--no-config', '--format', 'json']);
    return [out, verdict];
  };

  it.each([
    [
      'imports',
      `import { inspect } from 'node:util';\nimport isDeepStrictEqual from 'node:os';\nexport { inspect, isDeepStrictEqual };`,
    ],
    [
      'variables',
      `const structure = 1, t = 1, inspect = 1, assert = 1, resultOf = 1;\nexport { structure, t, inspect, assert, resultOf };`,
    ],
    ['own', `function check(): number { return 1; }\nexport { check };`],
  ])('has names that are not those of the file: %s', async (file, names) => {
    const text = `import { linearizable } from 'fencepost';\n${names}\nlinearizable('c', () => new Counter(), { lose: [] });\n`;
    expect((await testOf(file, text, 'c: lose() | lose()'))[1]).toBe('failing');
  });

  it('makes the structure of what it is made of in the file', async () => {
    const text = `import { linearizable } from 'fencepost';\nconst t = 2, structure = 3;\nlinearizable('c', () => new Counter(t + structure), { next: [] });\n`;
    const [test, verdict] = await testOf('step', text, 'c: next() | next()');
    expect(verdict).toBe('safe');
    expect(test).toContain('(t2) => {\n  const structure2 = (() => new Counter(t + structure))();');
  });

  it('tells what is thrown from what is returned', async () => {
    const text = `import { linearizable } from 'fencepost';\nlinearizable('c', () => new Counter(), { end: [] });\n`;
    const [test, verdict] = await testOf('end', text, 'c: end() | end()');
    expect(verdict).toBe('failing');
    expect(test).toContain("[[{ returns: 'throws Error: x' }], [{ throws: 'Error: x' }]],");
  });

  it.each([
    ['renamed', `import { linearizable as lin, check as test } from 'fencepost';`, 'lin', 'test'],
    [
      'namespace',
      `import * as fp from 'fencepost';\nimport { check } from 'fencepost';`,
      'fp.linearizable',
      'fp.check',
    ],
    ['runner', `import { linearizable, check } from 'fencepost/vitest';`, 'linearizable', 'check.only'],
  ])('is the only check, wherever others are: %s', async (file, imports, declare, check) => {
    const text = `${imports}
${declare}(\`c\`, () => new Counter(), { 'two words': [] });
for (const n of [2, 3]) ${declare}(\`c\${n}\`, () => new Counter(), { next: [] });
export const k = ${declare}('d', () => new Counter(), { next: [] });
if (k === undefined) ${check}('other', () => {});
`;
    const [test, verdict] = await testOf(file, text, 'c: two words() | two words()');
    expect(verdict).toBe('failing');
    expect(test).toContain("structure['two words']()");
    const { out } = await fencepost([
      'check',
      path.join(folder, `${file}.test.ts`),
      '--model',
      'sc',
      '--no-config',
      '--format',
      'json',
    ]);
    expect((JSON.parse(out) as Checked).checks).toHaveLength(1);
  });

  it('is given up in time, whatever the structure does', async () => {
    // Takes years, and no bound on loops helps.
    const source = declaring(
      'slow.check.ts',
      `class Slow { find(): boolean { return /^(a+)+$/.test('a'.repeat(60) + 'b'); } }\nlinearizable('slow', () => new Slow(), { find: [] });\n`,
    );
    const command = ['scenario', source, '--program', 'slow: find() | find()'];
    const late = await fencepost([...command, '--max-time', '1'], { onInterrupt: () => () => undefined });
    expect(late).toEqual({
      code: 3,
      out: '',
      err: 'fencepost: it was not found out in time what the calls of the test return\n',
    });
    const onInterrupt = (stop: () => void): (() => void) => {
      const timer = setTimeout(stop, 1000);
      return () => clearTimeout(timer);
    };
    expect(await fencepost(command, { onInterrupt })).toEqual({ code: 130, out: '', err: '' });
  });

  it('is not offered by check if a call waits forever', async () => {
    const source = declaring(
      'gate.check.ts',
      `class Gate {
  private readonly memory = new Int32Array(new SharedArrayBuffer(4));
  open(): void { Atomics.store(this.memory, 0, 1); }
  pass(): void { Atomics.wait(this.memory, 0, 0); }
}
linearizable('gate', () => new Gate(), { open: [], pass: [] }, { calls: 2, blocking: ['pass'] });\n`,
    );
    const { out } = await fencepost(['check', source, '--model', 'sc', '--no-config']);
    expect(out).toContain('waits');
    expect(out).toContain('replay  ');
    expect(out).not.toContain('test    fencepost scenario');
  });

  it('is not made of a declaration whose place is not known', async () => {
    const source = declaring(
      'loop.check.ts',
      `${BOX}for (const name of ['box']) linearizable(name, () => new Box(), { take: [] });\n`,
    );
    const { code, err } = await fencepost(['scenario', source, '--program', 'box: take() | take()']);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('at its top') as string });
  });

  it('is not made if an error has more than a name and a message', async () => {
    const text = "class Busy { end() { throw Object.assign(new Error('busy'), { code: 1 }); } }\n";
    const source = declaring('busy.check.ts', `${text}linearizable('b', () => new Busy(), { end: [] });\n`);
    const { code, err } = await fencepost(['scenario', source, '--program', 'b: end() | end()']);
    expect(code).toBe(2);
    expect(err).toContain('b: end() | end() cannot be a test: throws Error: busy, with { code: 1 } cannot be written');
  });
});
