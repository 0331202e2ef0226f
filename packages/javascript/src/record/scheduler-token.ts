import { natives } from './natives.js';
import { AWAY, DOOMED, ENDED, RUNS, SLEEPS, STARTS, Scheduler, WAITS, isOut } from './scheduler.js';
import { BATON, BUDGET, HEAD, STATE, THREADS, TURN } from './shared-words.js';

const { load, store, add, compareExchange, wait, notify } = natives;

/** Saved, because tests may replace it. */
const later = setImmediate;

/**
 * Time in milliseconds after which other threads take the turn of a thread that takes no step. The limit is longer for
 * a thread whose code has not begun: a loop that waits for it would keep it from the processor.
 */
const PATIENCE = 20;
const PATIENCE_AT_START = 10_000;

/**
 * The right to take a step. One thread holds it until its turn is over or it has nothing more to do. The steps of all
 * threads are therefore totally ordered, and follow the schedule as long as threads only take steps. A thread that does
 * other work during its turn loses the token after a timeout.
 */
export class SchedulerToken {
  readonly scheduler: Scheduler;
  private readonly free: number;
  private readonly busy: number;
  /** Whether a callback is pending that runs at the end of the current task. */
  private isInTask = false;

  constructor(
    private readonly words: Int32Array,
    private readonly thread: number,
  ) {
    this.scheduler = new Scheduler(words);
    this.free = 2 * thread;
    this.busy = this.free + 1;
  }

  /** Called when the code of this thread starts: other threads now wait for it with the shorter timeout. */
  begin(): void {
    const { words, thread } = this;
    if (load(words, STATE + thread) !== STARTS) return;
    this.beginTask();
    for (let other = load(words, THREADS) - 1; other >= 0; other--) notify(words, TURN + other);
  }

  /** Begins a step: waits for the turn of this thread, if necessary. */
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

  /** Ends a step. */
  leave(): void {
    // No other thread can have taken it, unless it considered this thread dead.
    compareExchange(this.words, BATON, this.busy, this.free);
  }

  /** Ends a step before the thread sleeps. */
  sleep(): void {
    this.goOut(SLEEPS);
  }

  /** Ends this thread, perhaps before its code has begun. */
  end(): void {
    if (compareExchange(this.words, BATON, this.free, this.busy) === this.free) this.goOut(AWAY);
    else store(this.words, STATE + this.thread, AWAY);
  }

  /** Takes the token for good: after this, only this thread may take steps. */
  seize(): void {
    if (load(this.words, BATON) !== this.busy) this.take();
  }

  /** Begins a task. More tasks may follow, or none, so the turn ends when the event loop goes round. */
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

  /** Waits for the turn of this thread. */
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
      // Whether the holder has done nothing since the last check.
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
