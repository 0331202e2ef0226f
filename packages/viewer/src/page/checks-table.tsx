import { REFERENCE_MODEL, modelTitle } from '@fencepost/core';
import type { CheckReport, Estimate, Incomplete } from '@fencepost/report';
import { counted, isNamedAfter, scenarioCoverage } from '@fencepost/report';
import type { VNode } from 'preact';

/** The result for each program and model. */
export function ChecksTable({ checks }: { checks: readonly CheckReport[] }): VNode {
  return (
    <div class="table" role="region" aria-labelledby="checks" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Program</th>
            <th scope="col">Model</th>
            <th scope="col">Verdict</th>
            <th scope="col">Compared with SC</th>
            <th scope="col" class="number">
              Executions
            </th>
            <th scope="col" class="number">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check, i) => (
            <CheckRow key={i} check={check} isNew={!isSameProgram(check, checks[i - 1])} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isSameProgram(check: CheckReport, before: CheckReport | undefined): boolean {
  return check.source === before?.source && check.program === before.program;
}

/** @param isNew whether the row above is about another program */
function CheckRow({ check, isNew }: { check: CheckReport; isNew: boolean }): VNode {
  const { source, program, model, verdict, executions, blocked, seconds } = check;
  const remarks = remarksOf(check);
  return (
    <>
      <tr class={isNew ? 'first' : undefined}>
        <th scope="row">
          <span class={isNew ? 'program' : 'visually-hidden'}>
            {source}
            {!isNamedAfter(program, source) && <span class="program-name"> {program}</span>}
          </span>
        </th>
        <td class="model">{modelTitle(model)}</td>
        <td>
          <span class={`verdict ${verdict}`}>{verdict}</span>
        </td>
        <td>{comparedWithSc(check)}</td>
        <td class="number" title={blocked === 0 ? undefined : `and ${counted(blocked, 'execution')} abandoned`}>
          {executions.toLocaleString('en')}
        </td>
        <td class="number">{seconds.toFixed(2)} s</td>
      </tr>
      {remarks.length > 0 && (
        <tr class="remarks">
          <td />
          <td colSpan={5}>
            <ul>
              {remarks.map((remark) => (
                <li key={remark}>{remark}</li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

function comparedWithSc({ model, robust, harmful }: CheckReport): string {
  if (model === REFERENCE_MODEL) return '';
  if (robust === null) return 'not decided';
  if (robust) return 'robust';
  if (harmful === null) return 'not robust';
  return harmful ? 'not robust, harmful' : 'not robust, benign';
}

/** Returns what was not covered, and other remarks. */
function remarksOf(check: CheckReport): string[] {
  const { incomplete, notes } = check;
  const scenarios = scenarioCoverage(check);
  if (scenarios !== undefined) return [`Checked: ${scenarios}`, ...notes];
  return incomplete === null ? [...notes] : [incompleteText(incomplete), ...notes];
}

const STOPPED_BY: Readonly<Record<Exclude<Incomplete['stoppedBy'], 'failure'>, string>> = {
  executions: 'by the limit on executions',
  time: 'by the limit on time',
  interrupt: 'by an interrupt',
  preemptions: 'by the bound on preemptions',
  memory: 'for lack of memory',
  limits: 'by a bound of the program',
  unseen: 'at code that is not seen',
  'no end': 'where executions run forever',
};

function incompleteText({ stoppedBy, covered, estimate }: Incomplete): string {
  const size = estimate === null ? '' : `. ${estimateText(estimate)}`;
  const why = stoppedBy === 'failure' ? '' : `, stopped ${STOPPED_BY[stoppedBy]}`;
  return `Not complete${why}: ${covered}${size}`;
}

function estimateText({ low, likely, high }: Estimate): string {
  const [least, about, most] = [low, likely, high].map((count) => Math.round(count).toLocaleString('en'));
  return `There may be about ${about!} executions in all (${least!} to ${most!})`;
}
