import { commonModelName } from '@fencepost/core';
import type { ModelName } from '@fencepost/core';
import type { CheckReport, Report } from '@fencepost/report';
import { counted, isNamedAfter, listed, programsOf, verdictMark } from '@fencepost/report';
import type { JSX } from 'preact';

type Tone = 'failing' | 'unknown' | 'safe';

interface Verdict {
  readonly tone: Tone;
  readonly words: string;
}

/** Summarises the findings of a check in a sentence. */
export function verdictOf({ checks }: Report): Verdict {
  const programs = programsOf(checks);
  const failing = programs.filter((own) => own.some(({ verdict }) => verdict === 'failing'));
  const [only] = programs;
  if (only === undefined) return { tone: 'unknown', words: 'Nothing was checked' };
  if (programs.length === 1) return verdictOfProgram(only);
  if (failing.length > 0) {
    const names = failing.length === 1 ? `: ${failing[0]![0]!.program}` : '';
    return { tone: 'failing', words: `${failing.length} of ${counted(programs.length, 'check')} fail${names}` };
  }
  const all = programs.map(verdictOfProgram);
  const undecided = all.filter(({ tone }) => tone === 'unknown').length;
  return undecided > 0
    ? { tone: 'unknown', words: `${undecided} of ${counted(programs.length, 'check')} undecided` }
    : { tone: 'safe', words: `All ${counted(programs.length, 'check')} are safe` };
}

function verdictOfProgram(checks: readonly CheckReport[]): Verdict {
  const under = (has: (check: CheckReport) => boolean): string => namesOf(checks.filter(has).map(({ model }) => model));
  const failing = under(({ verdict }) => verdict === 'failing');
  const safe = under(({ verdict }) => verdict === 'safe');
  if (failing !== '')
    return { tone: 'failing', words: `Fails under ${failing}${safe === '' ? '' : `, not under ${safe}`}` };
  const open = under(({ verdict }) => verdict === 'unknown');
  if (open !== '') return { tone: 'unknown', words: `Undecided under ${open}` };
  const departs = under(({ robust, allowsRelaxed }) => robust === false && allowsRelaxed !== true);
  if (departs === '') return { tone: 'safe', words: `Safe under ${safe}` };
  return { tone: 'unknown', words: `Safe under ${safe}, but ${departs} has executions that SC does not have` };
}

function namesOf(models: readonly ModelName[]): string {
  return listed([...new Set(models)].map(commonModelName));
}

/** The verdict, and a line with that of each model. */
export function VerdictHead({ report }: { report: Report }): JSX.Element {
  const { tone, words } = verdictOf(report);
  const programs = programsOf(report.checks);
  return (
    <section class="answer" aria-label="Verdict">
      <h2 class={`verdict-words ${tone}`}>
        <span aria-hidden="true">{MARKS[tone]}</span> {words}
      </h2>
      {programs.map((checks) => (
        <p key={checks[0]!.program} class="by-models">
          {!isNamedAfter(checks[0]!.program, checks[0]!.source) && <span class="name">{checks[0]!.program}</span>}
          {checks.map((check) => (
            <span key={check.model} class={`model-verdict ${toneOf(check)}`}>
              <strong>{commonModelName(check.model)}</strong> {verdictMark(check)} {WORDS[check.verdict]}
              <span class="executions">, {counted(check.executions, 'execution')}</span>
            </span>
          ))}
        </p>
      ))}
    </section>
  );
}

const MARKS: Readonly<Record<Tone, string>> = { failing: '✗', unknown: '!', safe: '✓' };
const WORDS = { failing: 'fails', unknown: 'undecided', safe: 'safe' } as const;

function toneOf({ verdict, robust, allowsRelaxed }: CheckReport): Tone {
  return verdict === 'safe' && robust === false && allowsRelaxed !== true ? 'unknown' : verdict;
}
