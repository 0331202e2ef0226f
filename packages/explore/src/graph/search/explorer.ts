import type { LocalStates, ModelName } from '@fencepost/core';
import { LOAD, RMW, STORE } from '@fencepost/core';
import { Builder } from '../builder/builder.js';
import { Candidates } from '../builder/candidates.js';
import { Choices, NO_CHOICE, REVISIT, UPDATE, UPDATE_AND_WAKE } from '../builder/choices.js';
import { Cuts } from '../builder/revisit-undo.js';
import {
  ATOMIC,
  EVENT,
  FRAME_WORDS,
  Frames,
  KIND,
  PART,
  READ,
  READER,
  READ_CURSOR,
  REVISIT_BY_ATOMIC,
  REVISIT_BY_PART,
  REVISIT_BY_WRITE,
  STAMP,
  THREAD,
  TRAIL,
  UNTRIED,
  WRITE,
  WRITE_CURSOR,
} from '../state/frames.js';
import { importJob } from './frontier.js';
import type { Job } from './job.js';
import { JobWriter } from './job-writer.js';
import type { Graph } from '../state/graph.js';
import { NEXT_STAMP, NONE, NOTICED, OBLIGED_THREAD, PENDING, UNIT_HEAD } from '../state/graph.js';
import type { Predecessors } from '../consistency/predecessors.js';
import { Revisits } from '../builder/revisits.js';
import { Preemptions } from './preemptions.js';
import { nextThread } from './scheduler.js';
import type { UnitKind, Units } from '../builder/spin-units.js';

/**
 * The search: adds the operations of the threads one by one, trying every consistent choice for each, and at each write
 * also the backward revisits (`revisits.ts`). Every consistent graph is reached exactly once. The recursion of the
 * paper is a stack of frames, so depth costs no call stack, and the remaining work can be handed to another explorer.
 */
export class GraphExplorer {
  readonly builder: Builder;
  readonly graph: Graph;
  readonly frames = new Frames();
  private readonly states: LocalStates;
  private readonly model: ModelName;
  private readonly jobs: JobWriter;
  private readonly predecessors: Predecessors;
  private readonly revisits: Revisits;
  private readonly candidates: Candidates;
  private readonly choices: Choices;
  private readonly units: Units;
  private readonly cuts: Cuts;
  /** During a dive: picks the one choice of a frame to try. */
  private choose: ((frame: Int32Array, count: number) => number) | undefined;

  /** Present only if preemptions are bounded. */
  private readonly preemptions: Preemptions | undefined;
  /** Number of graphs that were dropped because of their preemptions. */
  dropped = 0;

  /** `races` enables data race detection; `units` selects the reads that are revisited together. */
  constructor(states: LocalStates, model: ModelName, races = false, units?: UnitKind) {
    this.states = states;
    this.model = model;
    this.builder = new Builder(states, model, races, units);
    this.units = this.builder.units;
    this.graph = this.builder.graph;
    this.jobs = new JobWriter(this.graph, { model, races, units });
    this.predecessors = this.builder.predecessors;
    this.cuts = new Cuts(this.builder);
    this.revisits = new Revisits(this.builder);
    this.candidates = new Candidates(this.builder, this.revisits);
    this.choices = new Choices(this.builder, this.revisits, this.candidates);
    const isSequential = this.builder.sequential === undefined;
    this.preemptions = states.preemptions === undefined ? undefined : new Preemptions(this.graph, isSequential);
  }

  /** Advances to the next complete graph (nothing left to add). Returns false if none is left. */
  nextGraph(forward: boolean): boolean {
    for (;;) {
      if (forward) {
        const t = nextThread(this.builder);
        if (t === NONE) return true;
        forward = this.add(t);
      } else {
        if (this.frames.top < 0) return false;
        forward = this.tryNext();
      }
      if (forward && this.preemptions !== undefined && this.isFarBeyond(this.preemptions)) {
        this.dropped++;
        forward = false;
      }
    }
  }

