import type { CheckOptions } from '../check/check-program.js';
import type { ScenarioHelpers } from '../check/scenario-helpers.js';
import type { CheckedScenario } from '../check/scenario-sum.js';
import { clock } from '../clock.js';
import type { Connect, Connection } from './connection.js';
import type { FromScenarioHelper, ToScenarioHelper } from './messages.js';

/**
 * Each helper finds out for itself what threads do with their calls, which is half of the work where scenarios have few
 * executions. With two helpers after a second, checks of three and nine seconds took four and eleven.
 */
const PATIENCE_MILLISECONDS = 10_000;

interface Helper {
  readonly connection: Connection<ToScenarioHelper>;
  isReady: boolean;
  /** Its results so far, in the order of its share. */
  results: CheckedScenario[];
}

/** Has scenarios checked by other threads, each with its own copy of the structure (see `ShareHelper`). */
export class ScenarioTeam implements ScenarioHelpers {
  haveFailed = false;
  private readonly connect: Connect<ToScenarioHelper, FromScenarioHelper>;
  private readonly jobs: number;
  private readonly patience: number;
  private round = 0;
  private asked: number | undefined;
  private helpers: readonly Helper[] | undefined;
  private from = 0;
  private arrived: (() => void) | undefined;

  /** `patience`: milliseconds after which threads are started. */
  constructor(connect: Connect<ToScenarioHelper, FromScenarioHelper>, jobs: number, patience = PATIENCE_MILLISECONDS) {
    this.connect = connect;
    this.jobs = jobs;
    this.patience = patience;
  }

  get areReady(): boolean {
    const now = clock();
    this.asked ??= now;
    if (this.helpers === undefined && now - this.asked >= this.patience) this.start();
    return !this.haveFailed && this.helpers?.every(({ isReady }) => isReady) === true;
  }

  begin(options: CheckOptions, from: number): void {
    this.recall();
    this.from = from;
    this.helpers!.forEach((helper, i) => {
      helper.results = [];
      helper.connection.send({ share: { options, from: from + i, of: this.jobs }, round: this.round });
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
    this.round++;
    for (const { connection } of this.helpers ?? []) connection.send({ recall: this.round });
  }

  /** Ends the threads. */
  close(): void {
    for (const { connection } of this.helpers ?? []) connection.end();
    this.helpers = [];
  }

  private start(): void {
    this.helpers = Array.from({ length: this.jobs }, () => {
      const connection = this.connect(
        (message) => this.take(helper, message),
        () => this.giveUp(),
      );
      const helper: Helper = { connection, isReady: false, results: [] };
      return helper;
    });
  }

  private take(helper: Helper, message: FromScenarioHelper): void {
    if (message === 'failed') this.giveUp();
    else if (message === 'ready') helper.isReady = true;
    else if (message.round === this.round) helper.results.push(message.checked);
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
