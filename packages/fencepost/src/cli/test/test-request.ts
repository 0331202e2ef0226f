import { resolve } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, isTested, modelNamed, modelNames } from '@fencepost/core';
import type { TestMethod } from '@fencepost/report';
import { TEST_METHODS, DEFAULT_SECONDS } from '@fencepost/check';
import type { Arguments, OptionTable } from '../../options/arguments.js';
import { choose, duration, namesOf, parseArguments, wholeNumber } from '../../options/arguments.js';
import type { ColourChoice } from '../terminal/colour.js';
import { COLOUR_CHOICES } from '../terminal/colour.js';
import type { Settings } from '../../options/config-values.js';
import { settingsFor } from '../../options/config.js';
import { usageError } from '../../errors.js';
import type { LoadOptions } from '../../load/loaded-program.js';
import { testFormats } from '../../formats/formats.js';

const OPTIONS = {
  model: 'value',
  method: 'value',
  time: 'value',
  executions: 'value',
  seed: 'value',
  length: 'value',
  'allow-relaxed': 'flag',
  unroll: 'value',
  include: 'list',
  daemon: 'list',
  spurious: 'flag',
  format: 'value',
  color: 'value',
  config: 'value',
  'no-config': 'flag',
  help: 'flag',
} as const satisfies OptionTable;

export interface TestRequest extends LoadOptions {
  /** Each once. */
  readonly files: readonly string[];
  /** Undefined: as the program says, or else the default. */
  readonly models: readonly ModelName[] | undefined;
  readonly method: TestMethod;
  /** For all programs and models together. */
  readonly seconds: number;
  /** Of each program under each model. */
  readonly executions: number | undefined;
  readonly seed: number | undefined;
  readonly length: number | undefined;
  /** An execution that is not SC is no failure unless a check fails on it. */
  readonly allowRelaxed: boolean;
  readonly format: string;
  readonly colour: ColourChoice;
}

/** The command line, with a configuration file for what it leaves open of how programs are made. */
export async function readTestRequest(args: readonly string[], folder = ''): Promise<TestRequest | 'help'> {
  const parsed = parseArguments(args, OPTIONS, 'rest');
  if (parsed.flags.has('help')) return 'help';
  return requestOf(parsed, await settingsFor(parsed, folder));
}

function requestOf(parsed: Arguments, settings: Settings): TestRequest {
  const { values, flags, positionals, rest } = parsed;
  const files = positionals.length > 0 ? positionals : (settings.files ?? []);
  if (files.length === 0) throw usageError('no file given', 'try fencepost test --help');
  const modelList = values.get('model');
  const method = choose(values.get('method') ?? 'active', TEST_METHODS, 'method');
  return {
    files: [...new Map(files.map((path) => [resolve(path), path])).values()],
    models: modelList === undefined ? relaxedModels(settings.models) : testedModels(modelList),
    method,
    seconds: duration(parsed, 'time') ?? DEFAULT_SECONDS,
    executions: wholeNumber(parsed, 'executions', 1),
    seed: wholeNumber(parsed, 'seed', 0) ?? settings.seed,
    length: lengthOf(parsed, method),
    allowRelaxed: flags.has('allow-relaxed') || settings.allowRelaxed === true,
    unroll: wholeNumber(parsed, 'unroll', 1) ?? settings.unroll,
    spurious: flags.has('spurious') || settings.spurious === true,
    daemons: namesOf(parsed, 'daemon') ?? settings.daemons ?? [],
    include: namesOf(parsed, 'include') ?? settings.include ?? [],
    compiler: rest.length > 0 ? rest : (settings.compiler ?? []),
    format: choose(values.get('format') ?? 'text', testFormats(), 'format'),
    colour: choose(values.get('color') ?? 'auto', COLOUR_CHOICES, 'colour choice'),
  };
}

function testedModels(list: string): ModelName[] {
  return [...new Set(list.split(',').map((name) => testedModel(name.trim())))];
}

function testedModel(name: string): ModelName {
  const model = choose(name, modelNames(), 'model');
  if (isTested(modelNamed(model))) return model;
  throw usageError(
    `programs are tested under ${modelNames(isTested).join(', ')}, not under ${model}`,
    model === REFERENCE_MODEL
      ? `what fails under ${model} is found on the way; to explore ${model}: fencepost check --model ${model}`
      : `the model ${model} has no machine to run them on; to explore it: fencepost check --model ${model}`,
  );
}

/** Of models that were chosen for something else, those that programs are tested under; undefined: none was chosen. */
export function relaxedModels(models: readonly string[] | undefined): ModelName[] | undefined {
  return models && modelNames(isTested).filter((model) => models.includes(model));
}

function lengthOf(parsed: Arguments, method: TestMethod): number | undefined {
  const length = wholeNumber(parsed, 'length', 4);
  if (length === undefined) return undefined;
  if (method !== 'active') throw usageError('--length is for --method active only', 'leave one of them out');
  if (length % 2 === 0) return length;
  throw usageError(`--length takes an even number, not ${length}`, 'a cycle is made of pairs of accesses: 4, 6, …');
}
