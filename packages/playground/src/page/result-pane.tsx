import type { Counterexample } from '@fencepost/report';
import type { JSX } from 'preact';
import type { SourceFile, TextEdit } from '../editor/api.js';
import { FixPanel } from './fix-panel.js';
import { Line, Messages, Result } from './result.js';
import { statusOf } from './status.js';
import type { Checking, Standing } from './use-check.js';

interface Props extends Pick<Checking, 'standing' | 'fixing' | 'isFixing' | 'stop'> {
  readonly checked: SourceFile;
  /** The program in the editor. */
  readonly program: SourceFile;
  /** Whether the editor contains another program by now, or other models are chosen. */
  readonly isStale: boolean;
  /** Origin of a stored result, and the size of the download for a check; undefined if it was computed here. */
  readonly stored: string | undefined;
  readonly maxSeconds: number;
  readonly goTo: (line: number) => void;
  readonly apply: (edits: readonly TextEdit[]) => void;
  readonly check: () => void;
  /** Told which execution is drawn. */
  readonly onShown: (counterexample: Counterexample | undefined) => void;
}

/** Shows the progress of the check, the reason why it was refused, or its result. */
export function ResultPane(props: Props): JSX.Element {
  const { standing, checked, isStale, stored, goTo, check } = props;
  return (
    <>
      {isStale && (
        <p class="changed" role="status">
          Result of {checked.file}, as it was.{' '}
          <button type="button" class="link" onClick={check}>
            Check again
          </button>
        </p>
      )}
      <div class={isStale ? 'stale' : undefined}>
        {stored !== undefined && <p class="stored">{stored}</p>}
        <p class="status" role="status">
          {statusOf(standing)}
        </p>
        <Progress standing={standing} />
        {standing.kind === 'refused' && (
          <div class="refusal" role="alert">
            <p>
              {standing.refusal.line !== undefined && <Line line={standing.refusal.line} goTo={goTo} />}{' '}
              {standing.refusal.message}
            </p>
            {standing.refusal.hint !== undefined && <p class="hint">{standing.refusal.hint}</p>}
            <Messages messages={standing.refusal.details} goTo={goTo} />
          </div>
        )}
        {standing.kind === 'report' && <Reported {...props} standing={standing} />}
      </div>
    </>
  );
}

function Reported(props: Props & { standing: Standing & { kind: 'report' } }): JSX.Element {
  const { standing, fixing, isFixing, checked, program, maxSeconds, goTo, apply, check, stop, onShown } = props;
  const fix = standing.repair !== undefined && fixing.kind !== 'nothing' && (
    <FixPanel {...{ fixing, isFixing, maxSeconds, checked, program, apply, stop }} checkAgain={check} />
  );
  return (
    <Result answer={standing} file={checked.file} goTo={goTo} fix={fix === false ? undefined : fix} onShown={onShown} />
  );
}

/** Shows the completed part of the search, if it can be estimated. */
function Progress({ standing }: Pick<Props, 'standing'>): JSX.Element | null {
  if (standing.kind !== 'progress' || standing.progress.estimate === undefined) return null;
  const { executions, estimate } = standing.progress;
  return <progress aria-label="Explored" value={executions} max={Math.max(executions, estimate.likely)} />;
}
