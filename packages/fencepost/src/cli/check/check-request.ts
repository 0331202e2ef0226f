import { resolve } from 'node:path';
import type { ModelName } from '@fencepost/core';
import type { CheckMethod } from '@fencepost/report';
import { CHECK_METHODS } from '@fencepost/check';
import type { Arguments, OptionTable } from '../../options/arguments.js';
import { choose, duration, namesOf, parseArguments, wholeNumber } from '../../options/arguments.js';
import { checkedModels } from '../../options/checked-models.js';
import type { ColourChoice } from '../terminal/colour.js';
import { COLOUR_CHOICES } from '../terminal/colour.js';
import type { Settings } from '../../options/config-values.js';
import { settingsFor } from '../../options/config.js';
import { usageError } from '../../errors.js';
import type { ProgressMode } from '../terminal/progress.js';
import { PROGRESS_MODES } from '../terminal/progress.js';
import type { ReportFile } from '../../formats/report-file.js';
import { checkDistinct, parseReportFile } from '../../formats/report-file.js';
import { FORMATS, printedFormats } from '../../formats/formats.js';

const OPTIONS = {
  model: 'value',
  method: 'value',
  all: 'flag',
  races: 'flag',
  'allow-relaxed': 'flag',
  preemptions: 'value',
  'max-executions': 'value',
  'max-time': 'value',
  'max-depth': 'value',
  unroll: 'value',
  include: 'list',
  daemon: 'list',
  spurious: 'flag',
  seed: 'value',
  format: 'value',
  report: 'list',
  progress: 'value',
  color: 'value',
  config: 'value',
  'no-config': 'flag',
  resume: 'value',
  help: 'flag',
} as const satisfies OptionTable;

export interface CheckRequest {
  /** Each once. None with `resume`: they come with it. */
  readonly files: readonly string[];
  /** Undefined: as the program says, or else all. */
  readonly models: readonly ModelName[] | undefined;
  readonly method: CheckMethod;
  /** Go on after the first failure; group failures and violations by the lines that cause them. */
  readonly all: boolean;
  readonly preemptions: number | undefined;
  readonly maxExecutions: number | undefined;
  readonly maxSeconds: number | undefined;
  /** Operations of a thread. */
  readonly maxDepth: number | undefined;
  /** Iterations of loops of programs in C and JavaScript. */
  readonly unroll: number | undefined;
  /** Threads that may go on reading for ever. */
  readonly daemons: readonly string[];
  /** Weak compare-and-swaps of compiled programs may fail spuriously. */
  readonly spurious: boolean;
  /** Look for data races. */
  readonly races: boolean;
  /** Determines the order in which the search takes up its parts. */
  readonly seed: number | undefined;
  /** Packages that belong to what is checked: their accesses of shared memory are seen. */
  readonly include: readonly string[];
  /** For the compiler: flags, and further files of the program. */
  readonly compiler: readonly string[];
  readonly format: string;
  readonly reports: readonly ReportFile[];
  readonly progress: ProgressMode;
  readonly colour: ColourChoice;
  /** An execution that is not SC is no failure unless a check fails on it. */
  readonly allowRelaxed: boolean;
  /** The search to go on with. What it is about comes with it: of this request, only limits and output count. */
  readonly resume: string | undefined;
}

/** The command line, with a configuration file for what it leaves open. */
export async function readCheckRequest(args: readonly string[], folder = ''): Promise<CheckRequest | 'help'> {
  const parsed = parseArguments(args, OPTIONS, 'rest');
  if (parsed.flags.has('help')) return 'help';
  return requestOf(parsed, await settingsFor(parsed, folder));
}

