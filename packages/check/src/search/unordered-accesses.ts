import type { LocalStates, ModelName, Trace } from '@fencepost/core';
import { hasDataRaces, isJudged, modelNamed, modelNames } from '@fencepost/core';
import type { Execution, Race } from '@fencepost/explore';
import { delayedLoadOf, loadBufferingOf, racesOf, reorderingOf } from '@fencepost/explore';

/** Returns the question that none of the models answers. */
export function questionFor(models: readonly ModelName[]): UnorderedQuestion {
  return models.some((model) => isJudged(modelNamed(model))) ? 'load buffering' : 'everything';
}

/** Sample sizes for a resumed task: executions inspected at its start, and during it. */
const FIRST = 4;
const MORE = 4;
/** Number of executions with races that are inspected more closely. */
const FURTHER = 16;
/**
 * For a task that starts at the beginning, inspects every execution with a new thread state, and one of this many
 * others.
 */
const ONE_OF = 64;

/**
 * The question about unordered accesses. `everything`: reorderings that no model with store buffers covers. `load
 * buffering`: reorderings that models that also reorder loads do not cover.
 */
export type UnorderedQuestion = 'everything' | 'load buffering';

/**
 * Looks for accesses that other machines, or compilers, may reorder further than the models do. If the search detects
 * races, it misses none of them. Otherwise inspecting an execution costs more than exploring it, so only some are
 * inspected, until the first such accesses are found. The choice depends on the task alone, so that a search reports
 * the same regardless of who does its tasks.
 */
export class UnorderedAccesses {
  private readonly states: LocalStates;
  private readonly question: UnorderedQuestion;
  private readonly fromBeginning: boolean;
  private readonly step: number;
  private seen = 0;
  private discovered = -1;
  /** Number of further executions with races to inspect. */
  private further = 0;
  /** The findings, as text. */
  note: string | null = null;

  /** `size` is the maximum number of executions of the task. */
  constructor(states: LocalStates, question: UnorderedQuestion, fromBeginning: boolean, size: number) {
    this.states = states;
    this.question = question;
    this.fromBeginning = fromBeginning;
    this.step = fromBeginning ? ONE_OF : Math.max(1, Math.ceil(size / MORE));
  }

  /** Adds an execution, complete or blocked. */
  collect(execution: Execution): void {
    if (this.states.program.standard === undefined || !execution.sequential) return;
    if (this.note !== null) {
      this.lookFurther(execution);
      return;
    }
    const isDue = this.isDue(this.seen++);
    if (execution.racy !== true && (!isDue || this.isDecided(execution))) return;
    const trace = execution.trace();
    const [race] = racesOf(trace);
    if (race !== undefined) {
      this.note = aboutRace(trace, race);
      this.further = FURTHER;
      this.lookFurther(execution);
    } else this.note = this.question === 'load buffering' ? aboutLoadBuffering(trace) : aboutReordering(trace);
    this.discovered = this.states.discovered;
  }

  /** Inspects further executions, because a race may be worse than its first execution shows. */
  private lookFurther(execution: Execution): void {
    if (this.further === 0 || execution.racy === false) return;
    this.further--;
    const more = aboutDelayedLoad(execution.trace());
    if (more === '') return;
    this.note = `${this.note}${more}`;
    this.further = 0;
  }

  /**
   * Whether nothing can be reordered. JavaScript has no accesses between plain and seq_cst: without a race, nothing is
   * reordered.
   */
  private isDecided({ racy }: Execution): boolean {
    return racy === false && this.states.program.standard === 'ECMA-262';
  }

  private isDue(execution: number): boolean {
    const isNew = this.fromBeginning ? this.states.discovered !== this.discovered : execution < FIRST;
    return isNew || execution % this.step === 0;
  }
}

function aboutRace(trace: Trace, { location, events }: Race): string {
  const { locations, program } = trace.states;
  const places = [...new Set(events.map((event) => place(trace, event)))].sort().join(' and ');
  const why =
    program.standard === 'C11'
      ? `the behaviour is then undefined in C11 (see --model ${modelOfC()})`
      : 'ECMA-262 guarantees no order for such accesses, and engines may reorder more than any model here';
  return `data race on ${locations.name(location)} (${places}): ${why}; --races shows all`;
}

/** Describes a delayed load in terms of JavaScript. */
function aboutDelayedLoad(trace: Trace): string {
  if (trace.states.program.standard !== 'ECMA-262') return '';
  const found = delayedLoadOf(trace);
  if (found === undefined) return '';
  const [load, store] = found.map((i) => access(trace, i));
  return (
    `. A phone or another machine with an ARM processor may even write ${store!} before it has read ${load!}, although it comes later in the program, ` +
    'and then read a value that another thread wrote in between. No model here includes that, so the verdict "safe" does not cover it: use Atomics.store for the write'
  );
}

function aboutLoadBuffering(trace: Trace): string | null {
  const found = loadBufferingOf(trace);
  if (found === undefined) return null;
  const [load, store] = found.map((i) => access(trace, i));
  return `load buffering: ARM machines may perform the store to ${store!} before the load of ${load!}; no model here does`;
}

function access(trace: Trace, i: number): string {
  const { states, events } = trace;
  return `${states.locations.name(states.location[events[i]!.state]!)} (${place(trace, i)})`;
}

function aboutReordering(trace: Trace): string | null {
  const found = reorderingOf(trace);
  if (found === undefined) return null;
  const [first, second] = found.map((i) => access(trace, i));
  return `relaxed accesses: C11 and ARM machines may perform ${second!} before ${first!}; --model ${modelOfC()} covers that`;
}

/** Returns the models that cover everything that C11 allows. */
function modelOfC(): string {
  return modelNames(hasDataRaces).join(',');
}

function place({ states, events }: Trace, event: number): string {
  return states.labels.get(states.label[events[event]!.state]!).text;
}
