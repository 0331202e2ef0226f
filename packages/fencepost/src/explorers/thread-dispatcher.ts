import type { Answer, Dispatcher, Knowledge, Task } from '@fencepost/check';
import { WINDOW } from '@fencepost/check';
import { Thread } from '@fencepost/workers';
import type { ProgramReference } from '../load/loaded-program.js';
import type { ExplorerData, FromExplorer, TaskOfRound, ToExplorer } from './messages.js';
import { builtWorker } from '../workers/built.js';

/** A search that is over sooner is not worth the start of threads. */
const PATIENCE_MILLISECONDS = 1000;
/** Tasks per thread: one to explore, and one to continue with afterwards. */
const TASKS = 2;

/** What modules print when they are loaded has been printed already. */
const QUIET = { stdout: true, stderr: true };

interface Explorer {
  readonly thread: Thread;
  isReady: boolean;
  /** It knows what the search knew of the program when it asked last. */
  isCurrent: boolean;
  readonly tasks: Map<number, TaskOfRound>;
}

/** Has tasks done by threads of this process, each with its own copy of the program. */
export class ThreadDispatcher implements Dispatcher {
  private readonly reference: ProgramReference;
  private readonly jobs: number;
  private readonly maxDepth: number | undefined;
  private readonly patience: number;
  private readonly round = new Int32Array(new SharedArrayBuffer(4));
  private began: number | undefined;
  private explorers: Explorer[] | undefined;
  private knowledge: () => Knowledge = () => ({ program: undefined, tooDeep: [] });
  private answers: Answer[] = [];
  private arrived: (() => void) | undefined;

  /** `patience`: milliseconds after which threads are started. */
  constructor(
    reference: ProgramReference,
    jobs: number,
    maxDepth: number | undefined,
    patience = PATIENCE_MILLISECONDS,
  ) {
    this.patience = patience;
    this.reference = reference;
    // More would have nothing to do.
    this.jobs = Math.min(jobs, WINDOW);
    this.maxDepth = maxDepth;
  }

  get room(): number {
    if (this.explorers === undefined && performance.now() - this.began! >= this.patience) this.start();
    const ready = this.explorers?.filter(({ isReady }) => isReady) ?? [];
    return ready.reduce((sum, { tasks }) => sum + TASKS - tasks.size, 0);
  }

  begin(knowledge: () => Knowledge): void {
    this.recall();
    this.began ??= performance.now();
    this.knowledge = knowledge;
    for (const explorer of this.explorers ?? []) explorer.isCurrent = false;
  }

  dispatch(id: number, task: Task): void {
    const ready = this.explorers!.filter(({ isReady }) => isReady);
    const explorer = ready.reduce((a, b) => (b.tasks.size < a.tasks.size ? b : a));
    this.give(explorer, { id, round: this.round[0]!, task });
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
    Atomics.add(this.round, 0, 1);
    this.answers = [];
  }

  /** Ends the threads. */
  close(): void {
    this.recall();
    for (const { thread } of this.explorers ?? []) void thread.end();
    this.explorers = [];
  }

  private start(): void {
    this.explorers = Array.from({ length: this.jobs }, () => {
      const data: ExplorerData = { reference: this.reference, maxDepth: this.maxDepth, round: this.round };
      const thread = new Thread(builtWorker('explorer-worker'), data, QUIET);
      const { worker } = thread;
      const explorer: Explorer = { thread, isReady: false, isCurrent: false, tasks: new Map() };
      worker.on('message', (message: FromExplorer) => this.take(explorer, message));
      worker.on('error', () => undefined); // `exit` comes next
      worker.on('exit', () => this.bury(explorer));
      return explorer;
    });
  }

  private give(explorer: Explorer, task: TaskOfRound): void {
    if (!explorer.isCurrent) {
      this.post(explorer, { begin: this.knowledge() });
      explorer.isCurrent = true;
    }
    explorer.tasks.set(task.id, task);
    this.post(explorer, task);
  }

  private post({ thread }: Explorer, message: ToExplorer): void {
    thread.worker.postMessage(message);
  }

  private take(explorer: Explorer, message: FromExplorer): void {
    if (message === 'ready') {
      explorer.isReady = true;
      return;
    }
    const { id } = message;
    const task = explorer.tasks.get(id)!;
    explorer.tasks.delete(id);
    if (task.round !== this.round[0]) return;
    if ('lost' in message) {
      this.give(explorer, task);
      return;
    }
    if (message.found === undefined) explorer.isCurrent = false;
    this.deliver({ id, found: message.found });
  }

  /** What it had to do comes back. */
  private bury(explorer: Explorer): void {
    explorer.isReady = false;
    const { tasks } = explorer;
    for (const { id, round } of tasks.values()) if (round === this.round[0]) this.deliver({ id, found: undefined });
    tasks.clear();
  }

  private deliver(answer: Answer): void {
    this.answers.push(answer);
    this.arrived?.();
    this.arrived = undefined;
  }
}
