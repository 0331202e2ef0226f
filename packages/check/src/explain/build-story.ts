import type { Label, LocalStates, ModelName, ReplayWatcher, Schedule, Site, Trace } from '@fencepost/core';
import {
  CUT,
  EXIT,
  FAIL,
  JOIN,
  KIND_NAMES,
  LOAD,
  Machine,
  RMW,
  Recorder,
  SPAWN,
  STORE,
  hasEnded,
  machineOf,
  orderInCode,
  replay,
  traceOf,
  waitsFor,
  endsWell,
  spinsAsDaemon,
} from '@fencepost/core';
import type { Story, StoryPlace, StoryStep, StoryThread } from '@fencepost/report';

/** Ends of threads after which waiting threads have no significance. */
const OPEN_ENDS: ReadonlySet<number> = new Set([CUT, EXIT, FAIL]);

/** Replays a schedule and records its steps. */
export function buildStory(states: LocalStates, model: ModelName, schedule: Schedule): Story {
  return buildReplayedStory(states, model, schedule).story;
}

/** The story, the trace with all pending stores committed at its end, and the step of each operation. */
export interface ReplayedStory {
  readonly story: Story;
  readonly trace: Trace;
  /** Steps of operations, by thread and position. */
  readonly operations: readonly (readonly number[])[];
  /** Steps that are not part of the program itself. */
  readonly upkeep: ReadonlySet<number>;
}

export function buildReplayedStory(states: LocalStates, model: ModelName, schedule: Schedule): ReplayedStory {
  const machine = new Machine(states, model, new Recorder());
  const teller = new Teller(machine);
  replay(machine, schedule, teller);
  const story = teller.story();
  // Pending stores come after all operations that read the old values.
  for (let t = 0; t < machine.threads; t++) while (machine.memory.pending(t) > 0) machine.commit(t, 0);
  return { story, trace: traceOf(states, machine.recorder!), operations: teller.operations, upkeep: teller.upkeep };
}

/** A store that has not reached memory. */
interface Pending {
  readonly step: number;
  readonly location: number;
}

type Draft = { -readonly [Key in keyof StoryStep]: StoryStep[Key] };

/** The end of a thread that neither fails nor waits. */
const NO_END = { failure: undefined, failureSite: undefined, waits: undefined, waitsAt: undefined };

const NOTHING: StoryStep = {
  thread: 0,
  kind: 'print',
  site: undefined,
  label: '',
  place: undefined,
  action: undefined,
  read: undefined,
  wrote: undefined,
  other: undefined,
  pending: false,
  missed: [],
  text: undefined,
  of: undefined,
};

/** By location: the steps that wrote to it, in coherence order. */
class WriteHistory {
  private readonly rows = new Map<number, number[]>();

  /** Returns the latest `count` writes. */
  later(location: number, count: number): number[] {
    const row = this.rows.get(location) ?? [];
    return row.slice(row.length - count);
  }

  /** Adds a write before the `before` latest ones. */
  add(location: number, step: number, before: number): void {
    const row = this.rows.get(location) ?? [];
    row.splice(row.length - before, 0, step);
    this.rows.set(location, row);
  }
}

class Teller implements ReplayWatcher {
  /** By thread and position: the step of each operation. */
  readonly operations: number[][] = [];
  readonly upkeep = new Set<number>();
  /** Calls of a library that start or join a thread, and by call: other steps within it. */
  private readonly threadCalls = new Set<string>();
  private readonly libraryCalls = new Map<string, number[]>();
  /** By thread: the step in which it last freed memory or an object. */
  private readonly freed: number[] = [];
  private readonly machine: Machine;
  private readonly steps: Draft[] = [];
  /** Pending stores by thread, in the order of issue. */
  private readonly pending = new Map<number, Pending[]>();
  /** By location: index of the place. */
  private readonly placeNumbers = new Map<number, number>();
  private readonly places: StoryPlace[] = [];
  private readonly history = new WriteHistory();
  /** By location: states of the object shown so far. */
  private readonly numbered = new Map<number, number[]>();
  /** Tasks with a lane, each with its thread. */
  private readonly tasks: { readonly t: number; readonly name: string }[] = [];
  private readonly isPermissive: boolean;
  private state = 0;
  private location = -1;

  constructor(machine: Machine) {
    this.machine = machine;
    this.isPermissive = machineOf(machine.model).isPermissive === true;
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
    else this.run(t, step.choice);
  }

