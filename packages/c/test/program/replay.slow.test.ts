import { join } from 'node:path';
import type { Program } from '@fencepost/core';
import { FAIL, LocalStates, Machine, parseSchedule, replay } from '@fencepost/core';
import type { ModelName } from 'fencepost';
import type { ProgramCheck } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, corpus } from '@fencepost/testing/compiled';

/** The machine at the end of the schedule that a check shows. */
function replayed(program: Program, { model, schedule }: ProgramCheck): Machine {
  const machine = new Machine(new LocalStates(program), model);
  replay(machine, parseSchedule(schedule!));
  return machine;
}

/** The failures of threads as they are at the end of it. */
function failuresAt({ states, local }: Machine) {
  return [...local].filter((state) => states.kind[state] === FAIL).map((state) => states.failure(state));
}

describe.skipIf(!canCompile)('a schedule that is shown', { timeout: 20_000 }, () => {
  it.each<readonly [string, string, ModelName, string, number]>([
    ['peers/mp.c', '', 'pso', 'assertion', 28],
    ['peers/sb.c', '-DCHECK', 'tso', 'assertion', 38],
    ['peers/ticket.c', '', 'pso', 'assertion', 55],
    ['peers/inc_plain.c', '', 'sc', 'assertion', 18],
    ['memory/null_race.c', '', 'sc', 'invalid access', 0],
    ['memory/double_free_race.c', '', 'sc', 'invalid access', 0],
  ])('leads to the failure: %s %s under %s', async (name, flag, model, kind, line) => {
    const program = await compile(join(corpus, name), { flags: flag === '' ? [] : [flag] });
    const check = checkProgram(program, { models: [model] })[0]!;
    const [failure] = check.failures;
    expect(failure).toMatchObject({
      kind,
      ...(line > 0 && { site: { file: expect.stringMatching(name) as string, line } }),
    });
    const { message, site } = failure!;
    expect(failuresAt(replayed(program, check))).toContainEqual(expect.objectContaining({ kind, message, site }));
  });

  it('means the same in another process', async () => {
    const source = join(corpus, 'peers', 'mp.c');
    const check = checkProgram(await compile(source), { models: ['pso'] })[0]!;
    // A new program does not have the knowledge of the first one.
    expect(failuresAt(replayed(await compile(source), check))).toMatchObject([
      { kind: 'assertion', site: { line: 28 } },
    ]);
  });

  it('leads to the deadlock', async () => {
    const program = await compile(join(corpus, 'deadlocks', 'abba.c'));
    const check = checkProgram(program, { models: ['tso'] })[0]!;
    expect(check.failures).toMatchObject([{ kind: 'deadlock' }]);
    expect(replayed(program, check).isDeadlocked()).toBe(true);
  });

  it('leads to the execution that is not SC', async () => {
    const program = await compile(join(corpus, 'peers', 'sb.c'));
    const check = checkProgram(program, { models: ['tso'] })[0]!;
    expect([check.verdict, check.robust]).toEqual(['safe', false]);
    const machine = replayed(program, { ...check, schedule: check.violations[0]!.counterexample.schedule });
    expect(failuresAt(machine)).toEqual([]);
  });
});