function requestOf(parsed: Arguments, settings: Settings): CheckRequest {
  const { values, lists, flags, positionals, rest } = parsed;
  const resume = values.get('resume');
  if (resume !== undefined) checkResume(parsed, resume);
  const files = positionals.length > 0 || resume !== undefined ? positionals : (settings.files ?? []);
  if (files.length === 0 && resume === undefined) throw usageError('no file given', 'try fencepost check --help');
  const modelList = values.get('model');
  // A bound for the one method says nothing against asking for the other.
  const preemptions = values.get('method') === 'graph' ? undefined : settings.preemptions;
  const request: CheckRequest = {
    files: [...new Map(files.map((path) => [resolve(path), path])).values()],
    models: modelList === undefined ? settings.models : checkedModels(modelList.split(',').map((name) => name.trim())),
    method: choose(values.get('method') ?? settings.method ?? 'graph', CHECK_METHODS, 'method'),
    all: flags.has('all') || settings.all === true,
    races: flags.has('races') || settings.races === true,
    allowRelaxed: flags.has('allow-relaxed') || settings.allowRelaxed === true,
    preemptions: wholeNumber(parsed, 'preemptions', 0) ?? preemptions,
    maxExecutions: wholeNumber(parsed, 'max-executions', 1) ?? settings.maxExecutions,
    maxSeconds: duration(parsed, 'max-time') ?? settings.maxTime,
    maxDepth: wholeNumber(parsed, 'max-depth', 1) ?? settings.maxDepth,
    unroll: wholeNumber(parsed, 'unroll', 1) ?? settings.unroll,
    spurious: flags.has('spurious') || settings.spurious === true,
    seed: wholeNumber(parsed, 'seed', 0) ?? settings.seed,
    daemons: namesOf(parsed, 'daemon') ?? settings.daemons ?? [],
    include: namesOf(parsed, 'include') ?? settings.include ?? [],
    compiler: rest.length > 0 ? rest : (settings.compiler ?? []),
    format: formatOf(values.get('format') ?? 'text'),
    reports: lists.get('report')?.map(parseReportFile) ?? settings.reports ?? [],
    progress: choose(values.get('progress') ?? 'auto', PROGRESS_MODES, 'progress mode'),
    colour: choose(values.get('color') ?? 'auto', COLOUR_CHOICES, 'colour choice'),
    resume,
  };
  checkTogether(request);
  return request;
}

function formatOf(name: string): string {
  const format = FORMATS.all().find((known) => known.name === name);
  if (format?.onlyToFile === true) {
    const hint = `write it to a file: --report ${name}=fencepost.${format.extension}`;
    throw usageError(`${name.toUpperCase()} is not for printing`, hint);
  }
  return choose(name, printedFormats(), 'format');
}

function checkTogether({ files, method, preemptions, races, reports }: CheckRequest): void {
  if (preemptions !== undefined && method !== 'monitor') {
    throw usageError('--preemptions bounds the search of --method monitor only', 'add --method monitor');
  }
  if (races && method !== 'graph') {
    throw usageError('--races looks at the executions of --method graph only', 'leave --method out, or --races');
  }
  checkDistinct(reports, files);
}

const WITH_RESUME: readonly (keyof typeof OPTIONS)[] = [
  ...(['max-time', 'max-executions', 'allow-relaxed', 'format', 'report', 'progress', 'color'] as const),
  ...(['config', 'no-config', 'resume'] as const),
];

/** What is searched comes with the token. */
function checkResume({ values, lists, flags, positionals, rest }: Arguments, token: string): void {
  if (token === '') throw usageError('--resume needs a token', 'a search that ends early prints the one to give');
  const allowed: readonly string[] = WITH_RESUME;
  const other = [...values.keys(), ...lists.keys(), ...flags].find((name) => !allowed.includes(name));
  if (other === undefined && rest.length + positionals.length === 0) return;
  const more = positionals.length > 0 ? 'files do' : 'flags for the compiler do';
  const what = other === undefined ? more : `--${other} does`;
  const possible = WITH_RESUME.filter((name) => name !== 'resume').map((name) => `--${name}`);
  throw usageError(
    `${what} not go with --resume`,
    `a search goes on as it was begun; what can be given is ${possible.join(', ')}`,
  );
}
