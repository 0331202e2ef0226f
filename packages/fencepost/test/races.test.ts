import type { Program } from '@fencepost/core';
import { LocalStates, Machine, Recorder, cut, parseSchedule, replay, stuck, traceOf } from '@fencepost/core';
import { racesOf } from '@fencepost/explore';
import { assert, load, program, store } from 'fencepost';
import { checkProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import type { Counterexample } from 'fencepost';
import type { ProgramCheck } from '@fencepost/check';
import { fencepost } from '@fencepost/testing/terminal';

const fixture = `${import.meta.dirname}/fixtures/races.mjs`;
const RACE =
  'data race on forgotten: store at counters.c:10:7 (one) and store at counters.c:20:3 (two) are not ordered';

interface JsonCheck extends ProgramCheck {
  readonly program: string;
}

async function checkJson(...options: string[]): Promise<{ code: number; checks: JsonCheck[] }> {
  const { code, out, err } = await fencepost(['check', fixture, '--format', 'json', ...options]);
  expect(err).toBe('');
  return { code, checks: (JSON.parse(out) as { checks: JsonCheck[] }).checks };
}

/** Each race is told with a schedule of the model in which it happens. */
function expectSchedulesToShow(source: Program, { model, failures }: ProgramCheck): void {
  for (const { kind, message, counterexample } of failures) {
    if (kind !== 'data race') continue;
    const machine = new Machine(new LocalStates(source), model, new Recorder());
    replay(machine, parseSchedule(counterexample!.schedule));
    const { states } = machine;
    const races = racesOf(traceOf(states, machine.recorder!)).map(({ first, second, location }) =>
      [states.locations.name(location), states.labels.get(first).text, states.labels.get(second).text].every((name) =>
        message.includes(name),
      ),
    );
    expect(races).toContain(true);
  }
}

describe('fencepost check --races', () => {
  it('reports a race under every model, and the exit code says so', async () => {
    const { code, out, err } = await fencepost(['check', fixture, '--races', '--model', 'sc,tso']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out.replaceAll(/\s+/g, ' ')).toContain(RACE);
    expect(out.match(/fp1:/g)).toHaveLength(1);
    expect(out).toContain('SC, TSO  data race on forgotten');
  });

  it('reports it in JSON as a failure, with the place of the first access and a schedule', async () => {
    const { code, checks } = await checkJson('--races', '--model', 'pso');
    expect(code).toBe(1);
    expect(checks).toMatchObject([{ model: 'pso', verdict: 'failing', harmful: false, incomplete: null }]);
    expect(checks[0]!.failures).toEqual([
      {
        kind: 'data race',
        message: RACE,
        site: { file: 'counters.c', line: 10, column: 7 },
        executions: 2,
        underSc: true,
        counterexample: expect.objectContaining({ schedule: checks[0]!.schedule }) as Counterexample,
      },
    ]);
  });

  it('is off by default', async () => {
    const { code, checks } = await checkJson('--model', 'sc');
    expect({ code, failures: checks[0]!.failures }).toEqual({ code: 0, failures: [] });
  });

  it('needs the executions of graphs', async () => {
    const { code, err } = await fencepost(['check', fixture, '--races', '--method', 'monitor']);
    expect(code).toBe(2);
    expect(err).toMatch(/--races works with --method graph only .*\n {2}hint: omit --method/);
  });
});

describe('checkProgram with races', () => {
  it('does not need SC among the models, and shows races next to other failures', () => {
    const source = program('two kinds', (p) => {
      const [x, y, data] = [p.variable('x'), p.variable('y'), p.variable('data')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield store(data, 1, 'plain');
        return yield load(y);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        yield load(data, 'plain');
        return yield load(x);
      });
      p.after((final) => assert(final.outcome(0) === 1 || final.outcome(1) === 1, 'both are late'));
    });
    const [result] = checkProgram(source, { models: ['tso'], all: true, races: true });
    expect(result!.failures.map(({ kind, underSc }) => [kind, underSc])).toEqual([
      ['assertion', false],
      ['data race', true],
    ]);
    expect(result).toMatchObject({ verdict: 'failing', harmful: true });
    expect(result!.failures[1]!.message).toBe('data race on data: store at left#1 and load at right#1 are not ordered');
    for (const each of checkProgram(source, { races: true })) expectSchedulesToShow(source, each);
  });

  it('counts executions, not pairs, and does not distinguish threads that run the same code', () => {
    const site = { file: 'a.c', line: 3 };
    const source = program('same code', (p) => {
      const x = p.variable('x');
      for (const name of ['one', 'two', 'three']) {
        p.thread(name, function* () {
          yield store(x, 1, 'plain', site);
        });
      }
    });
    const [result] = checkProgram(source, { models: ['sc'], races: true });
    expect(result).toMatchObject({ executions: 6, failures: [{ kind: 'data race', executions: 6 }] });
  });

  it('finds no race between atomics, nor without being asked', () => {
    const source = (order: 'relaxed' | 'plain'): Program =>
      program('stores', (p) => {
        const x = p.variable('x');
        for (const name of ['one', 'two']) {
          p.thread(name, function* () {
            yield store(x, 1, order);
          });
        }
      });
    const verdicts = (order: 'relaxed' | 'plain', races: boolean): string[] =>
      checkProgram(source(order), { races }).map(({ verdict }) => verdict);
    expect(verdicts('relaxed', true)).toEqual(['safe', 'safe', 'safe']);
    expect(verdicts('plain', false)).toEqual(['safe', 'safe', 'safe']);
    expect(verdicts('plain', true)).toEqual(['failing', 'failing', 'failing']);
  });

  it('finds a race before a thread is cut off', () => {
    const source = program('cut off', (p) => {
      const x = p.variable('x');
      p.thread('one', function* () {
        yield store(x, 1, 'plain');
        yield cut();
      });
      p.thread('two', function* () {
        yield load(x, 'plain');
      });
    });
    const [result] = checkProgram(source, { models: ['sc'], races: true });
    expect(result).toMatchObject({ executions: 0, blocked: 2, failures: [{ kind: 'data race', executions: 2 }] });
    expectSchedulesToShow(source, result!);
  });

  it('finds a race in a round of a loop that came to nothing', () => {
    const source = program('seqlock', (p) => {
      const [sequence, data] = [p.variable('sequence'), p.variable('data')];
      p.thread('writer', function* () {
        yield store(sequence, 1, 'seq_cst');
        yield store(data, 1, 'plain');
        yield store(sequence, 2, 'seq_cst');
      });
      p.thread('reader', function* () {
        if ((yield load(sequence, 'seq_cst')) !== 1) return;
        yield load(data, 'plain');
        yield stuck(2);
      });
    });
    const results = checkProgram(source, { races: true });
    for (const result of results) {
      expect(result.failures.map(({ kind }) => kind)).toEqual(['data race']);
      expectSchedulesToShow(source, result);
    }
    expect(results[0]!.failures[0]!.executions).toBe(results[0]!.blocked);
  });

  it('decides nothing if SC was not explored to the end', () => {
    const source = program('late', (p) => {
      const x = p.variable('x');
      for (const name of ['one', 'two']) {
        p.thread(name, function* () {
          yield store(x, 1);
        });
      }
    });
    const results = checkProgram(source, { models: ['tso'], races: true, maxExecutions: 1 });
    expect(results).toMatchObject([{ verdict: 'unknown', incomplete: { stoppedBy: 'executions' } }]);
  });

  it('refuses the method monitor', () => {
    const empty = program('empty', () => undefined);
    expect(() => checkProgram(empty, { races: true, method: 'monitor' })).toThrow(/with the method graph only/);
  });
});