  /** Whether the complete graph has no more preemptions than allowed. */
  get isWithinBound(): boolean {
    return this.preemptions === undefined || this.preemptions.areAtMost(this.states.preemptions!);
  }

  /**
   * Whether the graph is of no use, as it has too many preemptions. A revisit may lead to fewer: what it removes was
   * added last, and each thread that went on was left before. But the thread of the revisiting write did not go on, nor
   * had the last one to be left.
   */
  private isFarBeyond(preemptions: Preemptions): boolean {
    return !preemptions.areAtMost(this.states.preemptions! + Math.max(0, this.graph.threads - 2));
  }

  /** Adds the next operation of thread t by its first choice, leaving a frame if there are more. */
  private add(t: number): boolean {
    const { builder, graph, states, frames } = this;
    if (graph.head[OBLIGED_THREAD] !== 0 && !this.units.mayGoOn(t)) return false;
    if (builder.addFenceFirst(t)) return true;
    const state = graph.current[t]!;
    const location = states.location[state]!;
    if (location >= 0 && this.choose === undefined && this.candidates.isOnlyChoice(t, location))
      return this.addOnly(t, state);
    switch (states.kind[state]) {
      case LOAD:
        frames.push(READ, t, graph.latest[location]!, NONE, builder.trailSize);
        return this.tryNext();
      case RMW:
        frames.push(ATOMIC, t, graph.latest[location]!, UNTRIED, builder.trailSize);
        return this.tryNext();
      case STORE:
        frames.push(WRITE, t, graph.latest[location]!, UNTRIED, builder.trailSize);
        return this.tryNext();
      default:
        builder.addPlain(t);
        return true;
    }
  }

  /** Adds an operation that has only one choice and so needs no frame. */
  private addOnly(t: number, state: number): boolean {
    const { builder, states } = this;
    const latest = this.graph.latest[states.location[state]!]!;
    this.predecessors.of(t);
    if (states.kind[state] === STORE) return builder.isConsistent(builder.addWrite(t, latest));
    const writes = states.kind[state] === RMW && this.candidates.writesAfter(state, latest);
    return builder.isConsistent(writes ? this.addUpdate(t, latest) : this.addRead(t, latest));
  }

  /** Takes the top frame's next choice. If none is left, removes the frame and returns false. */
  private tryNext(): boolean {
    const { words, top } = this.frames;
    this.builder.undo(words[top + TRAIL]!);
    if (this.choose !== undefined && !this.skipToChosen(words, top)) return false;
    // One method per kind of frame, because the JIT compiler then specialises each.
    switch (words[top + KIND]) {
      case READ:
        return this.tryRead(words, top);
      case WRITE:
        return this.tryWrite(words, top);
      case ATOMIC:
        return this.tryAtomic(words, top);
      case PART:
        return this.tryPart(words, top);
      default:
        return this.tryRevisit(words, top);
    }
  }

  private tryRead(words: Int32Array, top: number): boolean {
    const { builder, choices } = this;
    if (choices.nextOfRead(words, top) === NO_CHOICE) return this.giveUp();
    if (choices.isLast) this.frames.pop();
    const e = this.addRead(words[top + THREAD]!, choices.write);
    return builder.isConsistent(e) && !(this.units.enabled && this.units.isUseless(e));
  }

  private tryWrite(words: Int32Array, top: number): boolean {
    const { choices } = this;
    const t = words[top + THREAD]!;
    const choice = choices.nextOfWrite(words, top);
    if (choice === NO_CHOICE) return this.giveUp();
    if (choices.isLast) this.frames.pop();
    if (choice === REVISIT) return this.revisit(REVISIT_BY_WRITE, t, choices.read, NONE);
    return this.builder.isConsistent(this.builder.addWrite(t, choices.write));
  }

  private tryAtomic(words: Int32Array, top: number): boolean {
    const { builder, choices } = this;
    const choice = choices.nextOfAtomic(words, top);
    if (choice === NO_CHOICE) return this.giveUp();
    const t = words[top + THREAD]!;
    const { write, read } = choices;
    if (choices.isLast) this.frames.pop();
    if (choice === REVISIT) return this.revisit(REVISIT_BY_ATOMIC, t, read, write);
    if (choice === UPDATE_AND_WAKE) return this.unlockAndWake(t, write, read);
    const e = choice === UPDATE ? this.addUpdate(t, write) : this.addRead(t, write);
    return builder.isConsistent(e) && !(this.units.enabled && this.units.isUseless(e));
  }

