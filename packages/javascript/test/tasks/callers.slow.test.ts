import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FinalView, Program } from '@fencepost/core';
import { reduction } from '../../src/tasks/task.js';
import type { MadeCalls } from '../../src/tasks/callers.js';
import { explore, programsIn } from '../check/explored.js';
import type { NativeHistory } from './native-callers.js';
import { nativeHistories } from './native-callers.js';

const wait = fc.oneof(
  fc.constant('await null;'),
  fc.constant("v += await s.get('a');"),
  fc.constant("await s.put('a', v + 1);"),
  fc.constant("await s.put('b', this.n);"),
  fc.constant("s.put('a', v + 1);"),
  fc.constant("v += await (this.p ??= s.get('b'));"),
  fc.constant('await new Promise((r) => { this.waiters.push(r); });'),
);
const quick = fc.oneof(
  fc.constant('v = this.n;'),
  fc.constant('this.n = v + 1;'),
  fc.constant('this.n++;'),
  fc.constant('v += this.n;'),
  fc.constant('if (this.n > 1) return -1;'),
  fc.constant('this.waiters.shift()?.();'),
  fc.constant('for (const w of this.waiters) w();'),
  fc.constant('if (v > 2) throw new Error("much");'),
);
const updated = wait.map((text) => ['v = this.n;', text, 'this.n = v + 1;']);
const mixed = fc
  .tuple(fc.array(quick, { maxLength: 2 }), fc.array(wait, { maxLength: 1 }), fc.array(quick, { maxLength: 2 }))
  .map((parts) => parts.flat());
const method = fc.oneof(mixed, updated).map((parts) => `let v = 0; ${parts.join(' ')} return v;`);
const object: fc.Arbitrary<RandomObject> = fc.record({
  f: method,
  g: method,
  isSync: fc.boolean(),
  callers: fc.constantFrom(
    [['f'], ['f']],
    [['f'], ['g']],
    [['g'], ['g']],
    [['f', 'g'], ['g']],
    [['g', 'f'], ['f']],
    [['f'], ['g'], ['f']],
  ),
});
interface RandomObject {
  readonly f: string;
  readonly g: string;
  readonly isSync: boolean;
  readonly callers: readonly (readonly string[])[];
}

function sourceOf({ f, g, isSync }: RandomObject): string {
  const plain = isSync && !g.includes('await');
  return `{ n: 0, p: undefined, waiters: [], async f() { ${f} }, ${plain ? '' : 'async '}g() { ${g} } }`;
}

/** The order of calls in time: which ended before others began. */
function precedence(happened: readonly number[]): string {
  const pairs = happened.flatMap((node, at) =>
    node < 16 ? happened.slice(0, at).flatMap((before) => (before >= 16 ? [`${before - 16}<${node}`] : [])) : [],
  );
  return pairs.toSorted().join();
}

const inWords = ({ results, happened }: NativeHistory): string => JSON.stringify([results, precedence(happened)]);
const inFull = ({ results, happened }: NativeHistory): string => JSON.stringify([results, happened]);

/** Whether a sequential order explains the history. Tries all permutations. */
function isExplained(
  { results, happened }: NativeHistory,
  calls: readonly string[],
  callerOf: readonly number[],
  sequential: ReadonlySet<string>,
): boolean {
  const resultOf = (c: number): string | undefined => results[callerOf[c]!]![c - callerOf.indexOf(callerOf[c]!)];
  const begun = [...calls.keys()].filter((c) => happened.includes(c));
  const ended = begun.filter((c) => happened.includes(16 + c));
  const waiting = begun.filter((c) => !ended.includes(c));
  const mayFollow = (done: readonly number[], c: number): boolean =>
    ended.every((a) => done.includes(a) || a === c || happened.indexOf(16 + a) > happened.indexOf(c));
  const extend = (done: readonly number[]): boolean => {
    const named = done.map((c) => calls[c]!);
    const given = done.map((c) => resultOf(c)!);
    if (!sequential.has(JSON.stringify([named, given]))) return false;
    if (done.length === ended.length) {
      return waiting.every((c) =>
        sequential.has(
          JSON.stringify([
            [...named, calls[c]!],
            [...given, 'waits'],
          ]),
        ),
      );
    }
    return ended.some((c) => !done.includes(c) && mayFollow(done, c) && extend([...done, c]));
  };
  return extend([]);
}

