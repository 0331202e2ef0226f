import type { RepairReport } from '@fencepost/report';
import { counted, modelsInWords, ownLines } from '@fencepost/report';
import type { VNode } from 'preact';
import { CopyButton } from './copy-button.js';

/** The change that repairs a program, as a diff. */
export function Repair({ repair, printed }: { readonly repair: RepairReport; readonly printed: boolean }): VNode {
  const { source, models, goal, changes, diff } = repair;
  return (
    <div class="repair">
      <h4>Fix{!printed && <CopyButton text={diff} label="Copy patch" />}</h4>
      <p>
        {counted(changes.length, 'change')}, compiled and checked: {goal} under {modelsInWords(models)}.
      </p>
      {changes.map((each) => (
        <p key={each}>{ownLines(each, source)}</p>
      ))}
      <pre class="diff" tabIndex={0} aria-label="Diff">
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
  );
}

function kindOf(line: string): string {
  if (line.startsWith('+') && !line.startsWith('+++ ')) return 'added';
  return line.startsWith('-') && !line.startsWith('--- ') ? 'removed' : 'same';
}
