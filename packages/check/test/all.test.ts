import type { Program } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import { load, program, store } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { ticketLock } from '@fencepost/testing';

const at = (line: number) => ({ file: 'two.c', line });

/** Two independent places where a store can be delayed: lines 1 and 2 in either thread, and lines 3 and 4. */
const twoCauses: Program = program('two causes', (p) => {
  const [a, b, x, y] = ['a', 'b', 'x', 'y'].map((name) => p.variable(name));
  p.thread('left', function* () {
    yield store(a!, 1, 'relaxed', at(1));
    yield load(b!, 'relaxed', at(2));
    yield store(x!, 1, 'relaxed', at(3));
    yield load(y!, 'relaxed', at(4));
  });
  p.thread('right', function* () {
    yield store(b!, 1, 'relaxed', at(1));
    yield load(a!, 'relaxed', at(2));
    yield store(y!, 1, 'relaxed', at(3));
    yield load(x!, 'relaxed', at(4));
  });
});

describe('all violations', () => {
  it('are grouped by the lines that cause them, and counted', () => {
    const [tso] = checkProgram(twoCauses, { models: ['tso'], all: true });
    const causes = tso!.violations.map(({ executions, counterexample: { delays, story } }) => ({
      executions,
      lines: delays.map(({ store: delayed, past }) => [
        story.steps[delayed]!.site!.line,
        story.steps[past]!.site!.line,
      ]),
    }));
    expect(causes.map(({ lines }) => lines.flat().slice(0, 2))).toEqual(
      expect.arrayContaining([
        [1, 2],
        [3, 4],
      ]),
    );
    const { executions: sc } = checkProgram(twoCauses, { models: ['sc'] })[0]!;
    // Each execution that is not SC is counted once.
    expect(causes.reduce((sum, { executions }) => sum + executions!, 0)).toBe(tso!.executions - sc);
  });

  it('are one regardless of the length of the path on which the delay shows', () => {
    const [pso] = checkProgram(ticketLock(3, 1), { models: ['pso'], all: true });
    expect(pso!.violations.length).toBeLessThan(4);
  });
});
