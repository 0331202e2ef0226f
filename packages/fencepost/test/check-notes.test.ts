import { assert, fetchAdd, load, program, store } from 'fencepost';
import { checkProgram } from '@fencepost/check';
import type { ModelName, Program, ThreadBody } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { whatFailuresMean } from '@fencepost/check';

/** Under which models something is said. */
function toldFor(source: Program, models: readonly ModelName[] = ['sc', 'tso', 'pso']): string[] {
  const notes = whatFailuresMean(checkProgram(source, { models }));
  return Object.entries(notes).map(
    ([model, [text]]) => `${model}:${/ on (?:every machine|x86|ARM machines)/.exec(text!)![0]}`,
  );
}

const storeThenLoad = (own: string, other: string, check = true): Program =>
  program('sb', (p) => {
    const [x, y] = [p.variable(own), p.variable(other)];
    p.thread('left', function* () {
      yield store(x, 1);
      return yield load(y);
    });
    p.thread('right', function* () {
      yield store(y, 1);
      return yield load(x);
    });
    if (check) p.after((final) => assert(final.outcome(0) === 1 || final.outcome(1) === 1, 'both are late'));
  });

const counting = (step: (x: { name: string; address: number }) => ThreadBody): Program =>
  program('counting', (p) => {
    const x = p.variable('x');
    for (const name of ['a', 'b']) p.thread(name, step(x));
    p.after((final) => assert(final.read(x) === 2, 'an update is lost'));
  });

const messagePassing = program('mp', (p) => {
  const [data, flag] = [p.variable('data'), p.variable('flag')];
  p.thread('giver', function* () {
    yield store(data, 1);
    yield store(flag, 1);
  });
  p.thread('taker', function* () {
    if ((yield load(flag)) === 1) assert((yield load(data)) === 1, 'too early');
  });
});

describe('the meaning of a failure', () => {
  it('is that it happens everywhere, if it happens under SC', () => {
    const lost = counting(
      (x) =>
        function* () {
          yield store(x, (yield load(x)) + 1);
        },
    );
    expect(toldFor(lost)).toEqual(['sc: on every machine']);
  });

  it('is that it happens on x86 if it happens under TSO only; that PSO has it, too, goes without saying', () => {
    expect(toldFor(storeThenLoad('x', 'y'))).toEqual(['tso: on x86']);
    expect(toldFor(storeThenLoad('x', 'y'), ['pso'])).toEqual(['pso: on ARM machines']);
  });

  it('says that a failure under PSO only happens on ARM machines, and names the limits of PSO', () => {
    expect(toldFor(messagePassing)).toEqual(['pso: on ARM machines']);
    expect(whatFailuresMean(checkProgram(messagePassing))['pso']![0]).toMatch(/neither reordered loads nor compiler/);
  });

  it('is different for data races, and stated once', () => {
    const racing = (...names: string[]): Program =>
      program('racing', (p) => {
        const shared = names.map((name) => p.variable(name));
        for (const name of ['a', 'b']) {
          p.thread(name, function* () {
            for (const [i, each] of shared.entries()) yield store(each, 1, 'plain', { file: 'races.ts', line: i + 1 });
          });
        }
      });
    const told = (source: Program, models: readonly ModelName[]) =>
      whatFailuresMean(checkProgram(source, { models, races: true, all: true }));
    const each = 'data races: ECMA-262 guarantees no order for the two lines of each';
    expect(told(racing('x', 'y'), ['sc', 'tso', 'pso'])).toEqual({ sc: [each] });
    expect(told(racing('x', 'y'), ['tso', 'pso'])).toEqual({ tso: [each] });
    expect(told(racing('x'), ['sc'])).toEqual({
      sc: ['a data race: ECMA-262 guarantees no order for these two lines'],
    });
  });

  it('is stated for a data race next to that of a failure', () => {
    const lost = counting(
      (x) =>
        function* () {
          yield store(x, (yield load(x, 'seq_cst')) + 1, 'plain');
        },
    );
    const { sc } = whatFailuresMean(checkProgram(lost, { models: ['sc'], races: true, all: true }));
    expect(sc!.map((text) => text.split(':')[0])).toEqual([
      'a failure under SC can happen on every machine',
      'data races',
    ]);
  });

  it('is not stated if nothing fails, robust or not', () => {
    const counted = counting(
      (x) =>
        function* () {
          yield fetchAdd(x, 1);
        },
    );
    expect(toldFor(counted)).toEqual([]);
    expect(toldFor(storeThenLoad('x', 'y', false))).toEqual([]);
  });
});
