import { join } from 'node:path';
import { FencepostError } from '@fencepost/core';
import type { Report } from '@fencepost/report';
import { usageError } from '../errors.js';
import { textIfReadable } from '../files/files.js';
import { TO_APPLY } from '../fix/to-apply.js';
import { render } from '../formats/render.js';
import type { Answer, Answers, Saved } from './answers.js';
import { findingsIn, verdictIn } from './answers.js';
import type { Input, Inputs, SourceText } from './inputs.js';
import { askModel } from './reference.js';
import type { Ended, Runs } from './runs.js';
import { structureText } from './structure.js';
import type { StructureArguments } from './structure.js';

/** The services, limits and callbacks of a call. */
export interface Call {
  readonly runs: Runs;
  readonly inputs: Inputs;
  readonly answers: Answers;
  readonly signal: AbortSignal;
  readonly onProgress?: (line: unknown) => void;
  /** Time limit of a call, in seconds. */
  readonly mostSeconds: number;
}

interface InputArguments {
  readonly file?: string;
  readonly sources?: readonly SourceText[];
  readonly flags?: readonly string[];
}

interface SearchArguments extends InputArguments {
  readonly models?: readonly string[];
  readonly maxTime?: number;
  readonly maxExecutions?: number;
  readonly unroll?: number;
  readonly allowRelaxed?: boolean;
  readonly all?: boolean;
}

const DEFAULT_SECONDS = 60;

/** The tool `check`. */
export async function check(given: SearchArguments, call: Call): Promise<Answer> {
  const input = call.inputs.of(given);
  return checked(input, given, call);
}

/** The tool `linearizable`. */
export async function linearizable(given: SearchArguments & StructureArguments, call: Call): Promise<Answer> {
  if (given.operations === undefined) return check(given, call);
  return checked(call.inputs.text(structureText(given, call.inputs)), given, call);
}

async function checked(input: Input, given: SearchArguments, call: Call): Promise<Answer> {
  const { maxExecutions, unroll, allowRelaxed = false, all = false } = given;
  const seconds = secondsOf(given, call);
  const flags = call.inputs.flags(given.flags, input);
  const file = reportFile(call);
  const ended = await run(call, input, seconds, [
    ...['check', input.file, ...modelsOf(given), '--max-time', `${seconds}s`, ...call.runs.shares],
    ...(maxExecutions === undefined ? [] : ['--max-executions', String(maxExecutions)]),
    ...(unroll === undefined ? [] : ['--unroll', String(unroll)]),
    ...(allowRelaxed ? ['--allow-relaxed'] : []),
    ...(all ? ['--all'] : []),
    ...['--format', 'agent', '--progress', 'json', '--no-config', '--report', `json=${file}`, ...flags],
  ]);
  const text = ended.out === '' ? refusal(ended) : ended.out;
  const report = call.answers.keep({ input, flags, text, report: readReport(file) });
  return { verdict: verdictIn(text), text, report, findings: findingsIn(text) };
}

/** `explain`: the whole text of a report, with the proof that SC forbids an execution. */
export async function explain({ report: handle }: { readonly report: string }, { answers }: Call): Promise<Answer> {
  const saved = savedAs(handle, answers);
  const { report, input } = saved;
  if (report === undefined) return { verdict: verdictIn(saved.text), text: saved.text, report: handle };
  const textOf = (name: string): string | undefined => textIfReadable(join(input.folder, name)) ?? textIfReadable(name);
  const text = await render(report, 'text', { explain: true, all: true }, textOf);
  return { verdict: verdictIn(saved.text), text, report: handle };
}

interface FixArguments extends SearchArguments {
  readonly report?: string;
  readonly goal?: string;
  readonly write?: boolean;
}

/** The tool `fix`. */
export async function fix(given: FixArguments, call: Call): Promise<Answer> {
  const subject = subjectOf(given, call);
  const { input, flags } = subject;
  const { goal, write = false } = given;
  const seconds = secondsOf(given, call);
  const ended = await run(call, input, seconds, [
    ...['fix', input.file, ...modelsOf(given), '--max-time', `${seconds}s`],
    ...(goal === undefined ? [] : ['--goal', goal]),
    ...(write ? ['--write'] : []),
    ...flags,
  ]);
  const said = ended.out === '' ? refusal(ended) : ended.out;
  // What no fence repairs, the earlier check has advice on.
  const advice = ended.code === 1 && 'text' in subject ? (/^ {2}next: .*\n/m.exec(subject.text)?.[0] ?? '') : '';
  const text = said.replace(TO_APPLY, 'to apply: "write": true') + advice;
  const at = text.search(/^--- /m);
  const diff = at < 0 ? '' : text.slice(at);
  // The command exits with 0 for what is safe, or is now.
  const verdict = ended.out === '' ? 'refused' : ended.code === 0 ? 'safe' : ended.code === 3 ? 'undecided' : 'failed';
  const written = write && ended.code === 0 && diff !== '';
  const report = call.answers.keep({ input, flags, text, report: undefined });
  const source = written && input.isText ? textIfReadable(join(input.folder, input.file)) : undefined;
  return {
    ...{ verdict, text, report },
    more: {
      written,
      ...(diff !== '' && diff.length <= MOST_INLINE && { diff }),
      ...(source !== undefined && source.length <= MOST_INLINE && { source }),
    },
  };
}

