import type { Run, Status } from '@fencepost/cluster/values';
import { count, counted } from '@fencepost/report';

/** How far a run is, for a terminal. */
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
