import { LEAST_MILLISECONDS, budgetOf, divided, lookMilliseconds, piecesOf, sharersOf } from '@fencepost/cluster';
import { Random } from '@fencepost/core';
import { Events } from './events.js';
import type { StoreCosts } from './store.js';
import { Store } from './store.js';
import type { Walkable } from './walk.js';

export interface SimulationOptions {
  readonly workers: number;
  /** Of one agent: the cores of a machine. */
  readonly threads: number;
  readonly secondsPerExecution: number;
  /** Jobs return early when others have nothing to do. */
  readonly earlyReturn: boolean;
  readonly store: StoreCosts;
}

export interface Simulated {
  readonly seconds: number;
  readonly efficiency: number;
  readonly jobs: number;
  /** In the busiest second. */
  readonly jobsPerSecond: number;
  /** Of frontiers, to the store and from it. */
  readonly bytesPerSecond: number;
  /** How busy the store is. */
  readonly storeLoad: number;
  /** Until nine of ten workers explore; undefined: never. */
  readonly rampUp: number | undefined;
}

interface Thread {
  readonly index: number;
  readonly agent: Agent;
  state: 'idle' | 'asking' | 'exploring';
  /** What the job begins with, and what is left of it when it ends. */
  begins: readonly number[];
  rest: number[];
  isRoot: boolean;
  since: number;
  end: number;
  isHurried: boolean;
}

interface Agent {
  readonly index: number;
  readonly threads: Thread[];
  /** As of its last pulse. */
  supply: { waiting: number; threads: number; idle: number };
  idle: number;
  committing: Thread[];
  taking: Thread[];
  /** What the exchange that is under way is about. */
  exchanging: { readonly committing: readonly Thread[]; readonly taking: readonly Thread[] } | undefined;
  looks: boolean;
}

const PULSE_SECONDS = 1;
/** Until a thread explores a job: its graphs are built. */
const BEGIN_SECONDS = 0.001;
const KINDS = ['end', 'exchanged', 'look', 'pulse'] as const;
type Kind = (typeof KINDS)[number];

/** Agents explore a recorded tree with the rules of `@fencepost/cluster`, with executions of a given length. */
export class Simulation {
  private readonly walkable: Walkable;
  private readonly options: SimulationOptions;
  private readonly store: Store;
  private readonly agents: Agent[];
  private readonly threads: readonly Thread[];
  private readonly events = new Events();
  private readonly random = new Random(1);
  /** Jobs that wait, the oldest first, and how many of them were taken. */
  private readonly queue: (readonly number[])[] = [[0]];
  private taken = 0;
  private open = 1;
  private busy = 0;
  private jobs = 0;
  private sent = 0;
  private readonly perSecond = new Map<number, number>();
  private rampUp: number | undefined;

  constructor(walkable: Walkable, options: SimulationOptions) {
    this.walkable = walkable;
    this.options = options;
    this.store = new Store(options.store);
    this.agents = Array.from({ length: Math.ceil(options.workers / options.threads) }, (_, index) => ({
      index,
      ...{
        threads: [],
        supply: { waiting: 0, threads: options.threads, idle: 0 },
        idle: 0,
        committing: [],
        taking: [],
      },
      ...{ exchanging: undefined, looks: false },
    }));
    this.threads = Array.from({ length: options.workers }, (_, i) => {
      const agent = this.agents[i % this.agents.length]!;
      const thread: Thread = {
        ...{ index: i, agent, state: 'idle', begins: [], rest: [], isRoot: false, since: 0, end: 0, isHurried: false },
      };
      agent.threads.push(thread);
      return thread;
    });
  }

  run(): Simulated {
    for (const agent of this.agents) {
      this.at('pulse', PULSE_SECONDS * this.random.next(), agent.index);
      for (const thread of agent.threads) this.take(thread);
      this.exchange(agent, 0);
    }
    let now = 0;
    while (this.open > 0) {
      const [time, id] = this.events.pop();
      now = time;
      const which = Math.floor(id / KINDS.length);
      this.step(KINDS[id % KINDS.length]!, which, now);
    }
    const work = this.walkable.tree.executions * this.options.secondsPerExecution;
    return {
      seconds: now,
      efficiency: work / (now * this.options.workers),
      jobs: this.jobs,
      jobsPerSecond: [...this.perSecond.values()].reduce((most, each) => Math.max(most, each), 0),
      // Written by one, read by another.
      bytesPerSecond: (2 * this.sent * this.walkable.tree.bytesPerJob) / now,
      storeLoad: this.store.busy / now / this.store.costs.cores,
      rampUp: this.rampUp,
    };
  }

