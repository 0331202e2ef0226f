import type { Run, Status } from '@fencepost/cluster/values';
import { count, counted } from '@fencepost/report';
import { clock, roughly } from '../terminal/format-estimate.js';

/** Returns the status of a run as lines for a terminal. */
export function statusLines(run: Run, { searches, jobs, agents, rate, secondsLeft }: Status): string[] {
  const { id, status, source, policy } = run;
  const time = secondsLeft === null || status !== 'running' ? '' : `, about ${clock(secondsLeft)} left`;
  return [
    `${id}  ${source}  ${status}  (policy ${policy})`,
    ...searches.map(({ name, model, executions, blocked, open, left: executionsLeft, failures, seeds }) => {
      const found = failures === 0 ? '' : `, ${counted(failures, 'failure')}`;
      const size = executionsLeft === null ? '' : `, about ${roughly(executionsLeft)} left`;
      const left = open === 0 ? 'done' : counted(open, 'open job') + size;
      const done =
        seeds === undefined
          ? `${counted(executions, 'execution')}, ${count(blocked)} blocked`
          : `${count(seeds.tested)} of ${counted(seeds.of, 'seed')}, ${counted(executions, 'execution')}`;
      return `  ${name}  ${model}   ${done}, ${left}${found}`;
    }),
    `  ${counted(agents.agents, 'agent')} with ${counted(agents.threads, 'thread')}, ${agents.idle} idle; ${count(Math.round(rate))} executions/s${time}`,
    `  ${counted(jobs.waiting, 'job')} waiting, ${jobs.active} active`,
    ...(run.refused === 0 ? [] : [`  ${counted(run.refused, 'result')} refused, from another build or runtime`]),
    ...jobs.dead.map(
      ({ id: job, model, path, reason }) =>
        `  lost: job ${job} under ${model}, at ${path === '' ? 'the root' : path}: ${reason}`,
    ),
  ];
}
