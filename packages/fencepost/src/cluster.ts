// Distributed searches on many machines: `fencepost/cluster`. Needs PostgreSQL, the packages pg and pg-boss, and Node
// 22.12.
import type { Run, Status } from '@fencepost/cluster/values';
import { Agent, Database, Runs, databaseError, statusOf } from '@fencepost/cluster';
import { buildIdentity } from './cluster/build-identity.js';
import { crewFor } from './cluster/crew.js';
import { runtimeIdentity } from './cluster/surroundings.js';
import { submissionOf } from './cluster/submission.js';
import type { FencepostConfig } from './options/groups.js';
import { requestFor } from './run/check-request.js';

export type { SeedRange, UnorderedQuestion } from '@fencepost/check';
export type {
  DeadJob,
  Policy,
  Run,
  RunSearch,
  RunStatus,
  SearchKey,
  SearchStatus,
  Status,
} from '@fencepost/cluster/values';

/** The options of a run: those of `check`, except options that apply to a single process. */
export type SubmitOptions = Omit<
  FencepostConfig,
  'files' | 'reports' | 'method' | 'preemptions' | 'maxExecutions' | 'maxTime' | 'maxMemory' | 'jobs' | 'seed'
>;

/** Options of an agent. */
export interface WorkOptions {
  /** Number of exploring threads. */
  readonly jobs: number;
  /** Whether to exit when no run is open. */
  readonly untilIdle?: boolean;
  /** Ends the agent, which first commits the results that it can commit within a second. */
  readonly signal?: AbortSignal;
  /** Called with messages about its work. */
  readonly onMessage?: (text: string) => void;
}

/** Options for `init`: objects to create in addition to the tables. */
export interface InitOptions {
  /** The roles `fencepost_submit`, `fencepost_work` and `fencepost_read`, to be granted to users of the database. */
  readonly roles?: boolean;
}

/** Creates the tables of a database, or updates them. `url`: `postgres://user:password@host/name`. */
export async function init(url: string, options: InitOptions = {}): Promise<void> {
  await (await Database.init(url, options.roles)).close();
}

/** Submits the programs of one or more files for agents to check. Returns the id of the run. */
export async function submit(
  url: string,
  files: string | readonly string[],
  options: SubmitOptions = {},
): Promise<string> {
  const { warnings: _, ...submission } = await submissionOf([files].flat(), requestFor(options));
  return using(url, (database) => new Runs(database).submit(submission));
}

/** Works on all open runs. Meanwhile, the working directory of the process is that of the run. */
export async function work(url: string, options: WorkOptions): Promise<void> {
  const { jobs: threads, untilIdle = false, signal, onMessage: tell = () => undefined } = options;
  const work = async (database: Database): Promise<void> => {
    const fingerprint = { build: buildIdentity(), runtime: runtimeIdentity() };
    const agent = new Agent(database, { ...fingerprint, threads, untilIdle, open: crewFor, tell });
    signal?.addEventListener('abort', () => agent.end(), { once: true });
    if (signal?.aborted === true) return;
    await agent.work();
  };
  await using(url, work, (address) => Database.later(address));
}

/** Returns the status of a run. `run`: its id, or a prefix of it; `last`: the newest run. */
export async function status(url: string, run: string): Promise<Run & { readonly progress: Status }> {
  return using(url, async (database) => {
    const found = await new Runs(database).find(run);
    return { ...found, progress: await statusOf(database, found) };
  });
}

async function using<T>(
  url: string,
  use: (database: Database) => Promise<T>,
  open: (url: string) => Promise<Database> = (address) => Database.open(address),
): Promise<T> {
  const database = await open(url);
  try {
    return await use(database);
  } catch (error) {
    throw databaseError(error);
  } finally {
    await database.close();
  }
}
