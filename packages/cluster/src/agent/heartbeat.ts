import type { Database } from '../database/database.js';
import type { Fingerprint, JobData, ProgramState, Run, RunStatus, TakenJob } from '../runs/protocol.js';
import { SCHEMA } from '../database/schema.js';

/** The state of the run and the other agents, as an agent needs it. */
export interface Pulse {
  readonly status: RunStatus;
  /** The jobs of the agent that it still holds. */
  readonly held: ReadonlySet<string>;
  /** Number of waiting jobs; counting stops where larger numbers make no difference. */
  readonly waiting: number;
  /** Threads of all live agents of the run. */
  readonly threads: number;
  readonly idle: number;
  readonly programs: readonly Pick<ProgramState, 'index' | 'version' | 'epoch'>[];
  readonly bounds: readonly Bound[];
}

/** The first known failure of a search. Jobs after it need not be explored. */
export type Bound = Pick<JobData, 'program' | 'model' | 'epoch'> & { readonly path: string };

export interface AgentState extends Fingerprint {
  readonly id: string;
  readonly host: string;
  readonly threads: number;
  readonly idle: number;
}

/**
 * Renews the leases of an agent's jobs and returns the state of the run. One statement, however many threads the agent
 * has.
 */
export async function pulse(
  { connection }: Database,
  { id: run }: Run,
  agent: AgentState,
  jobs: readonly TakenJob[],
): Promise<Pulse> {
  const [row] = await connection.rows(`select ${SCHEMA}.pulse($1, $2, $3, $4, $5, $6, $7, $8) as pulse`, [
    ...[run, agent.id, agent.host, agent.build, agent.threads, agent.idle],
    ...[jobs.map(({ id }) => id), jobs.map(({ attempt }) => attempt)],
  ]);
  const { held, ...told } = row!['pulse'] as Omit<Pulse, 'held'> & { readonly held: readonly string[] };
  return { ...told, held: new Set(held) };
}
