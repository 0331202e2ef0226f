import { clock } from '../clock.js';
import type { Connect, Connection } from './connection.js';

/** To a helper: a task, or that those of earlier rounds are no longer wanted. */
export type ToHelper<Task> = Given<Task> | { readonly recall: number };

export interface Given<Task> {
  readonly id: number;
  readonly round: number;
  readonly task: Task;
}

/** From a helper. `more`: it is not the last result of this task. `failed`: there will be no more of any. */
export type FromHelper<Result> =
  | 'ready'
  | 'failed'
  | { readonly id: number; readonly result: Result; readonly more?: boolean };

/** A thread of a team. */
export interface Member<Task> {
  readonly connection: Connection<ToHelper<Task>>;
  isReady: boolean;
  /** What it has to do, by number. */
  readonly tasks: Map<number, Given<Task>>;
}

/** Who gives tasks to a team. Nothing is said about tasks of earlier rounds. */
export interface TeamOwner<Task, Result> {
  take(member: Member<Task>, task: Task, result: Result): void;
  /** It comes back from a thread that has ended. */
  takeBack(task: Task): void;
}

/**
 * Other threads, each with its own copy of the program, and what they have to do (see `Helper`). Tasks belong to a round; with
 * the next round, all those before are recalled, and results that are on their way do not count.
 */
export class Team<Task, Result> {
  /** One of them has ended. */
  hasFailed = false;
  private readonly owner: TeamOwner<Task, Result>;
  private readonly connect: Connect<ToHelper<Task>, FromHelper<Result>>;
  private readonly size: number;
  private readonly patience: number;
  private round = 0;
  private given = 0;
  private asked: number | undefined;
  private all: readonly Member<Task>[] | undefined;
  private arrived: (() => void) | undefined;

  /** `patience`: milliseconds after which threads are started, from when they are first asked for. */
  constructor(
    owner: TeamOwner<Task, Result>,
    connect: Connect<ToHelper<Task>, FromHelper<Result>>,
    size: number,
    patience: number,
  ) {
    this.owner = owner;
    this.connect = connect;
    this.size = size;
    this.patience = patience;
  }

  /** The threads, once they were started. */
  get members(): readonly Member<Task>[] {
    const now = clock();
    this.asked ??= now;
    if (this.all === undefined && now - this.asked >= this.patience) this.start();
    return this.all ?? [];
  }

  give({ connection, tasks }: Member<Task>, task: Task): void {
    const given = { id: this.given++, round: this.round, task };
    tasks.set(given.id, given);
    connection.send(given);
  }

  /** Begins the next round. */
  recall(): void {
    this.round++;
    for (const { connection } of this.all ?? []) connection.send({ recall: this.round });
  }

  /** Resolves when a thread gets ready, answers or ends. */
  arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.arrived = resolve;
    });
  }

  /** Ends the threads. */
  close(): void {
    for (const { connection } of this.all ?? []) connection.end();
    this.all = [];
  }

  private start(): void {
    this.all = Array.from({ length: this.size }, () => {
      const connection = this.connect(
        (message) => this.take(member, message),
        () => this.bury(member),
      );
      const member: Member<Task> = { connection, isReady: false, tasks: new Map() };
      return member;
    });
  }

  private take(member: Member<Task>, message: FromHelper<Result>): void {
    if (message === 'failed') {
      this.bury(member);
      return;
    }
    if (message === 'ready') member.isReady = true;
    else {
      const given = member.tasks.get(message.id);
      if (message.more !== true) member.tasks.delete(message.id);
      if (given?.round === this.round) this.owner.take(member, given.task, message.result);
    }
    this.wake();
  }

  /** What it had to do comes back. */
  private bury(member: Member<Task>): void {
    const { tasks } = member;
    member.isReady = false;
    this.hasFailed = true;
    const lost = [...tasks.values()].filter(({ round }) => round === this.round);
    tasks.clear();
    for (const { task } of lost) this.owner.takeBack(task);
    this.wake();
  }

  private wake(): void {
    this.arrived?.();
    this.arrived = undefined;
  }
}
