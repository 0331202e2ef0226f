import type { Program } from '../program/ast.js';
import { HASH, mix, wrap } from '../program/types.js';
import type { Pending, State } from './state.js';
import { FREED, NOWHERE, OUTCOME, ThreadState } from './state.js';
import type { Steps } from './step.js';
import { INVALID, Step } from './step.js';
import type { Loaded, Model } from './threads.js';
import { hasEnded, load, notStarted, resultOf, started } from './threads.js';

/** Runs programs on SC, TSO and PSO, one step of one thread or store buffer at a time. */
export class Machine {
  private readonly loaded: Loaded;

  constructor(program: Program, model: Model) {
    this.loaded = load(program, model);
  }

  initial(): State {
    const { cells, mutexes, conditions, threads, language } = this.loaded.program;
    return {
      memory: cells.map(({ initial, type }) => wrap(initial, type)),
      owners: new Array<number>(mutexes).fill(-1),
      queues: Array.from({ length: conditions + cells.length }, () => []),
      threads: threads.map((_, t) => (language === 'javascript' || t === 0 ? started : notStarted)(this.loaded, t)),
    };
  }

  /** Whether every started thread has ended, and all buffers are empty. */
  isDone({ threads }: State): boolean {
    return threads.every((thread, t) => thread.pc === NOWHERE || hasEnded(this.loaded, t, thread));
  }

  outcome({ threads }: State): number {
    if (this.loaded.program.language === 'c') return Number(threads[0]!.locals[OUTCOME]);
    return threads.reduce((hash, thread) => mix(hash, resultOf(thread)), HASH);
  }

  /** Whether the assertion at the end fails. */
  failsAtEnd({ threads, memory }: State): boolean {
    const { last } = this.loaded.program;
    if (last === undefined) return false;
    const results = threads.reduce((hash, thread) => mix(hash, resultOf(thread)), HASH);
    return (memory.reduce<number>((hash, word) => mix(hash, word!), results) & 3) === last;
  }

  steps(state: State, steps: Steps): void {
    state.threads.forEach((thread, t) => {
      if (thread.pc === NOWHERE) return;
      thread.buffer.forEach((_, i) => {
        if (this.mayCommit(thread.buffer, i)) commit(state, t, i, steps);
      });
      new Step(this.loaded, state, t, steps).take();
    });
  }

  private mayCommit(buffer: readonly Pending[], i: number): boolean {
    if (this.loaded.model === 'tso') return i === 0;
    const { cell, epoch } = buffer[i]!;
    return !buffer.slice(0, i).some((earlier) => earlier.cell === cell || earlier.epoch < epoch);
  }
}

/** Commits a pending store to memory. */
function commit(state: State, t: number, pending: number, steps: Steps): void {
  const { cell, word } = state.threads[t]!.buffer[pending]!;
  if (state.memory[cell] === FREED) {
    steps.fails(INVALID);
    return;
  }
  const { pc, locals, stack, buffer, epoch } = state.threads[t]!;
  const left = buffer.toSpliced(pending, 1);
  const threads = state.threads.with(t, new ThreadState(pc, locals, stack, left, epoch));
  steps.to({ ...state, memory: state.memory.with(cell, word), threads }, t, { kind: 'commit', pending });
}