  private addRead(t: number, write: number): number {
    const { units } = this;
    return this.builder.addRead(t, write, units.stampOf(t, units.roleOf(t)));
  }

  private addUpdate(t: number, write: number): number {
    const { units } = this;
    return this.builder.addUpdate(t, write, units.stampOf(t, units.roleOf(t)));
  }

  private tryPart(words: Int32Array, top: number): boolean {
    const { choices } = this;
    const choice = choices.nextOfPart(words, top);
    if (choice === NO_CHOICE) return this.giveUp();
    if (choices.isLast) this.frames.pop();
    const { write, read } = choices;
    if (choice === REVISIT) return this.revisit(REVISIT_BY_PART, words[top + THREAD]!, read, write);
    this.builder.addWritePart(write);
    return this.builder.isConsistent(write);
  }

  private giveUp(): boolean {
    this.frames.pop();
    return false;
  }

  /** Releases a mutex and hands it to the waiting lock. */
  private unlockAndWake(t: number, source: number, waiter: number): boolean {
    const { builder, graph, frames } = this;
    builder.waking.detach(waiter);
    this.predecessors.of(t);
    const unlock = builder.addUpdate(t, source, graph.head[NEXT_STAMP]!++);
    builder.waking.attach(waiter, unlock);
    if (!builder.isConsistent(unlock)) return false;
    frames.push(PART, graph.thread[waiter]!, NONE, UNTRIED, builder.trailSize);
    frames.words[frames.top + EVENT] = waiter;
    return this.tryNext();
  }

  /** Cuts the graph down for the revisit of `read`, then tries the places of the revisiting write. */
  private revisit(kind: number, t: number, read: number, event: number): boolean {
    const { builder, graph, frames, states } = this;
    const reader = graph.thread[read]!;
    const stamp = graph.readStamp[read]!;
    const isUnit = (graph.flags[read]! & UNIT_HEAD) !== 0;
    this.revisits.restrict(read, this.cuts);
    if (graph.head[NOTICED] !== 0) builder.recheck();
    let previous: number;
    if (kind === REVISIT_BY_WRITE) previous = graph.latest[states.location[graph.current[t]!]!]!;
    else previous = kind === REVISIT_BY_ATOMIC ? event : graph.source[event]!;
    frames.push(kind, t, previous, isUnit ? UNTRIED : NONE, builder.trailSize);
    frames.words[frames.top + EVENT] = event;
    frames.words[frames.top + READER] = reader;
    frames.words[frames.top + STAMP] = stamp;
    if (kind !== REVISIT_BY_WRITE && !isUnit && !this.candidates.mayReadAfter(reader, previous)) {
      frames.words[frames.top + WRITE_CURSOR] = NONE;
    }
    return this.tryNext();
  }

  /** Adds the revisiting write at its next place, and the revisited read. */
  private tryRevisit(words: Int32Array, top: number): boolean {
    const { builder, graph, choices } = this;
    if (choices.nextOfRevisit(words, top) === NO_CHOICE) {
      this.cuts.undo();
      return this.giveUp();
    }
    const previous = choices.write;
    const t = words[top + THREAD]!;
    const reader = words[top + READER]!;
    const isUnit = words[top + READ_CURSOR] === UNTRIED;
    let write = words[top + EVENT]!;
    if (words[top + KIND] === REVISIT_BY_WRITE) write = builder.addWrite(t, previous);
    else {
      if (words[top + KIND] === REVISIT_BY_ATOMIC) {
        this.predecessors.of(t);
        write = this.addUpdate(t, previous);
      } else builder.addWritePart(write);
      // A read that still has to wait must wait for something newer than the latest write.
      if (!isUnit && graph.later[write] !== NONE && !this.candidates.satisfied(reader, graph.value[write]!))
        return false;
    }
    if (isUnit) {
      if (!builder.isConsistent(write)) return false;
      this.units.requireRead(reader, write, words[top + STAMP]!);
      return true;
    }
    this.predecessors.of(reader);
    const read = builder.addRead(reader, write, words[top + STAMP]!);
    if (!builder.isConsistent(write) || !builder.isConsistent(read)) return false;
    if ((graph.flags[read]! & PENDING) === 0) return true;
    this.frames.push(PART, reader, NONE, UNTRIED, builder.trailSize);
    this.frames.words[this.frames.top + EVENT] = read;
    return this.tryNext();
  }

