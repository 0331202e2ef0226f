import { counted } from '@fencepost/report';
import { htmlReport } from '@fencepost/viewer';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Report, SourceLines } from '@fencepost/report';
import type { Message } from '../protocol.js';
import { megabytes } from './megabytes.js';
import type { Standing } from './use-check.js';

interface Props {
  readonly standing: Standing;
  readonly file: string;
  /** The text that was checked. */
  readonly text: string;
  readonly goTo: (line: number) => void;
}

/** What is known: how far the check is, why there is none, or its report. */
export function Result({ standing, file, text, goTo }: Props): JSX.Element {
  return (
    <section class="result" aria-label="Result">
      <p class="status" role="status">
        {statusOf(standing)}
      </p>
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
      {standing.kind === 'report' && <ReportFrame report={standing.report} file={file} text={text} />}
    </section>
  );
}

/** What a compiler said, with links to its lines. */
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

/** The report as the command writes it, in a frame that can show it and nothing else. */
function ReportFrame({ report, file, text }: { report: Report; file: string; text: string }): JSX.Element {
  const page = useMemo(() => htmlReport(report, { [file]: linesOf(text) }), [report, file, text]);
  return <iframe class="report" title="Report" sandbox="allow-scripts" srcdoc={page} />;
}

function linesOf(text: string): SourceLines[string] {
  return Object.fromEntries(text.split(/\r?\n/).map((line, i) => [i + 1, line]));
}

function statusOf(standing: Standing): string {
  switch (standing.kind) {
    case 'nothing':
      return 'Nothing has run yet.';
    case 'downloading':
      return `Downloading: ${megabytes(standing.received)} of ${megabytes(standing.size)} MB`;
    case 'loading':
      return 'Checking …';
    case 'progress': {
      const { model, executions, estimate } = standing.progress;
      const total = estimate === undefined ? '' : ` of about ${estimate.likely.toLocaleString('en')}`;
      return `Checking under ${model}: ${counted(executions, 'execution')}${total}`;
    }
    case 'stopped':
      return 'Stopped. Nothing is known.';
    case 'stuck':
      return 'The check did not answer in time and was ended: the program keeps its thread busy. Nothing is known.';
    case 'failed':
      return `The check could not begin: ${standing.message}`;
    case 'refused':
      return 'The program was not checked.';
    case 'report':
      return '';
  }
}