  private at(kind: Kind, time: number, which: number): void {
    this.events.push(time, which * KINDS.length + KINDS.indexOf(kind));
  }

  private step(kind: Kind, which: number, now: number): void {
    if (kind === 'end') this.end(this.threads[which]!, now);
    else if (kind === 'exchanged') this.exchanged(this.agents[which]!, now);
    else if (kind === 'look') this.look(this.agents[which]!, now);
    else this.pulse(this.agents[which]!, now);
  }

  private take(thread: Thread): void {
    thread.state = 'asking';
    thread.agent.taking.push(thread);
  }

  private exchange(agent: Agent, now: number): void {
    const { committing, taking } = agent;
    if (agent.exchanging !== undefined || committing.length + taking.length === 0) return;
    agent.exchanging = { committing, taking };
    agent.committing = [];
    agent.taking = [];
    this.at('exchanged', this.store.exchange(now, committing.length), agent.index);
  }

  private exchanged(agent: Agent, now: number): void {
    const { committing, taking } = agent.exchanging!;
    agent.exchanging = undefined;
    for (const { rest, isRoot } of committing) {
      const pieces = divided(rest.toReversed(), piecesOf(isRoot, agent.supply));
      for (const piece of pieces) this.queue.push(piece.toReversed());
      this.sent += rest.length;
      this.open += pieces.length - 1;
    }
    this.count(committing.length, now);
    const began = now + this.options.store.travel + BEGIN_SECONDS;
    for (const thread of [...taking, ...committing]) this.begin(thread, began);
    if (agent.idle > 0 && !agent.looks) this.lookLater(agent, now);
    this.exchange(agent, now);
  }

  private count(jobs: number, now: number): void {
    this.jobs += jobs;
    const second = Math.floor(now);
    this.perSecond.set(second, (this.perSecond.get(second) ?? 0) + jobs);
    if (this.rampUp === undefined && this.busy >= 0.9 * this.options.workers) this.rampUp = now;
  }

  private begin(thread: Thread, now: number): void {
    const job = this.queue[this.taken];
    const { agent } = thread;
    if (job === undefined) {
      thread.state = 'idle';
      agent.idle++;
      return;
    }
    this.queue[this.taken++] = [];
    this.busy++;
    const isRoot = this.taken === 1;
    thread.state = 'exploring';
    Object.assign(thread, { begins: job, isRoot, since: now, isHurried: false });
    this.explore(thread, now + budgetOf(isRoot, agent.supply) / 1000);
  }

  /** Explores ahead, until then or to the end of the job. */
  private explore(thread: Thread, until: number): void {
    const { secondsPerExecution } = this.options;
    thread.rest = [...thread.begins];
    const due = Math.max(1, Math.ceil((until - thread.since) / secondsPerExecution));
    thread.end = thread.since + this.walkable.explore(thread.rest, due) * secondsPerExecution;
    this.at('end', thread.end, thread.index);
  }

  private end(thread: Thread, now: number): void {
    // Told to hurry, it ends earlier than it was to.
    if (thread.state !== 'exploring' || now !== thread.end) return;
    thread.state = 'asking';
    this.busy--;
    thread.agent.committing.push(thread);
    this.exchange(thread.agent, now);
  }

  private lookLater(agent: Agent, now: number): void {
    agent.looks = true;
    this.hurry(agent, agent.idle, now);
    this.at('look', now + lookMilliseconds(agent.supply.threads) / 1000, agent.index);
  }

  private look(agent: Agent, now: number): void {
    agent.looks = false;
    for (const thread of agent.threads) if (thread.state === 'idle') this.take(thread);
    agent.idle = 0;
    this.exchange(agent, now);
  }

  private pulse(agent: Agent, now: number): void {
    this.store.pulse(now);
    const idle = this.agents.reduce((sum, each) => sum + each.idle, 0);
    const { length: threads } = this.threads;
    agent.supply = { waiting: Math.min(this.queue.length - this.taken, 4 * threads + 1), threads, idle };
    const busy = agent.threads.filter(({ state }) => state === 'exploring').length;
    this.hurry(agent, Math.floor(sharersOf(busy, agent.supply) + this.random.next()), now);
    this.at('pulse', now + PULSE_SECONDS, agent.index);
  }

  private hurry(agent: Agent, count: number, now: number): void {
    if (!this.options.earlyReturn) return;
    const busy = agent.threads.filter(({ state, isHurried }) => state === 'exploring' && !isHurried);
    for (const thread of busy.slice(0, count)) {
      thread.isHurried = true;
      const until = Math.max(now, thread.since + LEAST_MILLISECONDS / 1000);
      if (until < thread.end) this.explore(thread, until);
    }
  }
}
