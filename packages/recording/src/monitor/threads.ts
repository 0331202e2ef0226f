import { FencepostError } from '@fencepost/core';

/** The threads of a recording that have been started, and those that may still act. */
export class RecordedThreads {
  /** Threads that may act, in the order they were started. */
  readonly live: number[] = [];
  private readonly started: boolean[] = [];
  private readonly joined: boolean[] = [];

  /** `roots`: number of threads that exist from the start. */
  constructor(roots: number) {
    for (let t = 0; t < roots; t++) this.add(t);
  }

  get count(): number {
    return this.started.length;
  }

  /** Checks that a thread may act; called for every event of a recording. */
  require(t: number): void {
    if (this.started[t] === true && this.joined[t] !== true) return;
    throw bad(
      this.started[t] === true ? `thread ${t} acts after it was joined` : `thread ${t} acts, but was never started`,
    );
  }

  spawn(child: number): void {
    if (this.started[child] === true) throw bad(`thread ${child} is started twice`);
    this.add(child);
  }

  join(child: number): void {
    if (this.joined[child] === true) return;
    this.require(child);
    this.joined[child] = true;
    this.live.splice(this.live.indexOf(child), 1);
  }

  private add(t: number): void {
    while (this.started.length <= t) this.started.push(false);
    this.started[t] = true;
    this.live.push(t);
  }
}

function bad(message: string): FencepostError {
  return new FencepostError('BAD_RECORDING', message, {
    hint: 'a recording names every thread that is started, and shows a join after the last event of its thread',
  });
}
