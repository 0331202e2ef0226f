import { commonModelName } from '@fencepost/core';
import type { ModelName } from '@fencepost/core';
import type { CheckReport, Counterexample } from '@fencepost/report';
import { counted, replayCommand } from '@fencepost/report';
import type { Finding } from '@fencepost/viewer/parts';
import { ChecksTable, HistoryTable, Impossibility, ReplayCommand, findingsOf } from '@fencepost/viewer/parts';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Answer, LitmusAnswer, Message } from '../protocol.js';
import { Execution } from './execution.js';
import { LitmusResult } from './litmus-result.js';
import { LITMUS_WORDS } from './litmus-words.js';
import { VerdictHead } from './verdict.js';

type Reported = Answer & { readonly kind: 'report' };

interface Props {
  readonly answer: Reported;
  /** The checked file. */
  readonly file: string;
  readonly goTo: (line: number) => void;
  /** The search for a fix; undefined: there is none to search for. */
  readonly fix: ComponentChildren;
  /** Told which execution is drawn. */
  readonly onShown: (counterexample: Counterexample | undefined) => void;
}

/** The result of a check: verdict, drawing, why, fix, details. */
export function Result(props: Props): JSX.Element {
  const { answer } = props;
  return (
    <>
      {answer.litmus === undefined ? <VerdictHead report={answer.report} /> : <LitmusResult litmus={answer.litmus} />}
      <Messages messages={answer.messages} goTo={props.goTo} />
      {answer.litmus === undefined ? <Found {...props} /> : <Witnessed {...props} litmus={answer.litmus} />}
      <script type="application/json" class="data">
        {JSON.stringify({ report: answer.report, litmus: answer.litmus })}
      </script>
    </>
  );
}

/** The findings of a check: the worst one is shown, the others can be chosen. */
function Found({ answer: { report }, file, fix, onShown }: Props): JSX.Element {
  const findings = useMemo(() => findingsOf(report), [report]);
  const [chosen, choose] = useState(0);
  const finding = findings[chosen] ?? findings[0];
  return (
    <>
      {finding !== undefined && <FindingShown {...{ finding, file, fix, onShown }} />}
      <Details counterexample={finding?.counterexample ?? null} check={finding?.check} file={file}>
        <Others findings={findings} shown={finding} choose={(each) => choose(findings.indexOf(each))} />
        <h4>Checks</h4>
        <ChecksTable checks={report.checks} />
      </Details>
    </>
  );
}

/** The executions that a litmus test asks about, by model, and other findings: a data race, for example. */
function Witnessed(props: Props & { litmus: LitmusAnswer }): JSX.Element {
  const { answer, litmus, file, fix, onShown } = props;
  const { report } = answer;
  const shown = litmus.models.filter(({ witness }) => witness !== null);
  const failing = useMemo(() => findingsOf(report).filter(({ kind }) => kind === 'data race'), [report]);
  const [chosen, choose] = useState<ModelName>();
  const drawn = shown.find(({ model }) => model === chosen) ?? shown[0];
  const check = report.checks.find(({ model }) => model === drawn?.model);
  const [race] = failing;
  const { how } = LITMUS_WORDS[litmus.quantifier];
  return (
    <>
      {drawn !== undefined && (
        <section class="finding">
          <h3>
            {how}{' '}
            {shown.length === 1
              ? commonModelName(drawn.model)
              : shown.map(({ model }) => (
                  <button
                    type="button"
                    key={model}
                    class="choice"
                    aria-pressed={model === drawn.model}
                    onClick={() => choose(model)}
                  >
                    {commonModelName(model)}
                  </button>
                ))}
          </h3>
          <Execution file={file} counterexample={drawn.witness!} fix={fix} onShown={onShown} />
        </section>
      )}
      {race !== undefined && (
        <FindingShown
          finding={race}
          file={file}
          fix={drawn === undefined ? fix : <></>}
          onShown={drawn === undefined ? onShown : undefined}
        />
      )}
      {drawn === undefined && race === undefined && fix}
      <Details counterexample={drawn?.witness ?? race?.counterexample ?? null} check={check ?? race?.check} file={file}>
        <h4>Searched</h4>
        <ul>
          {litmus.models.map(({ model, counts }) => {
            const seconds = report.checks.find((each) => each.model === model)?.seconds;
            return (
              <li key={model}>
                {commonModelName(model)}:{' '}
                {counts === null ? 'many executions' : counted(counts.executions, 'execution')}
                {seconds !== undefined && `, ${seconds.toFixed(2)} s`}
              </li>
            );
          })}
        </ul>
      </Details>
    </>
  );
}

interface FindingProps extends Pick<Props, 'file' | 'fix'> {
  readonly finding: Finding;
  readonly onShown: Props['onShown'] | undefined;
}

function FindingShown({ finding, file, fix, onShown }: FindingProps): JSX.Element {
  const { message, kind, isFailure, models, place, facts, also, history, counterexample } = finding;
  return (
    <section class="finding">
      <h3>
        {!message.startsWith(kind) && <span class={isFailure ? 'kind failure' : 'kind violation'}>{kind}</span>}{' '}
        {message}
      </h3>
      <p class="hint">
        {[models.map(commonModelName).join(', '), place, ...facts].filter((fact) => fact !== '').join(' · ')}
        {also.length > 0 && ` · also ${also.join('; ')}`}
      </p>
      {history !== undefined && <HistoryTable history={history} />}
      {counterexample === null ? (
        <>
          <p class="hint">No execution that shows this was kept.</p>
          {fix}
        </>
      ) : (
        <Execution {...{ file, counterexample, fix, onShown }} />
      )}
    </section>
  );
}

interface OthersProps {
  readonly findings: readonly Finding[];
  readonly shown: Finding | undefined;
  readonly choose: (finding: Finding) => void;
}

function Others({ findings, shown, choose }: OthersProps): JSX.Element | null {
  const others = findings.filter((each) => each !== shown);
  if (others.length === 0) return null;
  return (
    <>
      <h4>{counted(others.length, 'other finding')}</h4>
      <ul class="others">
        {others.map((finding) => (
          <li key={finding.id}>
            <button type="button" onClick={() => choose(finding)}>
              <span class={finding.isFailure ? 'kind failure' : 'kind violation'}>{finding.kind}</span>{' '}
              {finding.models.map(commonModelName).join(', ')}: {finding.message}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DetailsProps {
  readonly counterexample: Counterexample | null;
  readonly check: CheckReport | undefined;
  readonly file: string;
  readonly children: ComponentChildren;
}

function Details({ counterexample, check, file, children }: DetailsProps): JSX.Element {
  return (
    <details class="details">
      <summary>Details</summary>
      {counterexample !== null && <Impossibility file={file} counterexample={counterexample} />}
      {children}
      {counterexample !== null && check !== undefined && (
        <ReplayCommand line={replayCommand(check, counterexample)} printed={false} />
      )}
    </details>
  );
}

/** Shows the messages of a compiler, with links to their lines. */
export function Messages({
  messages = [],
  goTo,
}: { messages: readonly Message[] | undefined } & Pick<Props, 'goTo'>): JSX.Element {
  return (
    <>
      {messages.map(({ text, line }, i) => (
        <pre key={i} class="message">
          {line !== undefined && (
            <>
              <Line line={line} goTo={goTo} />{' '}
            </>
          )}
          {text}
        </pre>
      ))}
    </>
  );
}

export function Line({ line, goTo }: { line: number } & Pick<Props, 'goTo'>): JSX.Element {
  return (
    <button type="button" class="line-link" onClick={() => goTo(line)}>
      line {line}
    </button>
  );
}
