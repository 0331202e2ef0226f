import type { Calls, FinalView, ModelName, ToldCall, ToldHistory } from '@fencepost/core';
import { FencepostError, NotLinearizable, REFERENCE_MODEL } from '@fencepost/core';
import { OrderDecision } from './decide-order.js';
import { RealTimeDecision } from './decide-real-time.js';
import { deadEnds, orderIn, tellingPairs } from './explain.js';
import type { CallOrder, History } from './history.js';
import { END, MOST_CALLS, NOT_CALLED, WAITS } from './history.js';
import type { Scenario } from './scenarios.js';
import type { SequentialRuns } from './sequential-runs.js';
import type { Texts } from './texts.js';

/**
 * Which order of calls a sequential order must respect. `real time`: one that ended before another began comes first,
 * by the clock; SC only. `happens-before`: by the happens-before of the language. `program order`: that of each thread (sequential
 * consistency).
 */
export type RespectedOrder = 'real time' | 'happens-before' | 'program order';
export const RESPECTED_ORDERS: readonly RespectedOrder[] = ['real time', 'happens-before', 'program order'];

/** What the calls of a scenario are compared with. */
export interface ScenarioSource {
  readonly scenario: Scenario;
  /** The letters of operations that may wait forever. */
  readonly blocking: ReadonlySet<number>;
  /** Names of the threads. */
  readonly names: readonly string[];
  /** The letters as users write them. */
  readonly letters: readonly string[];
  /** Calls before the threads start, with their results. */
  readonly initial: () => readonly ToldCall[];
  readonly specification: SequentialRuns;
  /** Results as numbers. */
  readonly texts: Texts;
  /** The index of the first thread that makes calls; it may change as the front end learns. */
  readonly firstThread: () => number;
  /** What the calls of a thread returned. */
  readonly resultsOf: (final: FinalView, thread: number) => readonly string[];
  /** Default: real time under SC, happens-before under other models. */
  readonly respects?: RespectedOrder | undefined;
}

interface MadeHistory extends History {
  readonly calls: readonly number[];
}

/** Orders that are told of a failing history. */
const TOLD = 4;

/** The calls of a scenario, and what must hold of them. */
export function callsOf(source: ScenarioSource): Calls {
  return new ScenarioCalls(source);
}

class ScenarioCalls implements Calls {
  readonly count: number;
  readonly inRealTime: (model: ModelName) => boolean;
  private readonly source: ScenarioSource;
  private readonly letters: readonly number[];
  /** By thread of the scenario: its calls. */
  private readonly callers: readonly (readonly number[])[];
  private all: readonly (readonly number[])[] = [];
  private readonly inOrder: OrderDecision;
  private readonly realTime: RealTimeDecision;

  constructor(source: ScenarioSource) {
    this.source = source;
    this.letters = source.scenario.flat();
    this.count = this.letters.length;
    if (this.count > MOST_CALLS) {
      throw new FencepostError('USAGE', `a scenario has at most ${MOST_CALLS} calls`);
    }
    let next = 0;
    this.callers = source.scenario.map((calls) => calls.map(() => next++));
    this.inRealTime = (model) => model === REFERENCE_MODEL && (source.respects ?? 'real time') === 'real time';
    this.inOrder = new OrderDecision(source.specification);
    this.realTime = new RealTimeDecision(source.specification);
  }

  get threads(): readonly (readonly number[])[] {
    const { callers } = this;
    const first = this.source.firstThread();
    if (first === 0) return callers;
    if (this.all.length !== first + callers.length) this.all = [...new Array<number[]>(first).fill([]), ...callers];
    return this.all;
  }

  readonly mayWait = (call: number): boolean => this.source.blocking.has(this.letters[call]!);

  readonly check = (final: FinalView, given: Int32Array): void => {
    const { source } = this;
    const first = source.firstThread();
    const results = this.callers.flatMap((calls, t) => {
      const texts = source.resultsOf(final, first + t);
      return calls.map((_, i) => {
        if (i === texts.length) return WAITS;
        return i > texts.length ? NOT_CALLED : source.texts.numberOf(texts[i]!);
      });
    });
    const history = { calls: this.letters, results };
    const order = source.respects === 'program order' ? this.programOrder() : given;
    if (order.length > this.count) {
      const shown = this.realTime.refute(history, order);
      if (shown !== undefined) throw this.failure(history, orderIn(shown, this.count));
    } else if (this.inOrder.decide(history, order) === undefined) throw this.failure(history, order.slice());
  };

  private programOrder(): CallOrder {
    const order = new Int32Array(this.count);
    for (const calls of this.callers) {
      let ended = 0;
      for (const c of calls) {
        order[c] = ended;
        ended |= 1 << (END + c);
      }
    }
    return order;
  }

  private failure(history: MadeHistory, order: CallOrder): NotLinearizable {
    return new NotLinearizable(
      'no sequential order of the calls explains what they returned',
      this.tell(history, order),
    );
  }

  private tell(history: MadeHistory, order: CallOrder): ToldHistory {
    const { names, letters, specification, texts, initial } = this.source;
    const resultText = (result: number): string => (result === WAITS ? 'waits' : texts.at(result));
    const told = (c: number, result = history.results[c]!): ToldCall => ({
      call: letters[history.calls[c]!]!,
      result: resultText(result),
    });
    const made = [...history.calls.keys()].filter((c) => history.results[c] !== NOT_CALLED);
    const pairs = tellingPairs(order, this.callers)
      .filter((pair) => pair.every((c) => made.includes(c)))
      .map(([a, b]) => ({ before: made.indexOf(a), after: made.indexOf(b) }));
    const ends = new Map(
      deadEnds(history, order, specification).map(({ calls, next, result }) => {
        const end = {
          calls: [...calls.map((c) => told(c)), told(next, result)],
          instead: resultText(history.results[next]!),
        };
        // Orders that differ only in which of equal calls is which are told once.
        return [JSON.stringify(end), end];
      }),
    );
    return {
      initial: initial(),
      threads: this.callers.map((calls, t) => ({
        name: names[t]!,
        calls: calls.filter((c) => history.results[c] !== NOT_CALLED).map((c) => told(c)),
      })),
      order: pairs,
      tried: [...ends.values()].slice(0, TOLD),
      left: Math.max(0, ends.size - TOLD),
    };
  }
}
