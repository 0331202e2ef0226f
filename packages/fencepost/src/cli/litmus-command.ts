import type { ModelName, Program } from '@fencepost/core';
import { FencepostError, LocalStates, MODEL_NAMES } from '@fencepost/core';
import type { LitmusTest } from '@fencepost/litmus';
import { litmusProgram, parseLitmus } from '@fencepost/litmus';
import type { ExplorerName } from '../explorers.js';
import { DEFAULT_EXPLORER, EXPLORERS, EXPLORER_NAMES } from '../explorers.js';
import type { LitmusCheck } from '../litmus-check.js';
import { checkLitmus } from '../litmus-check.js';
import type { OptionTable } from './arguments.js';
import { choose, parseArguments } from './arguments.js';
import { errorText, usageError } from './errors.js';
import { DISAGREEMENT, INPUT_ERROR, OK } from './exit-codes.js';
import type { Disagreement } from './expectations.js';
import { Expectations, formatDisagreement } from './expectations.js';
import type { InputFile } from './files.js';
import { findFiles, readText } from './files.js';
import { LITMUS_HELP } from './help.js';
import type { Io } from './io.js';
import { LineWriter } from './io.js';
import { agreementLine, jsonReport, lineFormatter, summaryLine } from './litmus-report.js';
import { Progress } from './progress.js';
import { version } from './version.js';

const OPTIONS: OptionTable = { model: 'value', explorer: 'value', expect: 'value', format: 'value', help: 'flag' };
const DEFAULT_MODELS = 'sc,tso,pso';
const MOST_ERRORS_SHOWN = 20;

interface Request {
  readonly paths: readonly string[];
  readonly models: readonly ModelName[];
  readonly explorer: ExplorerName;
  readonly format: 'text' | 'json';
  readonly expectFile: string | undefined;
}

interface Loaded {
  readonly input: InputFile;
  readonly test: LitmusTest;
  readonly program: Program;
}

/** `fencepost litmus`. */
export async function litmusCommand(args: readonly string[], io: Io): Promise<number> {
  const request = parseRequest(args);
  if (request === 'help') {
    await io.out(LITMUS_HELP);
    return OK;
  }
  const { expectFile } = request;
  const expectations = expectFile === undefined ? undefined : new Expectations(readText(expectFile), expectFile);
  const { tests, errors } = load(findFiles(request.paths, '.litmus'));
  if (errors.length > 0) {
    reportErrors(errors, io);
    return INPUT_ERROR;
  }
  return checkAll(tests, request, expectations, io);
}

function parseRequest(args: readonly string[]): Request | 'help' {
  const { values, flags, positionals } = parseArguments(args, OPTIONS);
  if (flags.has('help')) return 'help';
  if (positionals.length === 0) throw usageError('no file or folder given', 'try fencepost litmus --help');
  const names = (values.get('model') ?? DEFAULT_MODELS).split(',');
  const models = [...new Set(names.map((name) => choose(name.trim(), MODEL_NAMES, 'model')))];
  const explorer = choose(values.get('explorer') ?? DEFAULT_EXPLORER, EXPLORER_NAMES, 'explorer');
  checkModels(explorer, models);
  return {
    paths: positionals,
    models,
    explorer,
    format: choose(values.get('format') ?? 'text', ['text', 'json'], 'format'),
    expectFile: values.get('expect'),
  };
}

function checkModels(explorer: ExplorerName, models: readonly ModelName[]): void {
  const unknown = models.find((model) => !EXPLORERS[explorer].models.includes(model));
  if (unknown === undefined) return;
  const able = EXPLORER_NAMES.filter((name) => EXPLORERS[name].models.includes(unknown));
  throw usageError(
    `the explorer ${explorer} does not know the model ${unknown}`,
    `use --explorer ${able.join(' or ')}, or leave out the model`,
  );
}

/** Reads everything before anything runs: a mistake in the last file shows at once. */
function load(inputs: readonly InputFile[]): { tests: Loaded[]; errors: FencepostError[] } {
  const tests: Loaded[] = [];
  const errors: FencepostError[] = [];
  for (const input of inputs) {
    try {
      const test = parseLitmus(readText(input.path), input.path);
      tests.push({ input, test, program: litmusProgram(test) });
    } catch (error) {
      if (!(error instanceof FencepostError)) throw error;
      errors.push(error);
    }
  }
  return { tests, errors };
}

function reportErrors(errors: readonly FencepostError[], io: Io): void {
  for (const error of errors.slice(0, MOST_ERRORS_SHOWN)) io.err(errorText(error));
  const rest = errors.length - MOST_ERRORS_SHOWN;
  if (rest > 0) io.err(`… and ${rest} more files with errors\n`);
}

async function checkAll(
  tests: readonly Loaded[],
  { models, explorer, format }: Request,
  expectations: Expectations | undefined,
  io: Io,
): Promise<number> {
  const progress = new Progress(io, tests.length * models.length);
  const writer = new LineWriter(io, () => progress.clear());
  const formatLine = lineFormatter(
    tests.map(({ test }) => test.name),
    models,
  );
  const totals = { tests: tests.length, checks: 0, executions: 0, blocked: 0 };
  const checks: LitmusCheck[] = [];
  const disagreements: Disagreement[] = [];
  let agree = 0;
  try {
    for (const { input, test, program } of tests) {
      const states = new LocalStates(program);
      for (const model of models) {
        const check = checkLitmus(test, states, model, explorer);
        totals.checks++;
        totals.executions += check.executions;
        totals.blocked += check.blocked;
        if (expectations !== undefined) {
          const found = expectations.compare(check, input);
          if (found.length === 0) agree++;
          disagreements.push(...found);
        }
        if (format === 'json') checks.push(check);
        else await writer.line(formatLine(check));
        progress.update(totals.checks);
      }
    }
  } finally {
    progress.clear();
  }
  const agreement = expectations && { rows: totals.checks, agree, disagreements };
  if (format === 'json') await writer.line(jsonReport(`fencepost ${version()}`, checks, agreement));
  else {
    for (const disagreement of disagreements) await writer.line(formatDisagreement(disagreement));
    await writer.line(agreement === undefined ? summaryLine(totals) : agreementLine(agreement, totals.blocked));
  }
  await writer.flush();
  return disagreements.length > 0 ? DISAGREEMENT : OK;
}
