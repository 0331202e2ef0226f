import type { Machine } from './machine.js';
import { IMPOSSIBLE } from './machine.js';
import type { Decided, ObservedCall, Violation } from './observed-call.js';
import { EXPLAINED, hasReturned } from './observed-call.js';
import { Timeline } from './timeline.js';
import { Tried } from './tried.js';

/** When a search gives up. */
export interface SearchLimit {
  readonly isOver: () => boolean;
  /** The most configurations: each takes some 20 bytes. */
  readonly configurations: number;
}

const STEPS_BETWEEN_LOOKS = 4096;

/**
 * Decides a history by search (Wing and Gong, 1993): calls take effect as late as possible, when a call ends that has
 * not (Lowe's just-in-time linearization, 2017). A configuration is a position in the history, the calls in progress
 * that have taken effect, and the state; none is tried twice. So the search needs no memory of the calls that have
 * ended.
 */
export function decideBySearch(calls: readonly ObservedCall[], machine: Machine, limit: SearchLimit): Decided {
  // A call that never returned and changes nothing says nothing.
  const telling = calls.filter((call) => hasReturned(call) || !machine.onlyLooks(call));
  return new Search(telling, machine, limit).decide();
}

/** A configuration at which a call ends that has not taken effect, and the calls that could do so before. */
interface Choice {
  readonly position: number;
  readonly state: number;
  readonly effective: Int32Array;
  readonly candidates: Int32Array;
  next: number;
}

class Search {
  private readonly calls: readonly ObservedCall[];
  private readonly machine: Machine;
  private readonly limit: SearchLimit;
  private readonly onlyLooks: Uint8Array;
  private readonly timeline: Timeline;
  private readonly tried: Tried;
  private readonly choices: Choice[] = [];
  /** The present configuration: its state, and the calls in progress that have taken effect, as bits of their lanes. */
  private state = 0;
  private effective: Int32Array;
  private readonly row: Int32Array;
  /** The furthest position at which a call could not take effect; the states there. */
  private furthest = -1;
  private readonly states = new Set<number>();

  constructor(calls: readonly ObservedCall[], machine: Machine, limit: SearchLimit) {
    this.calls = calls;
    this.machine = machine;
    this.limit = limit;
    this.onlyLooks = Uint8Array.from(calls, (call) => (machine.onlyLooks(call) ? 1 : 0));
    this.timeline = new Timeline(calls);
    const words = (this.timeline.lanes + 31) >>> 5;
    this.effective = new Int32Array(words);
    this.row = new Int32Array(words + 2);
    this.tried = new Tried(words + 2);
  }

  decide(): Decided {
    for (let steps = 0; !this.proceed(); steps++) {
      if (this.tried.size > this.limit.configurations) return { isCutOff: true };
      if (steps % STEPS_BETWEEN_LOOKS === 0 && this.limit.isOver()) return { isCutOff: true };
      if (!this.choose()) return { violation: this.violation() };
    }
    return EXPLAINED;
  }

  /** Goes to the next choice; returns true at the end of the history. */
  private proceed(): boolean {
    const { timeline } = this;
    for (;;) {
      const ending = timeline.ending();
      if (ending === -1) {
        if (timeline.isAtEnd) return true;
        timeline.forward();
        continue;
      }
      if (!this.isEffective(ending)) this.look();
      if (!this.isEffective(ending)) break;
      this.effective[timeline.lane[ending]! >>> 5]! &= ~(1 << (timeline.lane[ending]! & 31));
      timeline.forward();
    }
    this.noteFurthest();
    this.row[0] = timeline.position;
    this.row[1] = this.state;
    this.row.set(this.effective, 2);
    if (this.tried.add(this.row)) {
      const { position } = timeline;
      this.choices.push({
        position,
        state: this.state,
        effective: this.effective.slice(),
        candidates: this.candidates(),
        next: 0,
      });
    }
    return false;
  }

  /** Lets the next candidate of the last choice that has one take effect; returns false if there is none. */
  private choose(): boolean {
    for (let choice = this.choices.at(-1); choice !== undefined; choice = this.choices.at(-1)) {
      while (choice.next < choice.candidates.length) {
        const call = choice.candidates[choice.next++]!;
        const state = this.machine.after(choice.state, this.calls[call]!);
        if (state === IMPOSSIBLE) continue;
        this.timeline.backTo(choice.position);
        this.state = state;
        this.effective.set(choice.effective);
        this.takeEffect(call);
        return true;
      }
      this.choices.pop();
    }
    return false;
  }

  /** All calls in progress that only look, and whose result is right now, take effect. */
  private look(): void {
    for (let lane = 0; lane < this.timeline.lanes; lane++) {
      const call = this.timeline.inLane[lane]!;
      if (call === -1 || this.onlyLooks[call] === 0 || this.isEffective(call)) continue;
      if (this.machine.after(this.state, this.calls[call]!) !== IMPOSSIBLE) this.takeEffect(call);
    }
  }

  /** The calls in progress that have not taken effect: those that end first come first. */
  private candidates(): Int32Array {
    const candidates: number[] = [];
    for (let lane = 0; lane < this.timeline.lanes; lane++) {
      const call = this.timeline.inLane[lane]!;
      if (call !== -1 && !this.isEffective(call) && this.onlyLooks[call] === 0) candidates.push(call);
    }
    return Int32Array.from(candidates.toSorted((a, b) => this.calls[a]!.end - this.calls[b]!.end || a - b));
  }

  private isEffective(call: number): boolean {
    const lane = this.timeline.lane[call]!;
    return ((this.effective[lane >>> 5]! >>> (lane & 31)) & 1) === 1;
  }

  private takeEffect(call: number): void {
    const lane = this.timeline.lane[call]!;
    this.effective[lane >>> 5]! |= 1 << (lane & 31);
  }

  private noteFurthest(): void {
    const { position } = this.timeline;
    if (position < this.furthest) return;
    if (position > this.furthest) this.states.clear();
    this.furthest = position;
    if (this.states.size < 4) this.states.add(this.state);
  }

  private violation(): Violation {
    this.timeline.backTo(0);
    while (this.timeline.position < this.furthest) this.timeline.forward();
    const ending = this.calls[this.timeline.ending()]!;
    const others = [...this.timeline.inLane].filter((call) => call !== -1).map((call) => this.calls[call]!);
    const states = [...this.states].map((state) => this.machine.show(state));
    const shown = states.length < 4 ? states.join(', or ') : `${states.slice(0, 3).join(', or ')}, or others`;
    return {
      calls: [ending, ...others.filter((call) => call !== ending).toSorted((a, b) => a.begin - b.begin)],
      why: `every order of the calls before it contradicts the first of these; before it: ${shown}`,
    };
  }
}
