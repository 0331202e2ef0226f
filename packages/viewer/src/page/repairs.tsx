import { modelTitle } from '@fencepost/core';
import type { RepairReport } from '@fencepost/report';
import { counted, programTitle } from '@fencepost/report';
import type { VNode } from 'preact';

/** Changes that repair programs, as diffs. */
export function Repairs({ repairs }: { readonly repairs: readonly RepairReport[] }): VNode {
  return (
    <section aria-labelledby="repairs">
      <h2 id="repairs">{repairs.length === 1 ? 'Repair' : 'Repairs'}</h2>
      {repairs.map(({ source, program, models, goal, cost, changes, diff }) => (
        <div key={`${source} ${program}`} class="repair">
          <p>
            {counted(changes.length, 'change')} (cost {cost}) after which {programTitle({ source, program })} is {goal}{' '}
            under {models.map(modelTitle).join(', ')}; the result was checked.
          </p>
          <ul>
            {changes.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <pre class="diff" tabIndex={0}>
            {diff
              .trimEnd()
              .split('\n')
              .map((line, i) => (
                <span key={i} class={kindOf(line)}>
                  {`${line}\n`}
                </span>
              ))}
          </pre>
        </div>
      ))}
    </section>
  );
}

function kindOf(line: string): string {
  if (line.startsWith('+') && !line.startsWith('+++ ')) return 'added';
  return line.startsWith('-') && !line.startsWith('--- ') ? 'removed' : 'same';
}
