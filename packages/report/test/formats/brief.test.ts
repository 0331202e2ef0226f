import { describe, expect, it } from 'vitest';
import { briefOf } from '../../src/formats/brief.js';
import { EXAMPLES, checkOf, failureOf, violationOf } from './samples.js';

const FULL = 'how to see all';

describe('a brief report', () => {
  it('has the verdict, what happened, why, the fix, and the line that fails', () => {
    const failing = checkOf({ model: 'pso', verdict: 'failing', failures: [failureOf()], violations: [violationOf()] });
    expect(briefOf([checkOf({}), failing], FULL)).toEqual({
      headline: 'check failed: data is there, under PSO, not under SC',
      lines: [
        'Where   line 9 in receiver; in 2 of 3 executions',
        'Why     In sender, the store to data at line 3 was delayed past the store to flag at line 4.',
        'Fix     In sender, a store-store fence between lines 3 and 4 forbids this execution: atomic_thread_fence(memory_order_release), or a release store at line 4. Other executions may remain: check again.',
        'replay  fencepost replay ./src/mp.c fp1:1x2.1c1.2x2.1c --model pso',
        'more    how to see all',
      ],
      site: { file: 'src/mp.c', line: 9 },
    });
  });

  it('is at the line where a thread waits', () => {
    const { thread: _, site: __, ...deadlock } = failureOf({ kind: 'deadlock', counterexample: EXAMPLES.deadlock });
    const brief = briefOf([checkOf({ verdict: 'failing', failures: [deadlock] })], FULL);
    expect(brief?.site).toMatchObject({ line: 21 });
    expect(brief?.lines[0]).toMatch(/^Where {3}line 21; /);
  });

  it('counts other bugs, and names the calls of a data structure', () => {
    const call = (name: string, result: string) => ({ call: name, result });
    const history = {
      ...{ initial: [], order: [], tried: [], left: 0 },
      threads: [
        { name: 'a', calls: [call('push(1)', ''), call('pop()', '1')] },
        { name: 'b', calls: [call('pop()', '1')] },
      ],
    };
    const failures = [
      failureOf({ kind: 'not linearizable', message: 'no order', history, counterexample: null }),
      failureOf({ message: 'another', site: { file: 'src/mp.c', line: 70 }, counterexample: null }),
    ];
    const { lines } = briefOf([checkOf({ verdict: 'failing', failures })], FULL)!;
    expect(lines[0]).toBe('calls   a: push(1), pop() → 1 | b: pop() → 1');
    expect(lines.at(-1)).toBe('more    1 more bug; how to see all');
  });

  it('says why nothing was decided, and what to do', () => {
    const incomplete = { stoppedBy: 'time', covered: 'the search ended', estimate: null } as const;
    const open = checkOf({ verdict: 'unknown', incomplete });
    expect(briefOf([open], FULL, 'Take longer.')).toEqual({
      headline: 'undecided under SC',
      lines: [
        'Why     the search ended. To explore more, raise --max-time; fewer calls and iterations per thread need less.',
        'Fix     Take longer.',
        'more    how to see all',
      ],
      site: undefined,
    });
  });

  it('is nothing if all is well', () => {
    expect(briefOf([checkOf({})], FULL)).toBeUndefined();
  });

  it('keeps control characters out, and each line is one', () => {
    const failure = failureOf({ message: 'a\nb\u001b[31m', thread: 'c\nd' });
    const { headline, lines } = briefOf([checkOf({ verdict: 'failing', failures: [failure] })], FULL)!;
    for (const line of [headline, ...lines]) expect(line).not.toMatch(/[\n\u001b]/);
  });
});
