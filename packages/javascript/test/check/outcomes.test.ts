import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts, isFencepostError } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { expect, test } from 'vitest';
import { programsIn } from './explored.js';
import type { Case } from './outcomes/case.js';
import { KINDS } from './outcomes/kinds.js';
import { LOOPS } from './outcomes/loops.js';
import { MODELS } from './outcomes/models.js';
import { ROUNDS } from './outcomes/rounds.js';
import { TURNS } from './outcomes/turns.js';
import { WAITING } from './outcomes/waiting.js';

function checkOf(name: string, { threads, setUp = '' }: Case): string {
  const bodies = Object.entries(threads).map(([thread, body]) => `t.thread('${thread}', ${body});`);
  return `check(${JSON.stringify(name)}, (t) => {
    const s = new SharedArrayBuffer(64); const m = new Int32Array(s); ${setUp}
    ${bodies.join('\n')}
  });`;
}

/** All that can come of the threads, in any order. */
function outcomesOf(program: Program, { threads, model = 'sc' }: Case): readonly string[] {
  const found = new Set<string>();
  const after: NonNullable<Program['after']> = (final) => {
    const outcomes = Object.keys(threads).map((_, i) => final.outcome(i) as { readonly value: unknown } | undefined);
    found.add(JSON.stringify(outcomes.map((outcome) => (outcome === undefined ? 'idle' : outcome.value))));
  };
  try {
    const states = (): LocalStates => new LocalStates({ ...program, after });
    const { failures, executions } = withRestarts(() => exploreGraphs(states(), { model }));
    for (const { kind, message } of failures) found.add(kind === 'deadlock' ? kind : `${kind}: ${message}`);
    if (executions === 0) found.add('no execution');
    for (const { what, models } of program.limits?.() ?? [])
      if (models?.includes(model) ?? true) found.add(`${what} is not followed to its end`);
  } catch (error) {
    if (!isFencepostError(error)) throw error;
    found.add(error.code);
  }
  return [...found].sort();
}

test.each([
  ['who waits', WAITING],
  ['loops, locks and ends', LOOPS],
  ['what rounds leave behind', ROUNDS],
  ['timers and promises', TURNS],
  ['sizes and kinds', KINDS],
  ['models', MODELS],
])('%s: all outcomes, and no others', async (_, cases) => {
  const checks = Object.entries(cases).map(([name, each]) => checkOf(name, each));
  const programs = await programsIn({ 'it.test.mjs': `import { check } from 'fencepost';\n${checks.join('\n')}` });
  const found = programs.map((program) => [program.name, outcomesOf(program, cases[program.name]!)]);
  expect(found).toEqual(Object.entries(cases).map(([name, { outcomes }]) => [name, [...outcomes].sort()]));
});