/** All sequences of calls with the results they may have when one caller makes them. */
async function sequentialRuns(make: (s: object) => never, calls: readonly string[]): Promise<Set<string>> {
  const found = new Set(['[[],[]]']);
  const letters = [...new Set(calls)];
  const visit = async (path: readonly string[]): Promise<void> => {
    for (const letter of letters) {
      const next = [...path, letter];
      const runs = await nativeHistories(make, [next], true);
      for (const { results } of runs) {
        const given = results[0]!;
        const told = given.length < next.length ? [...given, 'waits'] : given;
        found.add(JSON.stringify([next.slice(0, told.length), told]));
      }
      if (next.length < calls.length) await visit(next);
    }
  };
  await visit([]);
  return found;
}

const madeIn = (final: FinalView): NativeHistory => {
  const { results, interleaving } = (final.outcome(0) as { readonly value: MadeCalls }).value;
  return { results, happened: interleaving };
};

async function ours(source: string, callers: readonly (readonly string[])[], reduces: boolean) {
  reduction.isOn = reduces;
  try {
    const text = `import { linearizable } from 'fencepost';
linearizable('it', (t) => {
  const rows = new Map<string, number>([['a', 0], ['b', 0]]);
  const s = t.outside({ get: (k: string) => rows.get(k)!, put: (k: string, v: number) => { rows.set(k, v); } });
  return ${source} as any;
}, { f: [], g: [] }, { threads: ${callers.length}, blocking: ['f', 'g'] });\n`;
    const [all] = await programsIn({ 'it.check.ts': text });
    const program = all!.scenarios!.named(`it: ${callers.map((calls) => calls.map((each) => `${each}()`).join('; ')).join(' | ')}`)!; // prettier-ignore
    const found: NativeHistory[] = [];
    const after = (final: FinalView): void => {
      found.push(madeIn(final));
      program.after!(final);
    };
    const { failures, executions } = explore(Object.create(program, { after: { value: after } }) as Program);
    return { failures: failures.map(({ kind }) => kind), executions, found };
  } finally {
    reduction.isOn = true;
  }
}

it('histories and verdicts of random objects are those of brute force in Node', async () => {
  const seen = { wrong: 0, right: 0, fewer: 0, several: 0 };
  await fc.assert(
    fc.asyncProperty(object, async (random) => {
      const source = sourceOf(random);
      const { callers } = random;
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- random programs
      const make = new Function('s', `return ${source}`) as (s: object) => never;
      const native = await nativeHistories(make, callers);
      fc.pre(native.length <= 300);
      const calls = callers.flat();
      const callerOf = callers.flatMap((each, i) => each.map(() => i));
      const sequential = await sequentialRuns(make, calls);
      const isRight = native.every((history) => isExplained(history, calls, callerOf, sequential));
      const whole = await ours(source, callers, false);
      const reduced = await ours(source, callers, true);
      const unique = (histories: readonly NativeHistory[], words: typeof inWords): readonly string[] =>
        [...new Set(histories.map(words))].toSorted();
      expect(unique(whole.found, inFull)).toEqual(unique(native, inFull));
      expect(whole.executions).toBe(native.length);
      expect(unique(reduced.found, inWords)).toEqual(unique(native, inWords));
      for (const { failures } of [whole, reduced]) expect(failures).toEqual(isRight ? [] : ['not linearizable']);
      seen[isRight ? 'right' : 'wrong']++;
      if (reduced.executions < native.length) seen.fewer++;
      if (native.length > 1) seen.several++;
    }),
    {
      endOnFailure: true,
      numRuns: Number(process.env['FENCEPOST_OBJECTS'] ?? 12),
      seed: Number(process.env['FENCEPOST_SEED'] ?? 1),
    },
  );
  if (process.env['FENCEPOST_OBJECTS'] !== undefined) console.log(JSON.stringify(seen));
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
}, 6_000_000);
