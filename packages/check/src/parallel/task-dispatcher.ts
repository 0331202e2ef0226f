import { clock, cpuClock } from '../clock.js';
import type { Answer, Dispatcher, Knowledge, SecondsLeft } from '../search/dispatcher.js';
import type { Found, Task } from '../search/task.js';
import { WINDOW } from '../search/window.js';
import type { Connect, FromHelper, Member, ToHelper } from './team.js';
import { Team } from './team.js';

/** How long a search computes alone before it is estimated for the first time. Most searches end sooner. */
const PATIENCE_MS = 1000;
/** Factor by which the time grows after which it is estimated again. */
const MORE_PATIENCE = 1.5;

/**
 * Threads are started if the search would take longer than this alone, in seconds. Each thread loads the program,
 * discovers its states and has V8 optimise the explorer once more, which takes about one second of CPU time.
 */
const WORTHWHILE_SECONDS = 2;

/** Threads are started before this time only if the search is sure to take so long, and later if it may well do so. */
const SURE_MS = 3000;
/** Threads are started after this time, whatever the estimate says: what has taken long is likely to take as long again. */
const LONG_MS = 9000;

/** Tasks per thread: one being explored, and one queued. */
const TASKS = 2;

/** Plain data. */
export interface ExplorerTask {
  /** The task's number in its search. Each search counts its tasks from 0. */
  readonly id: number;
  readonly task: Task;
  /** The search's knowledge of the program; undefined if the explorer already has it. */
  readonly knowledge?: Knowledge;
}

/** `lost`: the task could not be done because an earlier one failed and the explorer has not begun again since. */
export type ExplorerResult = { readonly found: Found | undefined } | 'lost';

/** Distributes the tasks of a search over a team. */
export class TaskDispatcher implements Dispatcher {
  private readonly team: Team<ExplorerTask, ExplorerResult>;
  /** Members that have the knowledge of the program that the search had when it last called `begin`. */
  private readonly current = new Set<Member<ExplorerTask>>();
  private knowledge: () => Knowledge = () => ({ program: undefined, tooDeep: [] });
  private answers: Answer[] = [];
  private began: { readonly time: number; readonly cpu: number } | undefined;
  private patience: number;

  /**
   * `jobs`: the number of threads that explore, including the search itself. `patience`: milliseconds before it is
   * considered to start the others; with 0 they are started at once.
   */
  constructor(
    connect: Connect<ToHelper<ExplorerTask>, FromHelper<ExplorerResult>>,
    jobs: number,
    patience = PATIENCE_MS,
  ) {
    const owner = {
      take: (member: Member<ExplorerTask>, { id, task }: ExplorerTask, result: ExplorerResult) => {
        if (result === 'lost') this.give(member, id, task);
        else {
          if (result.found === undefined) this.current.delete(member);
          this.answers.push({ id, found: result.found });
        }
      },
      takeBack: ({ id }: ExplorerTask) => void this.answers.push({ id, found: undefined }),
    };
    // More threads than tasks in the window would be idle.
    this.team = new Team(owner, connect, Math.min(jobs - 1, WINDOW), patience === 0 ? 0 : Infinity);
    this.patience = patience;
  }

  consider(secondsLeft: () => SecondsLeft): void {
    if (this.team.isStarted || this.patience === 0) return;
    const [time, cpu] = [clock(), cpuClock()];
    this.began ??= { time, cpu };
    const passed = time - this.began.time;
    // On a busy machine, more threads make nothing faster: what others take does not count.
    const own = Math.min(passed, cpu - this.began.cpu);
    if (own < this.patience) return;
    if (own >= LONG_MS || this.isWorthwhile(own, own / passed, secondsLeft())) this.team.start();
    else this.patience = Math.min(MORE_PATIENCE * own, own < SURE_MS ? SURE_MS : LONG_MS);
  }

  /** `own`: how long the search has computed. `share`: the part of a core that it got. */
  private isWorthwhile(own: number, share: number, { low, high }: SecondsLeft): boolean {
    return (own < SURE_MS ? low : high) * share > WORTHWHILE_SECONDS;
  }

  get room(): number {
    return this.ready.reduce((sum, { tasks }) => sum + TASKS - tasks.size, 0);
  }

  begin(knowledge: () => Knowledge): void {
    this.recall();
    this.knowledge = knowledge;
    this.current.clear();
  }

  dispatch(id: number, task: Task): void {
    this.give(
      this.ready.reduce((a, b) => (b.tasks.size < a.tasks.size ? b : a)),
      id,
      task,
    );
  }

  collect(): readonly Answer[] {
    const { answers } = this;
    this.answers = [];
    return answers;
  }

  arrival(): Promise<void> {
    return this.answers.length > 0 ? Promise.resolve() : this.team.arrival();
  }

  recall(): void {
    this.team.recall();
    this.answers = [];
  }

  /** Ends the threads. */
  close(): void {
    this.team.close();
  }

  private get ready(): readonly Member<ExplorerTask>[] {
    return this.team.members.filter(({ isReady }) => isReady);
  }

  private give(member: Member<ExplorerTask>, id: number, task: Task): void {
    const isCurrent = this.current.has(member);
    this.current.add(member);
    this.team.give(member, { id, task, ...(!isCurrent && { knowledge: this.knowledge() }) });
  }
}
