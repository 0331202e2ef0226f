import type { FencepostError, MemoryOrder, Program } from '@fencepost/core';
import {
  LocalStates,
  assert,
  fetchAdd,
  hasDataRaces,
  isJudged,
  load,
  modelNamed,
  modelNames,
  parseSchedule,
  program,
  store,
} from '@fencepost/core';
import type { Counterexample, Remedy } from '@fencepost/report';
import { checkProgram, replayProgram, buildCounterexample } from '@fencepost/check';
import { describe, expect, it } from 'vitest';

/** The models whose executions are shown on the machine with history. */
const MODELS = modelNames(isJudged);

interface Orders {
  readonly data?: MemoryOrder;
  readonly send?: MemoryOrder;
  readonly receive?: MemoryOrder;
}

function messagePassing({ data = 'relaxed', send = 'relaxed', receive = 'relaxed' }: Orders = {}): Program {
  return program('mp', (p) => {
    const [message, sent] = [p.variable('message'), p.variable('sent')];
    p.thread('sender', function* () {
      yield store(message, 42, data);
      yield store(sent, 1, send);
    });
    p.thread('receiver', function* () {
      if ((yield load(sent, receive)) === 0) return;
      assert((yield load(message, data)) === 42, 'the message is not there');
    });
  });
}

function storeBuffering(): Program {
  return program('sb', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    p.thread('left', function* () {
      yield store(x, 1);
      return yield load(y);
    });
    p.thread('right', function* () {
      yield store(y, 1);
      return yield load(x);
    });
    p.after((final) => assert(final.outcome(0) !== 0 || final.outcome(1) !== 0, 'both are late'));
  });
}

/** In terms of labels, which say more than steps do. */
function told({ story, remedy }: Counterexample): { readonly missing: string[]; readonly fixes: string[][] } {
  const labelOf = (step: number): string => story.steps[step]!.label;
  const { missing, fixes }: Remedy = remedy!;
  return {
    missing: missing.map(({ kind, first, second }) => `${kind}: ${labelOf(first)}, ${labelOf(second)}`),
    fixes: fixes.map(({ changes }) =>
      changes.map(({ step, order, fenceAfter }) =>
        fenceAfter === undefined
          ? `${order} at ${labelOf(step)}`
          : `fence ${order} between ${labelOf(fenceAfter)} and ${labelOf(step)}`,
      ),
    ),
  };
}

describe.each(MODELS)('a counterexample under %s', (model) => {
  it('has an old read, and its schedule replays it', () => {
    const source = messagePassing();
    const [check] = checkProgram(source, { models: [model] });
    expect(check).toMatchObject({ verdict: 'failing', robust: false, harmful: true });
    const { counterexample, underSc } = check!.failures[0]!;
    expect(underSc).toBe(false);
    expect(counterexample!.schedule).toMatch(/^fp1:1x2\.2\.2r1~/);
    const { steps } = counterexample!.story;
    expect(steps.at(-1)).toMatchObject({ kind: 'load', read: '0', missed: [0], pending: false });
    const again = replayProgram(source, model, counterexample!.schedule);
    expect(again.failures).toMatchObject([{ message: 'the message is not there' }]);
    expect(again.counterexample).toEqual(counterexample);
  });

  it('says which stores and loads would have to be stronger', () => {
    const shown = (orders: Orders): ReturnType<typeof told> =>
      told(checkProgram(messagePassing(orders), { models: [model] })[0]!.failures[0]!.counterexample!);
    expect(shown({}).fixes).toEqual([['release at sender#1', 'acquire at receiver#0']]);
    expect(shown({ send: 'release' }).fixes).toEqual([['acquire at receiver#0']]);
    expect(shown({ receive: 'acquire' }).fixes).toEqual([['release at sender#1']]);
    expect(checkProgram(messagePassing({ send: 'release', receive: 'acquire' }), { models: [model] })).toMatchObject([
      { verdict: 'safe', robust: true },
    ]);
    expect(shown({ receive: 'acquire' }).missing).toEqual(
      hasDataRaces(modelNamed(model))
        ? ['synchronisation: sender#1, receiver#0']
        : ['program order: sender#0, sender#1'],
    );
  });

  it('offers fences where fewer of them are enough', () => {
    const [check] = checkProgram(storeBuffering(), { models: [model] });
    expect(told(check!.failures[0]!.counterexample!)).toEqual({
      missing: ['program order: left#0, left#1', 'program order: right#0, right#1'],
      fixes: [
        ['seq_cst at left#0', 'seq_cst at left#1', 'seq_cst at right#0', 'seq_cst at right#1'],
        ['fence seq_cst between left#0 and left#1', 'fence seq_cst between right#0 and right#1'],
      ],
    });
  });

  it('is refused if the model forbids it, with the axiom', () => {
    const source = messagePassing({ send: 'release', receive: 'acquire' });
    const refused = (): unknown => replayProgram(source, model, 'fp1:1x2.2.2r1');
    expect(refused).toThrow(expect.objectContaining({ code: 'FORBIDDEN_EXECUTION' }));
    expect(refused).toThrow(/violates the axiom “(?:coherence|external visibility)”/);
  });

  it('is confirmed before it is shown', () => {
    const states = new LocalStates(messagePassing({ send: 'release', receive: 'acquire' }));
    const show = (): unknown => buildCounterexample(states, model, parseSchedule('fp1:1x2.2.2r1'));
    expect(show).toThrow(expect.objectContaining<Partial<FencepostError>>({ code: 'FORBIDDEN_EXECUTION' }));
    expect(show).toThrow(/the explorer found an execution that/);
  });

  it('may have stores that are placed before earlier ones', () => {
    const source = program('2+2w', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield store(y, 2);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        yield store(x, 2);
      });
      p.after((final) => assert(final.read(x) !== 1 || final.read(y) !== 1, 'the first stores are last'));
    });
    const [check] = checkProgram(source, { models: [model] });
    const { counterexample } = check!.failures[0]!;
    expect(counterexample!.schedule).toMatch(/^fp2:/);
    const { steps } = counterexample!.story;
    expect(steps.filter(({ missed }) => missed.length > 0)).toMatchObject([{ kind: 'store', missed: [0] }]);
    expect(replayProgram(source, model, counterexample!.schedule).failures).toMatchObject([
      { message: 'the first stores are last' },
    ]);
  });

  it('may have atomics that read old values', () => {
    const source = program('atomics', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield fetchAdd(y, 1, 'relaxed');
      });
      p.thread('right', function* () {
        yield store(y, 5);
        assert((yield load(x)) === 1, 'right is first');
      });
      p.after((final) => assert(final.read(y) !== 5, 'the sum was overwritten'));
    });
    for (const { counterexample, message } of checkProgram(source, { models: [model], all: true })[0]!.failures) {
      expect(replayProgram(source, model, counterexample!.schedule).failures).toMatchObject([{ message }]);
    }
  });
});

