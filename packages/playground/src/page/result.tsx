import { htmlReport } from '@fencepost/viewer';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Report, SourceLines } from '@fencepost/report';
import type { Message } from '../protocol.js';
import { statusOf } from './status.js';
import type { Standing } from './use-check.js';

interface Props {
  readonly standing: Standing;
  readonly file: string;
  /** The text that was checked. */
  readonly text: string;
  /** Whether the editor contains another program by now, or other models are chosen. */
  readonly isStale: boolean;
  readonly goTo: (line: number) => void;
  /** Above the report. */
  readonly children: ComponentChildren;
}

/** Shows the progress of the check, the reason why it was refused, or its report. */
export function Result({ standing, file, text, isStale, goTo, children }: Props): JSX.Element {
  return (
    <section class={isStale ? 'result stale' : 'result'} aria-label="Result">
      {isStale && (
        <p class="changed" role="status">
          This is the result of {file} as it was. Check again.
        </p>
      )}
      <p class="status" role="status">
        {statusOf(standing)}
      </p>
      <Progress standing={standing} />
      {standing.kind === 'refused' && (
        <div class="refusal" role="alert">
          <p>
            {standing.refusal.line !== undefined && <Place line={standing.refusal.line} goTo={goTo} />}{' '}
            {standing.refusal.message}
          </p>
          {standing.refusal.hint !== undefined && <p class="hint">{standing.refusal.hint}</p>}
          <Messages messages={standing.refusal.details} goTo={goTo} />
        </div>
      )}
      {standing.kind === 'report' && <Messages messages={standing.messages} goTo={goTo} />}
      {children}
      {standing.kind === 'report' && <ReportFrame report={standing.report} file={file} text={text} />}
    </section>
  );
}

/** Shows the completed part of the search, if it can be estimated. */
function Progress({ standing }: Pick<Props, 'standing'>): JSX.Element | null {
  if (standing.kind !== 'progress' || standing.progress.estimate === undefined) return null;
  const { executions, estimate } = standing.progress;
  return <progress aria-label="Explored" value={executions} max={Math.max(executions, estimate.likely)} />;
}

/** Shows the messages of a compiler, with links to their lines. */
function Messages({
  messages = [],
  goTo,
}: { messages: readonly Message[] | undefined } & Pick<Props, 'goTo'>): JSX.Element {
  return (
    <>
      {messages.map(({ text, line }, i) => (
        <pre key={i} class="message">
          {line !== undefined && (
            <>
              <Place line={line} goTo={goTo} />{' '}
            </>
          )}
          {text}
        </pre>
      ))}
    </>
  );
}

function Place({ line, goTo }: { line: number } & Pick<Props, 'goTo'>): JSX.Element {
  return (
    <button type="button" class="place" onClick={() => goTo(line)}>
      line {line}
    </button>
  );
}

/** Shows the report as the command writes it, in a frame with no other permissions. */
function ReportFrame({ report, file, text }: { report: Report; file: string; text: string }): JSX.Element {
  const page = useMemo(() => htmlReport(report, { [file]: linesOf(text) }), [report, file, text]);
  return <iframe class="report" title="Report" sandbox="allow-scripts" srcdoc={page} />;
}

function linesOf(text: string): SourceLines[string] {
  return Object.fromEntries(text.split(/\r?\n/).map((line, i) => [i + 1, line]));
}
