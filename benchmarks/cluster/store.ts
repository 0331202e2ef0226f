/** What was measured of the store (docs/evidence/benchmarks.md), in seconds. */
export interface StoreCosts {
  /** Each serves one agent at a time. */
  readonly cores: number;
  /** Of an exchange of n answers: a core is busy for `exchange + n * job`. */
  readonly exchange: number;
  readonly job: number;
  readonly pulse: number;
  /** Of an exchange, besides: its statements travel to the store and back. */
  readonly travel: number;
}

/** A PostgreSQL with this many cores, first come, first served. */
export class Store {
  readonly costs: StoreCosts;
  /** The time spent by all cores. */
  busy = 0;
  private readonly free: number[];

  constructor(costs: StoreCosts) {
    this.costs = costs;
    this.free = Array.from({ length: costs.cores }, () => 0);
  }

  /** When an exchange that is asked for now is done. */
  exchange(now: number, jobs: number): number {
    return this.serve(now, this.costs.exchange + jobs * this.costs.job);
  }

  pulse(now: number): number {
    return this.serve(now, this.costs.pulse);
  }

  private serve(now: number, seconds: number): number {
    const core = this.free.indexOf(Math.min(...this.free));
    const done = Math.max(now, this.free[core]!) + seconds;
    this.free[core] = done;
    this.busy += seconds;
    return done;
  }
}
