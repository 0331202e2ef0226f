import { clock } from '../clock.js';

/** A connection to another thread, which has its own copy of the program. Messages are plain data. */
export interface Connection<To> {
  send(message: To): void;
  end(): void;
}

/** Starts such a thread. `ended` is called asynchronously when the thread ends by itself or cannot be started. */
export type Connect<To, From> = (take: (message: From) => void, ended: () => void) => Connection<To>;

/** Message to a helper: a task, or a recall of all tasks of earlier rounds. */
export type ToHelper<Task> = Given<Task> | { readonly recall: number };

export interface Given<Task> {
  readonly id: number;
  readonly round: number;
  readonly task: Task;
}

/** Message from a helper. `more`: further results of this task follow. `failed`: the helper sends no more results. */
export type FromHelper<Result> =
  | 'ready'
  | 'failed'
  | { readonly id: number; readonly result: Result; readonly more?: boolean };

/** A thread of a team. */
export interface Member<Task> {
  readonly connection: Connection<ToHelper<Task>>;
  isReady: boolean;
  /** Its unfinished tasks, by number. */
  readonly tasks: Map<number, Given<Task>>;
}

/** Owner of a team: gives it tasks. It receives nothing about tasks of earlier rounds. */
export interface TeamOwner<Task, Result> {
  take(member: Member<Task>, task: Task, result: Result): void;
  /** Returns a task of a thread that has ended. */
  takeBack(task: Task): void;
}

/**
 * Helper threads, each with its own copy of the program, and their tasks (see `Helper`). Each task belongs to a round.
 * Starting the next round recalls all earlier tasks; results still on their way are discarded.
 */
export class Team<Task, Result> {
  /** Whether a thread has ended. */
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

  /**
   * `patience`: milliseconds before threads are started, counted from the first access to `members`. With Infinity,
   * only `start` starts them.
   */
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

  /** The threads; none before they are started. */
  get members(): readonly Member<Task>[] {
    const now = clock();
    this.asked ??= now;
    if (this.all === undefined && now - this.asked >= this.patience) this.start();
    return this.all ?? [];
  }

  get isStarted(): boolean {
    return this.all !== undefined;
  }

  /** Starts the threads. */
  start(): void {
    this.all = Array.from({ length: this.size }, () => {
      const connection = this.connect(
        (message) => this.take(member, message),
        () => this.bury(member),
      );
      const member: Member<Task> = { connection, isReady: false, tasks: new Map() };
      return member;
    });
  }

  give({ connection, tasks }: Member<Task>, task: Task): void {
    const given = { id: this.given++, round: this.round, task };
    tasks.set(given.id, given);
    connection.send(given);
  }

  /** Starts the next round, which cancels all tasks of earlier rounds. */
  recall(): void {
    this.round++;
    for (const { connection } of this.all ?? []) connection.send({ recall: this.round });
  }

  /** Resolves when a thread becomes ready, answers or ends. */
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

  /** Returns the unfinished tasks of a thread that has ended to the owner. */
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
