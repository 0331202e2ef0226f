import type { Run, Status } from '@fencepost/cluster';
import { Runs, statusOf } from '@fencepost/cluster';
import { printableJson } from '@fencepost/core';
import { count, counted } from '@fencepost/report';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { requested } from '../../options/resolve.js';
import { clusterStatusHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { withDatabase } from './with-database.js';

/** `fencepost cluster status`. */
export async function statusCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('cluster status', args);
  if (asked.help) {
    await io.out(clusterStatusHelp());
    return OK;
  }
  const [name, ...more] = asked.given.positionals;
  if (name === undefined || more.length > 0) throw usageError('name one run', 'fencepost cluster history lists them');
  await withDatabase(async (database) => {
    const run = await new Runs(database).find(name);
    const status = await statusOf(database, run);
    const { id, status: state, policy, build, source, created, finished } = run;
    const isJson = asked.values.lineFormat === 'json';
    const json = { ...{ id, status: state, policy, build, source, created, finished }, ...status };
    await io.out(isJson ? `${printableJson(json)}\n` : `${statusLines(run, status).join('\n')}\n`);
  });
  return OK;
}

export function statusLines(run: Run, { searches, jobs, agents, rate }: Status): string[] {
  const { id, status, source, policy } = run;
  return [
    `${id}  ${source}  ${status}  (policy ${policy})`,
    ...searches.map(({ name, model, executions, blocked, open, failures }) => {
      const found = failures === 0 ? '' : `, ${counted(failures, 'failure')}`;
      const left = open === 0 ? 'done' : counted(open, 'open job');
      return `  ${name}  ${model}   ${counted(executions, 'execution')}, ${count(blocked)} blocked, ${left}${found}`;
    }),
    `  ${counted(agents.agents, 'agent')} with ${counted(agents.threads, 'thread')}, ${agents.idle} idle; ${count(Math.round(rate))} executions/s`,
    `  ${counted(jobs.waiting, 'job')} waiting, ${jobs.active} active`,
    ...jobs.dead.map(
      ({ id: job, model, path, reason }) =>
        `  lost: job ${job} under ${model}, at ${path === '' ? 'the root' : path}: ${reason}`,
    ),
  ];
}