  private commit(t: number, rank: number): void {
    const [{ step: of } = { step: 0 }] = this.pending.get(t)!.splice(rank, 1);
    const store = this.steps[of]!;
    // A store that reaches memory in the next step is not shown as pending.
    if (of === this.steps.findLastIndex(({ kind }) => kind !== 'print')) {
      store.pending = false;
      return;
    }
    this.steps.push({ ...store, kind: 'commit', pending: false, missed: [], of });
  }

  private run(t: number, choice: number): void {
    const { machine, state, location } = this;
    if (machine.position[t] === 1) this.print(t, state);
    const { states, memory } = machine;
    const kind = states.kind[state]!;
    const label = states.labels.get(states.label[state]!);
    const position = machine.position[t]! - 1;
    const reads = kind === LOAD || kind === RMW;
    const wrote = machine.recorder!.wrote[t]?.[position] === true;
    const read = reads ? machine.passed.resultAt(t, position) : undefined;
    const written = !wrote ? undefined : kind === STORE ? states.operand[state]! : states.written(state, read!);
    const own = this.pending.get(t) ?? [];
    this.pending.set(t, own);
    const step = this.steps.length;
    const { role } = label;
    const lane = this.laneOf(t, label.task);
    if (role === 'free') this.freed[t] = step;
    else if ((role !== undefined && role !== 'object') || (location >= 0 && this.isUpkeep(location)))
      this.upkeep.add(step);
    this.hideLook(t, kind, location);
    if (label.isOfLibrary && label.site?.column !== undefined) this.within(label.text, kind, step);
    (this.operations[t] ??= [])[position] = role === 'freeing' ? (this.freed[t] ?? step) : step;
    const buffered = kind === STORE && memory.pending(t) > own.length;
    this.steps.push({
      thread: lane,
      kind: KIND_NAMES[kind]!,
      site: label.site,
      label: label.text,
      place: location < 0 ? undefined : this.placeOf(location),
      action: states.actionOf(state),
      read: this.show(read, label.site),
      wrote: this.show(written, label.site),
      other: this.otherThread(kind),
      pending: buffered || (kind === LOAD && own.some((store) => store.location === location)),
      ...(this.isPlain(state) && { plain: true as const }),
      missed: this.isPermissive ? this.history.later(location, choice) : reads ? this.missed(t) : [],
      text: undefined,
      of: undefined,
    });
    if (role === 'free') this.steps[step] = this.freeing(t, label, location);
    if (buffered) own.push({ step, location });
    if (wrote) this.history.add(location, step, choice);
    this.print(t, machine.local[t]!);
  }

  /** Hides a step that only inspects an object if a step of the object follows. */
  private hideLook(t: number, kind: number, location: number): void {
    const last = this.operations[t]?.at(-1);
    if (kind !== RMW || last === undefined || location < 0) return;
    const { kind: before, action, place } = this.steps[last]!;
    if (
      before === 'load' &&
      place === this.placeNumbers.get(location) &&
      (action !== undefined || this.places[place!]!.isMutex)
    )
      this.upkeep.add(last);
  }

  /** Hides what a library does in calls that start or join a thread. */
  private within(call: string, kind: number, step: number): void {
    const others = this.libraryCalls.get(call) ?? [];
    this.libraryCalls.set(call, others);
    if (kind === SPAWN || kind === JOIN) this.threadCalls.add(call);
    else others.push(step);
    if (!this.threadCalls.has(call)) return;
    for (const other of others.splice(0)) this.upkeep.add(other);
  }

  /** Returns the lane of a thread, or of one of its tasks. Lanes of tasks come after those of all threads. */
  private laneOf(t: number, task: string): number {
    if (task === '') return t;
    const known = this.tasks.findIndex((other) => other.t === t && other.name === task);
    return -1 - (known >= 0 ? known : this.tasks.push({ t, name: task }) - 1);
  }

  /** Adds the lanes of tasks. The end of their thread is that of the task that waits, or that ran last. */
  private withTasks(threads: readonly StoryThread[]): readonly StoryThread[] {
    const { tasks, steps } = this;
    if (tasks.length === 0) return threads;
    const { states, local } = this.machine;
    const waiting = threads.map(({ waits }, t) => {
      const state = local[t] ?? 0;
      return waits === undefined ? t : this.laneOf(t, states.labels.get(states.label[state]!).task);
    });
    for (const step of steps) if (step.thread < 0) step.thread = threads.length - 1 - step.thread;
    const lanes = [...threads, ...tasks.map(({ name }): StoryThread => ({ ...NO_END, name }))];
    threads.forEach((thread, t) => {
      const own = [t, ...tasks.flatMap((task, i) => (task.t === t ? [threads.length + i] : []))];
      const ran = steps.findLast((step) => own.includes(step.thread))?.thread ?? t;
      const waits = waiting[t]! < 0 ? threads.length - 1 - waiting[t]! : t;
      const last = thread.failure === undefined ? waits : ran;
      if (last === t) return;
      lanes[last] = { ...thread, name: lanes[last]!.name };
      lanes[t] = { ...NO_END, name: thread.name };
    });
    return lanes;
  }

