import type { CheckOptions, CheckedScenario, ScenarioHelpers } from '@fencepost/check';
import { Thread } from '@fencepost/workers';
import type { ProgramReference } from '../load/loaded-program.js';
import { builtWorker } from '../workers/built.js';
import type { FromHelper, HelperData, ToHelper } from './scenario-messages.js';

/** A check that is over sooner is not worth the start of threads. */
const PATIENCE_MILLISECONDS = 1000;

/** What modules print when they are loaded has been printed already. */
const QUIET = { stdout: true, stderr: true };

interface Helper {
  readonly thread: Thread;
  isReady: boolean;
  /** Its results so far, in the order of its share. */
  results: CheckedScenario[];
}

/** Has scenarios checked by threads of this process, each with its own copy of the structure. */
export class ScenarioThreads implements ScenarioHelpers {
  haveFailed = false;
  private readonly reference: ProgramReference;
  private readonly jobs: number;
  private readonly patience: number;
  private readonly round = new Int32Array(new SharedArrayBuffer(4));
  private asked: number | undefined;
  private helpers: readonly Helper[] | undefined;
  private from = 0;
  private arrived: (() => void) | undefined;

  /** `patience`: milliseconds after which threads are started. */
  constructor(reference: ProgramReference, jobs: number, patience = PATIENCE_MILLISECONDS) {
    this.reference = reference;
    this.jobs = jobs;
    this.patience = patience;
  }

  get areReady(): boolean {
    const now = performance.now();
    this.asked ??= now;
    if (this.helpers === undefined && now - this.asked >= this.patience) this.start();
    return !this.haveFailed && this.helpers?.every(({ isReady }) => isReady) === true;
  }

  begin(options: CheckOptions, from: number): void {
    this.recall();
    this.from = from;
    this.helpers!.forEach((helper, i) => {
      helper.results = [];
      const share = { options, from: from + i, of: this.jobs };
      helper.thread.worker.postMessage({ share, round: this.round[0]! } satisfies ToHelper);
    });
  }

  resultOf(number: number): CheckedScenario | undefined {
    const place = number - this.from;
    return this.helpers![place % this.jobs]!.results[Math.floor(place / this.jobs)];
  }

  arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.arrived = resolve;
    });
  }

  recall(): void {
    Atomics.add(this.round, 0, 1);
  }

  /** Ends the threads. */
  close(): void {
    this.recall();
    for (const { thread } of this.helpers ?? []) void thread.end();
    this.helpers = [];
  }

  private start(): void {
    this.helpers = Array.from({ length: this.jobs }, () => {
      const data: HelperData = { reference: this.reference, round: this.round };
      const thread = new Thread(builtWorker('scenario-worker'), data, QUIET);
      const helper: Helper = { thread, isReady: false, results: [] };
      thread.worker.on('message', (message: FromHelper) => this.take(helper, message));
      thread.worker.on('error', () => undefined); // `exit` comes next
      thread.worker.on('exit', () => this.giveUp());
      return helper;
    });
  }

  private take(helper: Helper, message: FromHelper): void {
    if (message === 'ready') helper.isReady = true;
    else if (message.round === this.round[0]) helper.results.push(message.checked);
    this.wake();
  }

  private giveUp(): void {
    this.haveFailed = true;
    this.wake();
  }

  private wake(): void {
    this.arrived?.();
    this.arrived = undefined;
  }
}
