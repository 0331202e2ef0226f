import type { Calls, FinalView, ModelName, ToldCall, ToldHistory } from '@fencepost/core';
import { FencepostError, NotLinearizable, REFERENCE_MODEL, WrongResults } from '@fencepost/core';
import { DEFAULT_CRITERION } from '../histories/criteria.js';
import type { Criterion } from '../histories/criteria.js';
import { decisionFor } from '../histories/decisions.js';
import type { Elements } from '../histories/elements.js';
import { deadEnds, tellingPairs } from '../histories/explain.js';
import type { HistoryDecision } from '../histories/history-decision.js';
import type { CallOrder, History } from '../histories/history.js';
import { MOST_CALLS, NOT_CALLED, WAITS } from '../histories/history.js';
import type { Scenario } from './scenarios.js';
import type { SequentialRuns } from '../histories/sequential-runs.js';
import type { Texts } from './format-values.js';

/**
 * The order of calls that a sequential order must respect. `real time`: a call that ended before another began comes
 * first, by the clock; SC only. `happens-before`: by the happens-before of the language.
 */
export type RespectedOrder = 'real time' | 'happens-before';
export const RESPECTED_ORDERS: readonly RespectedOrder[] = ['real time', 'happens-before'];

/** The data with which the calls of a scenario are compared. */
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
  /** Returns the index of the first thread that makes calls. It may change as the front end learns. */
  readonly firstThread: () => number;
  /** Returns the results of a thread's calls. */
  readonly resultsOf: (final: FinalView, thread: number) => readonly string[];
  /** Default: real time under SC, happens-before under other models. */
  readonly respects?: RespectedOrder | undefined;
  /** Default: linearizable. */
  readonly criterion?: Criterion | undefined;
  /** The elements put and taken, if that is the criterion. */
  readonly elements?: Elements | undefined;
}

interface MadeHistory extends History {
  readonly calls: readonly number[];
}

/** Number of orders that are reported for a failing history. */
const TOLD = 4;

/** Returns the calls of a scenario, with the property they must have. */
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
  private readonly criterion: Criterion;
  private readonly decision: HistoryDecision | undefined;

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
    const { specification, elements, criterion = DEFAULT_CRITERION } = source;
    this.criterion = criterion;
    this.decision = decisionFor(criterion, { specification, elements, callers: this.callers });
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
    const { source, decision } = this;
    if (decision === undefined) return;
    const first = source.firstThread();
    const results = this.callers.flatMap((calls, t) => {
      const texts = source.resultsOf(final, first + t);
      return calls.map((_, i) => {
        if (i === texts.length) return WAITS;
        return i > texts.length ? NOT_CALLED : source.texts.numberOf(texts[i]!);
      });
    });
    const history = { calls: this.letters, results };
    const refuted = decision.refute(history, given);
    if (refuted === undefined) return;
    const told = this.tell(history, refuted.order, decision);
    throw new (this.criterion === 'linearizable' ? NotLinearizable : WrongResults)(refuted.message, told);
  };

  private tell(history: MadeHistory, order: CallOrder, { triesOrders }: HistoryDecision): ToldHistory {
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
      (triesOrders ? deadEnds(history, order, specification) : []).map(({ calls, next, result }) => {
        const end = {
          calls: [...calls.map((c) => told(c)), told(next, result)],
          instead: resultText(history.results[next]!),
        };
        // Orders that differ only by exchanging equal calls are reported once.
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