  private freeing(thread: number, { site, text }: Label, location: number): Draft {
    return { ...NOTHING, kind: 'free', thread, site, label: text, other: this.machine.states.locations.name(location) };
  }

  private isPlain(state: number): boolean {
    const { states } = this.machine;
    if (states.program.standard === undefined || (states.kind[state] !== LOAD && states.kind[state] !== STORE))
      return false;
    return orderInCode(states.code[state]!) === 'plain';
  }

  private isUpkeep(location: number): boolean {
    const { program, locations } = this.machine.states;
    return program.isUpkeep?.(locations.addresses[location]!) === true;
  }

  /** Adds a step for the text that the thread printed before it reached the state. */
  private print(t: number, state: number): void {
    const text = this.machine.states.printed(state);
    if (text === '') return;
    const { task } = this.machine.states.labels.get(this.machine.states.label[state]!);
    this.steps.push({ ...NOTHING, thread: this.laneOf(t, task), text });
  }

  private placeOf(location: number): number {
    const known = this.placeNumbers.get(location);
    if (known !== undefined) return known;
    const { locations } = this.machine.states;
    const place = {
      name: locations.name(location),
      isMutex: locations.isMutex(location),
      initial: locations.show(locations.initial[location]!, location),
    };
    const number = this.places.push(place) - 1;
    this.placeNumbers.set(location, number);
    return number;
  }

  private show(word: number | undefined, site: Site | undefined): string | undefined {
    if (word === undefined) return undefined;
    const { location } = this;
    if (this.machine.states.numbersStates(this.state)) return String(this.numberOf(word, location));
    return location < 0 ? String(word) : this.machine.states.locations.show(word, location, site);
  }

  /** Numbers the states of an object in the order in which this execution has them. 0 is the initial state. */
  private numberOf(word: number, location: number): number {
    const known = this.numbered.get(location) ?? [0];
    this.numbered.set(location, known);
    return known.includes(word) ? known.indexOf(word) : known.push(word) - 1;
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

  private waitsOn(state: number): Pick<StoryThread, 'waitsOn'> {
    const place = this.placeNumbers.get(this.machine.states.location[state]!);
    return place === undefined ? {} : { waitsOn: place };
  }

  /** Describes which thread holds the mutex that a thread waits for, since when, and whether it can still unlock it. */
  private holderOf(t: number, state: number): string {
    const { states, local } = this.machine;
    const location = states.location[state]!;
    if (location < 0 || !states.locations.isMutex(location)) return '';
    const place = this.placeNumbers.get(location);
    const last = this.steps.findLast((step) => step.place === place && step.wrote !== undefined);
    if (last === undefined || last.wrote === '0') return '';
    const who = last.thread === t ? 'itself' : states.threads.names[last.thread]!;
    const since = last.site === undefined ? '' : ` since line ${last.site.line}`;
    const ended = last.thread !== t && hasEnded(states.kind[local[last.thread]!]!) ? `; ${who} has ended` : '';
    return ` (held by ${who}${since}${ended})`;
  }

  story(): Story {
    const { states, local, model } = this.machine;
    // A thread is not waiting forever if it waits for one that was cut off, or if the program has failed or ended.
    const isOpen = local.some((state) => OPEN_ENDS.has(states.kind[state]!));
    const stuck = !isOpen && this.machine.isDeadlocked() && !local.every((state) => endsWell(states, state));
    const threads = states.threads.names.map((name, t): StoryThread => {
      const state = local[t] ?? 0;
      const failure = state !== 0 && states.kind[state] === FAIL ? states.failure(state) : undefined;
      const waits = stuck && state !== 0 && !hasEnded(states.kind[state]!) && !spinsAsDaemon(states, state);
      return {
        name,
        failure: failure?.message,
        failureSite: failure?.site,
        waits: waits ? waitsFor(states, state) + this.holderOf(t, state) : undefined,
        ...(waits && this.waitsOn(state)),
        waitsAt: waits ? states.labels.get(states.label[state]!).site : undefined,
      };
    });
    const { assembly } = states.program;
    const lanes = this.withTasks(threads);
    return { model, ...(assembly && { assembly }), threads: lanes, places: this.places, steps: this.steps };
  }
}