/** Characters of a diff or source in structured content; longer ones are in the text or the report. */
const MOST_INLINE = 1500;

interface ReplayArguments extends InputArguments {
  readonly report?: string;
  readonly schedule: string;
  readonly model?: string;
  readonly program?: string;
}

/** The tool `replay`. */
export async function replay(given: ReplayArguments, call: Call): Promise<Answer> {
  const { input, flags } = subjectOf(given, call);
  const { schedule, model, program } = given;
  const ended = await run(call, input, DEFAULT_SECONDS, [
    ...['replay', input.file, schedule.startsWith('-') ? `./${schedule}` : schedule],
    ...(model === undefined ? [] : ['--model', model]),
    ...(program === undefined ? [] : ['--program', program]),
    ...flags,
  ]);
  const verdict = ended.code === 1 ? 'failed' : ended.code === 0 ? 'answered' : 'refused';
  const text = verdict === 'refused' ? refusal(ended) : ended.out;
  return { verdict, text, report: call.answers.keep({ input, flags, text, report: undefined }) };
}

/** The tool `litmus`. */
export async function litmus(given: SearchArguments & { readonly text?: string }, call: Call): Promise<Answer> {
  const sources = given.text === undefined ? given.sources : [{ name: 'test.litmus', text: given.text }];
  const input = call.inputs.of({ ...(given.file !== undefined && { file: given.file }), ...(sources && { sources }) });
  const seconds = secondsOf(given, call);
  const ended = await run(call, input, seconds, [
    'litmus',
    input.file,
    ...modelsOf(given),
    '--max-time',
    `${seconds}s`,
  ]);
  const isDone = ended.code === 0 || ended.code === 1;
  const text = isDone || ended.code === 3 ? ended.out : refusal(ended);
  const verdict = isDone ? 'answered' : ended.code === 3 ? 'undecided' : 'refused';
  return { verdict, text, report: call.answers.keep({ input, flags: [], text, report: undefined }) };
}

/** The tool `ask_model`. */
export function ask(given: { readonly question: string; readonly model?: string }): Promise<Answer> {
  return Promise.resolve({ verdict: 'answered', text: askModel(given.question, given.model) });
}

function subjectOf(
  given: InputArguments & { readonly report?: string },
  call: Call,
): Saved | Pick<Saved, 'input' | 'flags'> {
  if (given.report !== undefined) return savedAs(given.report, call.answers);
  const input = call.inputs.of(given);
  return { input, flags: call.inputs.flags(given.flags, input) };
}

function savedAs(handle: string, answers: Answers): Saved {
  const saved = answers.get(handle);
  if (saved === undefined)
    throw usageError(`there is no report '${handle.slice(0, 50)}'`, 'check returns the handle of a report');
  return saved;
}

function secondsOf({ maxTime = DEFAULT_SECONDS }: SearchArguments, { mostSeconds }: Call): number {
  return Math.min(maxTime, mostSeconds);
}

function modelsOf({ models = [] }: SearchArguments): string[] {
  return models.length === 0 ? [] : ['--model', models.join()];
}

async function run(call: Call, { folder }: Input, seconds: number, args: readonly string[]): Promise<Ended> {
  const { runs, signal, onProgress } = call;
  const ended = await runs.run({ args, folder, seconds, signal, ...(onProgress && { onProgress }) });
  if (ended.isTooLate) throw new FencepostError('TIME_LIMIT', 'the run was terminated: it exceeded its time limit');
  return ended;
}

/** Returns the message for a command that gave no result. */
function refusal({ code, err }: Ended): string {
  const said = err.trim().slice(0, 3000);
  return `refused ${said === '' ? `the command ended without output (${code ?? 'killed'})` : said}`;
}

let reports = 0;

function reportFile({ inputs }: Call): string {
  return join(inputs.ownFolder, `report-${++reports}.json`);
}

function readReport(file: string): Report | undefined {
  const text = textIfReadable(file);
  return text === undefined ? undefined : (JSON.parse(text) as Report);
}
