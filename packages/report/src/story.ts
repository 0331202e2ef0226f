import type { LocalStates, ModelName, ReplayWatcher, Schedule, Site } from '@fencepost/core';
import { KIND_NAMES, LOAD, Machine, RMW, Recorder, SPAWN, STORE, replay } from '@fencepost/core';

/** One step of an execution, ready to be told. */
export interface StoryStep {
  /** Index into `Story.threads`. */
  readonly thread: number;
  /** `commit`: a store of the thread that was pending reaches memory. */
  readonly kind: (typeof KIND_NAMES)[number] | 'commit' | 'print';
  readonly site: Site | undefined;
  /** Where the front end gives no site: which operation of the thread it is. */
  readonly label: string;
  /** The place in memory, by its name in the program. */
  readonly place: string | undefined;
  readonly isMutex: boolean;
  /** What is done to a synchronisation object other than a mutex. */
  readonly action: string | undefined;
  readonly read: string | undefined;
  readonly wrote: string | undefined;
  /** The thread that is started or joined. */
  readonly other: string | undefined;
  /** A store that is pending for more than this step; or, of a load, the value came from a pending store of its own thread. */
  readonly pending: boolean;
  /** Stores of other threads to the same place that were pending when this was read: steps. */
  readonly missed: readonly number[];
  /** For `print`: what. */
  readonly text: string | undefined;
  /** For a commit: the step of the store. */
  readonly of: number | undefined;
}

export interface StoryThread {
  readonly name: string;
  /** Why the thread ended, if it failed. */
  readonly failure: string | undefined;
  readonly failureSite: Site | undefined;
}

/** An execution step by step, as a pure value. */
export interface Story {
  readonly model: ModelName;
  readonly threads: readonly StoryThread[];
  readonly steps: readonly StoryStep[];
}

/** Replays a schedule and takes down what happens. */
export function tellStory(states: LocalStates, model: ModelName, schedule: Schedule): Story {
  const machine = new Machine(states, model, new Recorder());
  const teller = new Teller(machine);
  replay(machine, schedule, teller);
  return teller.story();
}

/** A store that has not reached memory. */
interface Pending {
  readonly step: number;
  readonly location: number;
}

type Draft = { -readonly [Key in keyof StoryStep]: StoryStep[Key] };

const NOTHING: StoryStep = {
  thread: 0,
  kind: 'print',
  site: undefined,
  label: '',
  place: undefined,
  isMutex: false,
  action: undefined,
  read: undefined,
  wrote: undefined,
  other: undefined,
  pending: false,
  missed: [],
  text: undefined,
  of: undefined,
};

class Teller implements ReplayWatcher {
  private readonly machine: Machine;
  private readonly steps: Draft[] = [];
  /** By thread, in the order of issue. */
  private readonly pending = new Map<number, Pending[]>();
  private state = 0;
  private location = -1;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  before({ kind, thread }: Schedule[number]): void {
    const { states, local } = this.machine;
    const t = states.threads.find(thread);
    this.state = t === undefined || kind === 'commit' ? 0 : (local[t] ?? 0);
    this.location = this.state === 0 ? -1 : states.location[this.state]!;
  }

  after(step: Schedule[number]): void {
    const t = this.machine.states.threads.indexOf(step.thread);
    if (step.kind === 'commit') this.commit(t, step.rank);
    else this.run(t);
  }

  private commit(t: number, rank: number): void {
    const [{ step: of } = { step: 0 }] = this.pending.get(t)!.splice(rank, 1);
    const store = this.steps[of]!;
    // A store that reaches memory in the next step needs no telling.
    if (of === this.steps.findLastIndex(({ kind }) => kind !== 'print')) {
      store.pending = false;
      return;
    }
    this.steps.push({ ...store, kind: 'commit', pending: false, missed: [], of });
  }

  private run(t: number): void {
    const { machine, state, location } = this;
    if (machine.position[t] === 1) this.print(t, state);
    const { states, memory } = machine;
    const kind = states.kind[state]!;
    const label = states.labels.get(states.label[state]!);
    const position = machine.position[t]! - 1;
    const reads = kind === LOAD || kind === RMW;
    const wrote = machine.recorder!.wrote[t]?.[position] === true;
    const read = reads ? states.via(machine.local[t]!) : undefined;
    const written = !wrote ? undefined : kind === STORE ? states.operand[state]! : states.written(state, read!);
    const own = this.pending.get(t) ?? [];
    this.pending.set(t, own);
    const step = this.steps.length;
    const buffered = kind === STORE && memory.pending(t) > own.length;
    this.steps.push({
      thread: t,
      kind: KIND_NAMES[kind]!,
      site: label.site,
      label: label.text,
      place: location < 0 ? undefined : states.locations.name(location),
      isMutex: location >= 0 && states.locations.isMutex(location),
      action: states.actionOf(state),
      read: this.show(read),
      wrote: this.show(written),
      other: this.otherThread(kind),
      pending: buffered || (kind === LOAD && own.some((store) => store.location === location)),
      missed: reads ? this.missed(t) : [],
      text: undefined,
      of: undefined,
    });
    if (buffered) own.push({ step, location });
    this.print(t, machine.local[t]!);
  }

  /** What the thread printed on its way into the state. */
  private print(t: number, state: number): void {
    const text = this.machine.states.printed(state);
    if (text !== '') this.steps.push({ ...NOTHING, thread: t, text });
  }

  private show(word: number | undefined): string | undefined {
    if (word === undefined) return undefined;
    const { program, locations } = this.machine.states;
    const show = program.showValue;
    if (show === undefined || this.location < 0) return String(word);
    return show(word, locations.addresses[this.location]!, locations.sizes[this.location]!);
  }

  private otherThread(kind: number): string | undefined {
    const { states } = this.machine;
    const name = KIND_NAMES[kind];
    return kind === SPAWN || name === 'join' ? states.threads.names[states.operand[this.state]!] : undefined;
  }

  private missed(t: number): number[] {
    const missed: number[] = [];
    for (const [other, stores] of this.pending) {
      if (other === t) continue;
      for (const store of stores) if (store.location === this.location) missed.push(store.step);
    }
    return missed;
  }

  story(): Story {
    const { states, local, model } = this.machine;
    const threads = states.threads.names.map((name, t): StoryThread => {
      const failed = KIND_NAMES[states.kind[local[t] ?? 0] ?? 0] === 'fail' && local[t] !== 0;
      const failure = failed ? states.failure(local[t]!) : undefined;
      return { name, failure: failure?.message, failureSite: failure?.site };
    });
    return { model, threads, steps: this.steps };
  }
}
