import { clock } from '../clock.js';
import type { Answer, Dispatcher, Knowledge } from '../search/dispatcher.js';
import type { Task } from '../search/task.js';
import { WINDOW } from '../search/window.js';
import type { Connect, Connection } from './connection.js';
import type { FromExplorer, ToExplorer } from './messages.js';

/** Starting threads is not worth it for a search that is over sooner. */
const PATIENCE_MILLISECONDS = 1000;
/** Tasks per thread: one to explore, and one to continue with afterwards. */
const TASKS = 2;

interface Explorer {
  readonly connection: Connection<ToExplorer>;
  isReady: boolean;
  /** It knows what the search knew of the program when it asked last. */
  isCurrent: boolean;
  /** What it has to do, by the number it was given with. */
  readonly tasks: Map<number, Given>;
}

/** Each search counts its tasks from 0, and answers to those of the one before may be on their way. */
interface Given {
  readonly id: number;
  readonly round: number;
  readonly task: Task;
}

/** Has tasks done by other threads, each with its own copy of the program (see `TaskHelper`). */
export class TaskDispatcher implements Dispatcher {
  private readonly connect: Connect<ToExplorer, FromExplorer>;
  private readonly jobs: number;
  private readonly patience: number;
  private round = 0;
  private given = 0;
  private began: number | undefined;
  private explorers: Explorer[] | undefined;
  private knowledge: () => Knowledge = () => ({ program: undefined, tooDeep: [] });
  private answers: Answer[] = [];
  private arrived: (() => void) | undefined;

  /** `patience`: milliseconds after which threads are started. */
  constructor(connect: Connect<ToExplorer, FromExplorer>, jobs: number, patience = PATIENCE_MILLISECONDS) {
    this.connect = connect;
    // More would have nothing to do.
    this.jobs = Math.min(jobs, WINDOW);
    this.patience = patience;
  }

  get room(): number {
    if (this.explorers === undefined && clock() - this.began! >= this.patience) this.start();
    const ready = this.explorers?.filter(({ isReady }) => isReady) ?? [];
    return ready.reduce((sum, { tasks }) => sum + TASKS - tasks.size, 0);
  }

  begin(knowledge: () => Knowledge): void {
    this.recall();
    this.began ??= clock();
    this.knowledge = knowledge;
    for (const explorer of this.explorers ?? []) explorer.isCurrent = false;
  }

  dispatch(id: number, task: Task): void {
    const ready = this.explorers!.filter(({ isReady }) => isReady);
    const explorer = ready.reduce((a, b) => (b.tasks.size < a.tasks.size ? b : a));
    this.give(explorer, { id, round: this.round, task });
  }

  collect(): readonly Answer[] {
    const { answers } = this;
    this.answers = [];
    return answers;
  }

  arrival(): Promise<void> {
    if (this.answers.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.arrived = resolve;
    });
  }

  recall(): void {
    this.round++;
    this.answers = [];
    for (const { connection } of this.explorers ?? []) connection.send({ recall: this.round });
  }

  /** Ends the threads. */
  close(): void {
    for (const { connection } of this.explorers ?? []) connection.end();
    this.explorers = [];
  }

  private start(): void {
    this.explorers = Array.from({ length: this.jobs }, () => {
      const connection = this.connect(
        (message) => this.take(explorer, message),
        () => this.bury(explorer),
      );
      const explorer: Explorer = { connection, isReady: false, isCurrent: false, tasks: new Map() };
      return explorer;
    });
  }

  private give(explorer: Explorer, given: Given): void {
    const { connection } = explorer;
    if (!explorer.isCurrent) {
      connection.send({ begin: this.knowledge() });
      explorer.isCurrent = true;
    }
    const number = this.given++;
    explorer.tasks.set(number, given);
    connection.send({ ...given, id: number });
  }

  private take(explorer: Explorer, message: FromExplorer): void {
    if (message === 'ready') {
      explorer.isReady = true;
      return;
    }
    const task = explorer.tasks.get(message.id);
    explorer.tasks.delete(message.id);
    if (task?.round !== this.round) return;
    if ('lost' in message) {
      this.give(explorer, task);
      return;
    }
    if (message.found === undefined) explorer.isCurrent = false;
    this.deliver({ id: task.id, found: message.found });
  }

  /** What it had to do comes back. */
  private bury(explorer: Explorer): void {
    explorer.isReady = false;
    const { tasks } = explorer;
    for (const { id, round } of tasks.values()) if (round === this.round) this.deliver({ id, found: undefined });
    tasks.clear();
  }

  private deliver(answer: Answer): void {
    this.answers.push(answer);
    this.arrived?.();
    this.arrived = undefined;
  }
}