describe.each(MODELS)('a requested data race, under %s', (model) => {
  it('is shown as an execution of the model', () => {
    const [check] = checkProgram(messagePassing({ data: 'plain' }), { models: [model], races: true });
    const race = check!.failures.find(({ kind }) => kind === 'data race')!;
    expect(race.counterexample!.story.model).toBe(model);
    const again = replayProgram(messagePassing({ data: 'plain' }), model, race.counterexample!.schedule, {
      races: true,
    });
    expect(again.failures).toMatchObject([{ message: race.message }]);
  });
});

describe.each(modelNames(hasDataRaces))('a data race under %s', (model) => {
  it('is a failure by default, with the orders that would prevent it', () => {
    const [check] = checkProgram(messagePassing({ data: 'plain' }), { models: [model] });
    const [race] = check!.failures;
    expect(race).toMatchObject({ kind: 'data race', underSc: true });
    expect(told(race!.counterexample!).fixes).toEqual([['release at sender#1', 'acquire at receiver#0']]);
    const replayed = replayProgram(messagePassing({ data: 'plain' }), model, race!.counterexample!.schedule);
    expect(replayed.failures).toMatchObject([{ kind: 'data race', message: race!.message }]);
    const orders = { data: 'plain', send: 'release', receive: 'acquire' } as const;
    expect(checkProgram(messagePassing(orders), { models: [model] })).toMatchObject([
      { verdict: 'safe', robust: true },
    ]);
  });

  it('is found after a behaviour that SC does not have', () => {
    const source = program('behind', (p) => {
      const [x, y, data] = [p.variable('x'), p.variable('y'), p.variable('data')];
      for (const [name, own, other] of [
        ['left', x, y],
        ['right', y, x],
      ] as const) {
        p.thread(name, function* () {
          yield store(own, 1);
          if ((yield load(other)) === 0) yield store(data, 1, 'plain');
        });
      }
    });
    const [underSc, check] = checkProgram(source, { models: ['sc', model], races: true });
    expect(underSc).toMatchObject({ verdict: 'safe' });
    expect(check).toMatchObject({ verdict: 'failing', harmful: true });
    expect(check!.failures).toMatchObject([{ kind: 'data race', underSc: false }]);
    // Nothing orders the two stores, but seq_cst forbids that both happen.
    const { cycle, remedy } = check!.failures[0]!.counterexample!;
    expect(cycle.length).toBeGreaterThan(0);
    expect(remedy!.fixes.map(({ effect, changes }) => [effect, changes.length])).toEqual([
      ['forbids', 4],
      ['forbids', 2],
    ]);
  });
});
