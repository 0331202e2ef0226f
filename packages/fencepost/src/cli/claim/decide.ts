import type { ModelName } from '@fencepost/core';
import { NO_ASSERTION } from '@fencepost/core';
import type { CheckReport, FailureReport, Report } from '@fencepost/report';
import { incompleteText } from '@fencepost/report';
import { render } from '../../formats/render.js';
import type { Asked } from '../../options/command-line.js';
import { checkCommand } from '../check/check-command.js';
import type { CheckCommandRequest } from '../check/check-request.js';
import type { Io } from '../terminal/io.js';
import { usageError } from '../../errors.js';
import { AT_THE_END, CLAIMED_TYPE } from './edits.js';
import type { Equation } from './grammar.js';

/** The answer to a claim, and indented lines that show it. */
export interface Verdict {
  readonly answer: 'yes' | 'no' | 'undecided' | 'refused';
  readonly lines: readonly string[];
}

/** Texts that the compiler reads in place of files, by absolute path. */
export type Texts = Readonly<Record<string, string>>;

/** What differs from the program of the command line. */
interface Change {
  readonly texts?: Texts;
  readonly flags?: readonly string[];
  /** The variables that the texts use. */
  readonly variables?: readonly Equation[];
  /** The functions that the texts call with numbers. */
  readonly functions?: readonly string[];
}

/** Decides claims by runs of `check`, with the options of the command line. */
export class Decider {
  private readonly asked: Asked<CheckCommandRequest>;
  private readonly models: readonly ModelName[] | undefined;
  private readonly io: Io;

  constructor(asked: Asked<CheckCommandRequest>, models: readonly ModelName[] | undefined, io: Io) {
    this.asked = asked;
    this.models = models;
    this.io = io;
  }

  /** Whether there is no failure of this kind. */
  none(file: string, kind: 'any' | FailureReport['kind'], change: Change = {}): Promise<Verdict> {
    const needsAssertions = kind === 'any' || kind === 'assertion';
    return this.decide(
      file,
      change,
      (failure) => kind === 'any' || failure.kind === kind,
      kind === 'data race',
      needsAssertions,
    );
  }

  /** Whether the assertion about these variables, which `texts` add to the end of the program, never fails. */
  atEnd(file: string, variables: readonly Equation[], texts: Texts): Promise<Verdict> {
    return this.decide(file, { texts, variables }, (failure) => failure.message.includes(AT_THE_END));
  }

  /** Whether all executions are sequentially consistent. */
  async robust(file: string): Promise<Verdict> {
    const report = await this.checkUntil(({ checks }) => checks.every(({ robust }) => robust !== null), file);
    if (report === undefined) return REFUSED;
    const found = report.checks.filter(({ robust }) => robust === false);
    if (found.length > 0)
      return this.shown(
        report,
        found.map((check) => ({ ...check, verdict: 'safe', failures: [] })),
      );
    return report.checks.every(({ robust }) => robust === true) ? YES : undecided(report.checks);
  }

  private async decide(
    file: string,
    change: Change,
    refutes: (failure: FailureReport) => boolean,
    races = false,
    needsAssertions = false,
  ): Promise<Verdict> {
    const isKnown = (each: Report): boolean => {
      const failed = each.checks.flatMap(({ failures }) => failures);
      return failed.length === 0 || failed.some(refutes);
    };
    const report = await this.checkUntil(isKnown, file, change, races);
    if (report === undefined) return REFUSED;
    const { checks } = report;
    const found = checks.filter(({ failures }) => failures.some(refutes));
    if (found.length > 0) {
      return this.shown(
        report,
        found.map((check) => ({ ...check, violations: [], failures: check.failures.filter(refutes) })),
      );
    }
    const other = checks.flatMap(({ failures }) => failures)[0];
    // A failure ends an execution, or makes it undefined: what would come after it was not seen.
    if (other !== undefined)
      return { answer: 'undecided', lines: [`  the program fails otherwise: ${other.kind}: ${other.message}`] };
    if (checks.some(({ verdict }) => verdict !== 'safe')) return undecided(checks);
    return needsAssertions ? { answer: 'yes', lines: withoutAssertions(checks) } : YES;
  }

