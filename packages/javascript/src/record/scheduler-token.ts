import { natives } from './natives.js';
import { AWAY, DOOMED, ENDED, RUNS, SLEEPS, STARTS, Scheduler, WAITS, isOut } from './scheduler.js';
import { BATON, BUDGET, HEAD, STATE, THREADS, TURN } from './shared-words.js';

const { load, store, add, compareExchange, wait, notify } = natives;

/** Tests may replace it. */
const later = setImmediate;

/**
 * How long the others wait for a thread whose turn it is, in milliseconds; longer for one whose code has not begun: a loop
 * that waits for it would keep it from the processor.
 */
const PATIENCE = 20;
const PATIENCE_AT_START = 10_000;

/**
 * The right to take a step. One thread has it, and keeps it until its turn is over, or it has nothing more to do. So the
 * steps of all threads have one order, and follow the schedule as long as threads do nothing but take steps. A thread that
 * does something else when it is its turn is relieved of it after a while.
 */
export class SchedulerToken {
  readonly scheduler: Scheduler;
  private readonly free: number;
  private readonly busy: number;
  /** Will we hear of the end of the present task? */
  private isInTask = false;

  constructor(
    private readonly words: Int32Array,
    private readonly thread: number,
  ) {
    this.scheduler = new Scheduler(words);
    this.free = 2 * thread;
    this.busy = this.free + 1;
  }

  /** The code of this thread runs: who waits for it has less patience from now on. */
  begin(): void {
    const { words, thread } = this;
    if (load(words, STATE + thread) !== STARTS) return;
    this.beginTask();
    for (let other = load(words, THREADS) - 1; other >= 0; other--) notify(words, TURN + other);
  }

  /** Before a step. */
  enter(cost: number): void {
    const { words, free } = this;
    if (!this.isInTask) this.beginTask();
    if (compareExchange(words, BATON, free, this.busy) !== free) this.take();
    if ((words[BUDGET]! -= cost) > 0) return;
    this.scheduler.expire(this.thread);
    const next = this.scheduler.next(-1);
    if (next === this.thread || next === -1) return;
    this.hand(next);
    this.take();
  }

  /** After a step. */
  leave(): void {
    // Nobody may have taken it, unless this thread was thought to be dead.
    compareExchange(this.words, BATON, this.busy, this.free);
  }

  /** After a step, before the thread sleeps. */
  sleep(): void {
    this.goOut(SLEEPS);
  }

  /** This thread ends, perhaps before its code has begun. */
  end(): void {
    if (compareExchange(this.words, BATON, this.free, this.busy) === this.free) this.goOut(AWAY);
    else store(this.words, STATE + this.thread, AWAY);
  }

  /** The turn of everybody is over: after this, only this thread may run. */
  seize(): void {
    if (load(this.words, BATON) !== this.busy) this.take();
  }

  /** Other tasks may come, or none: the turn is over when the event loop goes round. */
  private beginTask(): void {
    this.isInTask = true;
    store(this.words, STATE + this.thread, RUNS);
    later(() => {
      this.isInTask = false;
      if (compareExchange(this.words, BATON, this.free, this.busy) === this.free) this.goOut(AWAY);
      else compareExchange(this.words, STATE + this.thread, RUNS, AWAY);
    });
  }

  private goOut(state: number): void {
    store(this.words, STATE + this.thread, state);
    const next = this.scheduler.next(this.thread);
    if (next === -1) this.leave();
    else this.hand(next);
  }

  private hand(next: number): void {
    store(this.words, BATON, 2 * next);
    add(this.words, TURN + next, 1);
    notify(this.words, TURN + next, 1);
  }

  /** Waits for its turn. */
  private take(): void {
    const { words, thread, free, busy } = this;
    store(words, STATE + thread, WAITS);
    let seen = -1;
    for (;;) {
      const turn = load(words, TURN + thread);
      const baton = load(words, BATON);
      if (baton === free) {
        if (compareExchange(words, BATON, free, busy) === free) break;
        continue;
      }
      const head = load(words, HEAD);
      const state = load(words, STATE + (baton >> 1));
      // Has it done nothing since we looked last?
      const isLate = seen === baton && head === this.seenHead && state !== WAITS;
      const isGone = state === ENDED || (state === DOOMED && isLate);
      const canTake = (baton & 1) === 0 ? isLate || isOut(state) || state === DOOMED : isGone;
      if (canTake && compareExchange(words, BATON, baton, busy) === baton) {
        if (compareExchange(words, STATE + (baton >> 1), RUNS, AWAY) === STARTS)
          compareExchange(words, STATE + (baton >> 1), STARTS, AWAY);
        const next = this.scheduler.next(-1);
        if (next === thread || next === -1) break;
        this.hand(next);
        seen = -1;
        continue;
      }
      this.seenHead = head;
      seen =
        wait(words, TURN + thread, turn, state === STARTS ? PATIENCE_AT_START : PATIENCE) === 'timed-out' ? baton : -1;
    }
    store(words, STATE + thread, RUNS);
  }

  private seenHead = 0;
}
