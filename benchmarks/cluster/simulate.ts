import { Random } from '@fencepost/core';
import { Events } from './events.js';
import type { Walkable } from './walk.js';

/** What was measured of the store, in seconds (docs/internals/benchmarks.md). */
export interface Costs {
  /** From the question to the answer. */
  readonly take: number;
  readonly commit: number;
  /** What keeps the store busy per job: one after the other. */
  readonly service: number;
  /** Until a thread explores a job: its graphs are built. */
  readonly begin: number;
  /** Between two heartbeats of an agent, and between two questions of one that has nothing to do. */
  readonly heartbeat: number;
  readonly poll: number;
}

/** How long a job may take, in seconds, and into how many its rest is split. */
export interface Policy {
  readonly shortest: number;
  readonly longest: number;
  readonly first: number;
  /** Jobs return early when others have nothing to do. */
  readonly earlyReturn: boolean;
}

export interface Simulated {
  readonly seconds: number;
  readonly efficiency: number;
  readonly jobs: number;
  /** In the busiest second. */
  readonly jobsPerSecond: number;
  readonly bytesPerSecond: number;
  /** Until nine of ten workers explore; undefined: never. */
  readonly rampUp: number | undefined;
}

interface Worker {
  stack: number[];
  /** Explored up to then, or without work since. */
  since: number;
  /** When the job ends, and when its next heartbeat is. */
  until: number;
  heartbeat: number;
  width: number;
}

/** Many workers explore a recorded tree as the cluster would, with executions of a given length. */
export class Simulation {
  private readonly walkable: Walkable;
  private readonly costs: Costs;
  private readonly policy: Policy;
  private readonly secondsPerExecution: number;
  private readonly workers: Worker[];
  private readonly events = new Events();
  private readonly random = new Random(1);
  /** Jobs that wait, the oldest first, and from which on they do. */
  private readonly queue: number[][] = [];
  private taken = 0;
  private idle: number[] = [];
  private busy = 0;
  private storeIsFree = 0;
  private jobs = 0;
  private sent = 0;
  private readonly perSecond = new Map<number, number>();
  private rampUp: number | undefined;

  constructor(walkable: Walkable, workers: number, secondsPerExecution: number, costs: Costs, policy: Policy) {
    this.walkable = walkable;
    this.costs = costs;
    this.policy = policy;
    this.secondsPerExecution = secondsPerExecution;
    this.workers = Array.from({ length: workers }, () => ({ stack: [], since: 0, until: 0, heartbeat: 0, width: 1 }));
    this.queue.push([0]);
    this.idle = this.workers.map((_, i) => i).reverse();
  }

  run(): Simulated {
    let now = 0;
    this.feed(now);
    while (this.events.size > 0) {
      const [time, which] = this.events.pop();
      now = time;
      this.step(this.workers[which]!, which, now);
    }
    const work = this.walkable.tree.executions * this.secondsPerExecution;
    return {
      seconds: now,
      efficiency: work / (now * this.workers.length),
      jobs: this.jobs,
      jobsPerSecond: Math.max(...this.perSecond.values()),
      bytesPerSecond: (this.sent * this.walkable.tree.bytesPerJob) / now,
      rampUp: this.rampUp,
    };
  }

  private get waiting(): number {
    return this.queue.length - this.taken;
  }

  /** Gives jobs to those who have none. */
  private feed(now: number): void {
    while (this.waiting > 0 && this.idle.length > 0) {
      const which = this.idle.pop()!;
      const worker = this.workers[which]!;
      worker.stack = this.queue[this.taken]!;
      this.queue[this.taken++] = [];
      this.busy++;
      const { take, begin, heartbeat, poll } = this.costs;
      const asked = worker.since < now ? now + poll * this.random.next() : now;
      const began = this.served(asked, take) + begin;
      const { seconds, width } = this.budget();
      worker.since = began;
      worker.until = began + seconds;
      worker.width = width;
      worker.heartbeat = began + heartbeat * this.random.next();
      this.schedule(worker, which);
    }
    if (this.rampUp === undefined && this.busy >= 0.9 * this.workers.length) this.rampUp = now;
  }

  /** As the store says when a job is taken: short where others wait for work, long where there is plenty. */
  private budget(): { readonly seconds: number; readonly width: number } {
    const { shortest, longest, first } = this.policy;
    const workers = this.workers.length;
    if (this.jobs === 0) return { seconds: first, width: 64 };
    const open = this.waiting;
    if (open < workers / 2) return { seconds: shortest, width: 8 };
    if (open > 4 * workers) return { seconds: longest, width: 1 };
    const share = (open / workers - 0.5) / 3.5;
    return { seconds: shortest + share * (longest - shortest), width: 2 };
  }

  private schedule(worker: Worker, which: number): void {
    this.events.push(this.policy.earlyReturn ? Math.min(worker.until, worker.heartbeat) : worker.until, which);
  }

  private step(worker: Worker, which: number, now: number): void {
    const due = Math.round((now - worker.since) / this.secondsPerExecution);
    const done = this.walkable.explore(worker.stack, Math.max(1, due));
    worker.since += done * this.secondsPerExecution;
    if (worker.stack.length > 0 && worker.since < worker.until && !this.isWanted(worker)) {
      while (worker.heartbeat <= worker.since) worker.heartbeat += this.costs.heartbeat;
      this.schedule(worker, which);
      return;
    }
    this.commit(worker, which, worker.since);
  }

  /** Are there so many without work that this job should return what is left of it? */
  private isWanted(worker: Worker): boolean {
    if (!this.policy.earlyReturn || this.waiting > 0) return false;
    const wanted = this.random.next() < (2 * this.idle.length) / Math.max(1, this.busy);
    if (wanted) worker.width = 8;
    return wanted;
  }

  private commit(worker: Worker, which: number, now: number): void {
    const at = this.served(now, this.costs.commit);
    this.jobs++;
    this.busy--;
    const second = Math.floor(at);
    this.perSecond.set(second, (this.perSecond.get(second) ?? 0) + 1);
    const { stack } = worker;
    const width = Math.min(worker.width, stack.length);
    // The shallowest, which come first, are likely to be the largest: each part gets some of them.
    for (let part = 0; part < width; part++) this.queue.push(stack.filter((_, i) => i % width === part));
    this.sent += stack.length;
    worker.stack = [];
    worker.since = at;
    this.idle.push(which);
    this.feed(at);
  }

  private served(now: number, latency: number): number {
    this.storeIsFree = Math.max(this.storeIsFree, now) + this.costs.service;
    return Math.max(this.storeIsFree, now + latency);
  }
}