  /** The execution that shows it, without the lines that concern a copy of the program. */
  private async shown(report: Report, checks: readonly CheckReport[]): Promise<Verdict> {
    const text = await render({ ...report, checks: checks.slice(0, 1), repairs: [] }, 'agent');
    const lines = text
      .split('\n')
      .filter((line) => /^(?:failed | {2})/.test(line) && !/^ {2}(?:replay|fix|no check fails)/.test(line));
    return { answer: 'no', lines: lines.map((line) => (line.startsWith('failed ') ? `  ${line.slice(7)}` : line)) };
  }

  /** Searches up to the first failure, which joint states can decide, and for all failures only if that does not suffice. */
  private async checkUntil(
    isKnown: (report: Report) => boolean,
    file: string,
    change: Change = {},
    races = false,
  ): Promise<Report | undefined> {
    const first = await this.check(file, change, { races, all: false });
    return first === undefined || isKnown(first) ? first : this.check(file, change, { races, all: true });
  }

  /** Returns the report; undefined if the program was refused, which is then printed. */
  private async check(
    file: string,
    { texts, flags = [], variables = [], functions = [] }: Change,
    asked: { readonly all: boolean; readonly races: boolean },
  ): Promise<Report | undefined> {
    const { values } = this.asked;
    const { search, load, run, output } = values;
    const request: CheckCommandRequest = {
      ...values,
      search: { ...search, models: this.models ?? search.models, ...asked, allowRelaxed: true },
      load: { ...load, compiler: [...load.compiler, ...flags], ...(texts && { texts }) },
      run: { ...run, files: [file] },
      output: { ...output, format: 'json', repair: 'never', reports: [], progress: 'none' },
    };
    let text = '';
    let said = '';
    const io: Io = {
      ...{ outIsTerminal: false, errIsTerminal: false, debug: this.io.debug },
      out: (piece) => Promise.resolve(void (text += piece)),
      err: (piece) => void (said += piece),
      ...(this.io.onInterrupt && { onInterrupt: this.io.onInterrupt }),
    };
    await checkCommand({ ...this.asked, values: request }, io);
    const report = text === '' ? undefined : (JSON.parse(text) as Report);
    if (report !== undefined && (report.errors ?? []).length === 0) return report;
    for (const [name] of variables) {
      if (new RegExp(`undeclared identifier '${name}'`).test(said))
        throw usageError(
          `${file} has no global variable ${name}`,
          'claims about values name variables that main can see',
        );
    }
    const unsuitable = unsuitableFor(said, variables, functions);
    if (unsuitable !== undefined) throw unsuitable;
    this.io.err(said);
    return undefined;
  }
}

/** Returns what is wrong with the claim if the compiler rejects the lines that were added for it. */
function unsuitableFor(said: string, variables: readonly Equation[], functions: readonly string[]) {
  const array = variables.find((_, i) => said.includes(`${CLAIMED_TYPE}${i}(`));
  if (array !== undefined && /function cannot return (?:array|function) type/.test(said))
    return usageError(`${array[0]} is an array`, `name an element: ${array[0]}[0] is never 1`);
  const compared = variables.find(([name]) => said.includes(`((${name}) == (`));
  if (compared !== undefined && said.includes('invalid operands to binary expression'))
    return usageError(`${compared[0]} is not a number`, `name a member: ${compared[0]}.count is never 1`);
  const called = functions.find((name) => new RegExp(`FENCEPOST_OPERATION\\(${name}\\b.*\\n.*\\^`).test(said));
  if (called === undefined) return undefined;
  const hint = 'the functions of such a claim take and return integers; FENCEPOST_LINEARIZABLE(…) declares others';
  return usageError(`${called} takes or returns something other than integers`, hint);
}

const YES: Verdict = { answer: 'yes', lines: [] };
export const REFUSED: Verdict = { answer: 'refused', lines: [] };

/** An execution that refutes "never" shows "can". */
export function reversed({ answer, lines }: Verdict): Verdict {
  return { answer: answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : answer, lines };
}

/** A program without assertions has little that could fail. */
function withoutAssertions(checks: readonly CheckReport[]): string[] {
  return checks.some(({ notes }) => notes.includes(NO_ASSERTION)) ? [`  note: ${NO_ASSERTION}`] : [];
}

function undecided(checks: readonly CheckReport[]): Verdict {
  const open = checks.find(({ incomplete }) => incomplete !== null);
  const why = open?.incomplete ? incompleteText(open.incomplete) : 'The search could not tell.';
  return { answer: 'undecided', lines: [`  ${why}`] };
}
