import { SchedulerToken } from './scheduler-token.js';
import { NativeChannel, natives } from './natives.js';
import type { Told } from './shared-words.js';
import {
  ADDRESS, ANSWER, BYTES, CHANNEL, CLOSED, EXPECTED, FLUSHES, FLUSHES_ASKED, HEAD, PHASE, READ, RECORDING, RING_STEPS,
  SITE, TAIL, THREAD, WHAT, WRITTEN, stepAt,
} from './shared-words.js'; // prettier-ignore

// Kinds of events and memory orders, as numbered in recordings.
export const LOAD = 0;
export const STORE = 1;
export const UPDATE = 2;
export const SWAP = 3;
export const FAILED_SWAP = 4;
export const OBJECT = 8;
export const SPAWN = 10;
export const JOIN = 11;
export const PLAIN = 0;
export const ACQUIRE = 2;
export const RELEASE = 3;
export const ACQ_REL = 4;
export const SEQ_CST = 5;

/** Steps between two notifications of the recorder thread. */
const STEPS_PER_NOTICE = 1024;
const HALF = 2 ** 32;

/**
 * The steps of this thread, and their transfer to the recorder thread. The fields hold the values of the next step to
 * write.
 */
export class Steps {
  readonly baton: SchedulerToken;
  readLow = 0;
  readHigh = 0;
  writtenLow = 0;
  writtenHigh = 0;
  expectedLow = 0;
  expectedHigh = 0;
  private readonly waiting: Told[] = [];

  constructor(
    readonly words: Int32Array,
    readonly thread: number,
  ) {
    this.baton = new SchedulerToken(words, thread);
  }

  get isRecording(): boolean {
    return natives.load(this.words, PHASE) === RECORDING;
  }

  /** Writes a step; call within a step. `bytes`: bytes accessed by an unaligned access, otherwise 0. */
  write(kind: number, log: number, order: number, site: number, address: number, bytes = 0): void {
    const { words } = this;
    const head = words[HEAD]!;
    if (((head - natives.load(words, TAIL)) | 0) >= RING_STEPS) this.awaitRoom(head);
    const at = stepAt(head);
    words[at + WHAT] = (kind << 9) | (log << 6) | (order << 3) | (order === PLAIN ? PLAIN : order);
    words[at + SITE] = site;
    words[at + THREAD] = this.thread;
    words[at + ADDRESS] = address;
    words[at + ADDRESS + 1] = address / HALF;
    words[at + READ] = this.readLow;
    words[at + READ + 1] = this.readHigh;
    words[at + WRITTEN] = this.writtenLow;
    words[at + WRITTEN + 1] = this.writtenHigh;
    words[at + EXPECTED] = this.expectedLow;
    words[at + EXPECTED + 1] = this.expectedHigh;
    words[at + BYTES] = bytes;
    natives.store(words, HEAD, (head + 1) | 0);
    if (head % STEPS_PER_NOTICE === 0) natives.notify(words, HEAD);
  }

  /** Takes a step of a synchronisation object. */
  object(cost: number, order: number, site: number, address: number): void {
    this.baton.enter(cost);
    this.write(OBJECT, 0, order, site, address);
    this.baton.leave();
  }

  /** Sends a message to the recorder thread, or queues it until that thread exists. */
  tell(told: Told): void {
    if (natives.load(this.words, PHASE) < RECORDING) {
      this.waiting.push(told);
      return;
    }
    // It is closed at once: an open channel would receive the messages of other threads.
    const channel = new NativeChannel(CHANNEL);
    channel.postMessage(told);
    channel.close();
  }

  /** Sends the messages queued before the recorder thread existed. */
  tellWaiting(): void {
    for (const told of this.waiting.splice(0)) this.tell(told);
  }

  /** Sends a question to the recorder thread and returns its answer. Only within a step. */
  ask(question: Told): number {
    const { words } = this;
    natives.store(words, ANSWER, 0);
    this.tell(question);
    natives.notify(words, HEAD);
    for (;;) {
      const answer = natives.load(words, ANSWER);
      if (answer !== 0 || natives.load(words, PHASE) === CLOSED) return answer;
      natives.wait(words, ANSWER, 0, 100);
    }
  }

  /** Returns after all steps taken up to now have left the process. */
  flush(): void {
    const { words } = this;
    const asked = (natives.add(words, FLUSHES_ASKED, 1) + 1) | 0;
    natives.notify(words, HEAD);
    while (this.isRecording) {
      const flushes = natives.load(words, FLUSHES);
      if (((flushes - asked) | 0) >= 0) return;
      natives.wait(words, FLUSHES, flushes, 100);
    }
  }

  private awaitRoom(head: number): void {
    const { words } = this;
    for (;;) {
      const tail = natives.load(words, TAIL);
      if (((head - tail) | 0) < RING_STEPS) return;
      // Without a recorder thread, no thread reads the steps.
      if (natives.load(words, PHASE) === CLOSED) natives.store(words, TAIL, head);
      natives.notify(words, HEAD);
      natives.wait(words, TAIL, tail, 100);
    }
  }
}