  /**
   * Advances to some complete graph, taking only one choice of each frame: the one of `count` that `choose` returns.
   * Returns the result of `look` on the graph, or undefined if the choices failed. Afterwards everything is restored,
   * and nothing counts as explored. The explorer must be new, or have just loaded a job.
   */
  dive<T>(choose: (frame: Int32Array, count: number) => number, look: (graph: Graph) => T): T | undefined {
    const { frames } = this;
    const job = frames.top < 0 ? undefined : frames.words.slice(0, FRAME_WORDS);
    this.choose = choose;
    const found = this.diveToGraph(job === undefined) ? look(this.graph) : undefined;
    this.choose = undefined;
    this.rewind(job);
    return found;
  }

  private diveToGraph(forward: boolean): boolean {
    if (!forward && !this.tryNext()) return false;
    for (;;) {
      const t = nextThread(this.builder);
      if (t === NONE) return true;
      if (!this.add(t)) return false;
    }
  }

  private skipToChosen(words: Int32Array, top: number): boolean {
    const { choices } = this;
    const frame = words.subarray(top, top + FRAME_WORDS);
    const count = choices.count(frame);
    if (count === 0) return false;
    for (let skipped = this.choose!(frame, count); skipped > 0; skipped--) choices.next(words, top);
    return true;
  }

  /** Undoes a dive from the job with this frame. */
  private rewind(job: Int32Array | undefined): void {
    const { frames, builder } = this;
    const jobCuts = job !== undefined && job[KIND]! >= REVISIT_BY_WRITE ? 1 : 0;
    while (frames.top >= 0) {
      const { words, top } = frames;
      builder.undo(words[top + TRAIL]!);
      if (words[top + KIND]! >= REVISIT_BY_WRITE && this.cuts.count > jobCuts) this.cuts.undo();
      frames.pop();
    }
    builder.undo(0);
    if (job === undefined) return;
    frames.top = 0;
    frames.words.set(job);
  }

  /** Removes all unexplored work from this explorer and returns it, one job per frame. Call it between two graphs. */
  takeFrontier(): Job[] {
    const jobs: Job[] = [];
    const { frames, builder } = this;
    while (frames.top >= 0) {
      const frame = frames.words.subarray(frames.top, frames.top + FRAME_WORDS);
      builder.undo(frame[TRAIL]!);
      if (this.choices.count(frame) > 0) jobs.push(this.jobs.write(frame));
      if (frame[KIND]! >= REVISIT_BY_WRITE) this.cuts.undo();
      frames.pop();
    }
    return jobs;
  }

  /** Loads a job, from this or any other process, as the only work of this explorer. The explorer must be new. */
  load(job: Job): void {
    const frame = importJob(this.builder, this.model, job);
    this.jobs.startFrom(job);
    this.builder.recheck();
    const { frames } = this;
    frames.push(frame[KIND]!, frame[THREAD]!, frame[WRITE_CURSOR]!, frame[READ_CURSOR]!, this.builder.trailSize);
    frames.words.set(frame.subarray(EVENT), frames.top + EVENT);
    if (frame[KIND]! >= REVISIT_BY_WRITE) this.cuts.cutNothing();
  }

  /** Forgets the local states that neither the graph nor the cuts need. */
  forgetStates(): void {
    this.states.forgetAllBut([...this.graph.stateColumns(), ...this.cuts.stateColumns()]);
  }
}
