import { edited, unifiedDiff } from '@fencepost/fix';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SourceFile, TextEdit } from '../editor/api.js';
import { fixStatusOf } from './fix-status.js';
import type { Standing } from './use-check.js';

interface Props {
  readonly fixing: Standing;
  readonly isRunning: boolean;
  readonly maxSeconds: number;
  /** The checked program, and the program in the editor. */
  readonly checked: SourceFile;
  readonly program: SourceFile;
  readonly find: () => void;
  readonly apply: (edits: readonly TextEdit[]) => void;
  readonly checkAgain: () => void;
}

/** Searches for a repair of the failure, shows it, and applies it. */
export function FixPanel({ fixing, isRunning, maxSeconds, find, ...shown }: Props): JSX.Element {
  const answer = fixing.kind === 'fixed' ? fixing.answer : undefined;
  const changes = answer !== undefined && 'changes' in answer ? answer.changes : [];
  return (
    <section class="fix" aria-label="Fix">
      {answer === undefined && (
        <p class="actions">
          <button type="button" disabled={isRunning} onClick={find}>
            Find a fix
          </button>
        </p>
      )}
      <p class="status" role="status">
        {fixStatusOf(fixing, maxSeconds)}
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ words, reasons }) => (
            <li key={words}>
              {words}
              {reasons.map((reason) => (
                <div key={reason} class="hint">
                  {reason}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      <Edits {...shown} files={answer !== undefined && 'files' in answer ? answer.files : []} isRunning={isRunning} />
    </section>
  );
}

interface EditsProps extends Pick<Props, 'checked' | 'program' | 'isRunning' | 'apply' | 'checkAgain'> {
  readonly files: readonly { readonly path: string; readonly edits: readonly TextEdit[] }[];
}

/**
 * The change of the text, and a button to apply it. It is enabled only if the text is still the one that was checked.
 */
function Edits({ files, checked, program, isRunning, apply, checkAgain }: EditsProps): JSX.Element | null {
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
        <button type="button" class="main" disabled={!canApply} onClick={() => apply(edits)}>
          Apply
        </button>
        {isApplied && (
          <button type="button" disabled={isRunning} onClick={checkAgain}>
            Check again
          </button>
        )}
      </p>
      <p class="hint" role="status">
        {isApplied ? 'Applied. Undo in the editor reverts it.' : canApply ? '' : 'The program has changed since then.'}
      </p>
    </>
  );
}

/** Meaning of the first character of a diff line. */
const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
