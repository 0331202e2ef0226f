import { modelTitle } from '@fencepost/core';
import type { CheckReport } from '@fencepost/report';
import { counted, incompleteText, isNamedAfter, scenarioCoverage, verdictText } from '@fencepost/report';
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
            <CheckRow
              key={i}
              check={check}
              verdict={verdictText(
                check,
                checks.filter((each) => isSameProgram(each, check)),
              )}
              isNew={!isSameProgram(check, checks[i - 1])}
            />
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
function CheckRow({ check, verdict: words, isNew }: { check: CheckReport; verdict: string; isNew: boolean }): VNode {
  const { source, program, model, verdict, executions, jointStates, blocked, seconds } = check;
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
          <span class={`verdict ${verdict}`}>{words}</span>
        </td>
        <td class="number" title={blocked === 0 ? undefined : `and ${counted(blocked, 'execution')} abandoned`}>
          {jointStates === undefined ? executions.toLocaleString('en') : counted(jointStates, 'joint state')}
        </td>
        <td class="number">{seconds.toFixed(2)} s</td>
      </tr>
      {remarks.length > 0 && (
        <tr class="remarks">
          <td />
          <td colSpan={4}>
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

/** Returns gaps in coverage, and other remarks. */
function remarksOf(check: CheckReport): string[] {
  const { incomplete, notes } = check;
  const scenarios = scenarioCoverage(check);
  if (scenarios !== undefined) return [`Checked: ${scenarios}`, ...notes];
  return incomplete === null ? [...notes] : [`Not complete: ${incompleteText(incomplete)}`, ...notes];
}
