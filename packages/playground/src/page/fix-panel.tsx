import { edited, unifiedDiff } from '@fencepost/fix';
import { ownLines } from '@fencepost/report';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SourceFile, TextEdit } from '../editor/api.js';
import { fixStatusOf } from './fix-status.js';
import type { Standing } from './use-check.js';

interface Props {
  readonly fixing: Standing;
  readonly isFixing: boolean;
  readonly maxSeconds: number;
  /** The checked program, and the program in the editor. */
  readonly checked: SourceFile;
  readonly program: SourceFile;
  readonly stop: () => void;
  readonly apply: (edits: readonly TextEdit[]) => void;
  readonly checkAgain: () => void;
}

/** Shows the search for a repair, and the repair, which it applies. */
export function FixPanel({ fixing, isFixing, maxSeconds, stop, ...shown }: Props): JSX.Element {
  const answer = fixing.kind === 'fixed' ? fixing.answer : undefined;
  const changes = answer !== undefined && 'changes' in answer ? answer.changes : [];
  const files = answer !== undefined && 'files' in answer ? answer.files : [];
  return (
    <section class={files.length > 0 ? 'fix found' : 'fix'} aria-label="Fix">
      <h4>Fix</h4>
      {changes.length > 0 && (
        <ul class={changes.length === 1 ? 'single' : undefined}>
          {changes.map(({ words, reasons }) => (
            <li key={words}>
              {ownLines(words, shown.checked.file)}
              {reasons.map((reason) => (
                <div key={reason} class="hint">
                  {ownLines(reason, shown.checked.file)}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      <p class="hint" role="status">
        {fixStatusOf(fixing, maxSeconds)}{' '}
        {isFixing && (
          <button type="button" class="link" onClick={stop}>
            Stop looking
          </button>
        )}
      </p>
      <Edits {...shown} files={files} />
    </section>
  );
}

interface EditsProps extends Pick<Props, 'checked' | 'program' | 'apply' | 'checkAgain'> {
  readonly files: readonly { readonly path: string; readonly edits: readonly TextEdit[] }[];
}

/**
 * The change of the text, and a button to apply it. It is enabled only if the text is still the one that was checked.
 */
function Edits({ files, checked, program, apply, checkAgain }: EditsProps): JSX.Element | null {
  const edits = files.find(({ path }) => path === checked.file)?.edits;
  const diff = useMemo(
    () => (edits === undefined ? '' : unifiedDiff(checked.file, checked.text, edits)),
    [edits, checked],
  );
  if (edits === undefined) return null;
  const isFile = program.file === checked.file;
  const isApplied = isFile && program.text === edited(checked.text, edits);
  const canApply = isFile && program.text === checked.text;
  return (
    <>
      {/* Wider than a phone screen, so it must also be scrollable by keyboard. */}
      <pre class="diff" tabIndex={0} role="region" aria-label="Changes">
        {diff
          .trimEnd()
          .split('\n')
          .slice(2)
          .map((line, i) => (
            <span key={i} class={KINDS[line[0] ?? ''] ?? ''}>
              {line}
              {'\n'}
            </span>
          ))}
      </pre>
      <p class="actions">
        <button type="button" class="apply" disabled={!canApply} onClick={() => apply(edits)}>
          Apply
        </button>
        {isApplied && (
          <button type="button" onClick={checkAgain}>
            Check the fixed program
          </button>
        )}
        <span class="hint" role="status">
          {isApplied
            ? 'Applied. Undo in the editor reverts it.'
            : canApply
              ? ''
              : 'The program has changed since then.'}
        </span>
      </p>
    </>
  );
}

/** Meaning of the first character of a diff line. */
const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place-of-change' };
