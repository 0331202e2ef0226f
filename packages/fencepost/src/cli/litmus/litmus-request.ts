import type { ModelName } from '@fencepost/core';
import { MODEL_NAMES } from '@fencepost/core';
import type { MonitoredModel } from '@fencepost/explore';
import type { ExplorerName } from '@fencepost/check';
import { DEFAULT_EXPLORER, EXPLORERS, EXPLORER_NAMES, CHECK_METHODS } from '@fencepost/check';
import type { Arguments, OptionTable } from '../terminal/arguments.js';
import { choose, chooseList, parseArguments } from '../terminal/arguments.js';
import { usageError } from '../../errors.js';
import { FORMATS } from '../../run/report.js';
import type { Format } from '../../run/report.js';

const OPTIONS: OptionTable = {
  model: 'value',
  method: 'value',
  explorer: 'value',
  expect: 'value',
  format: 'value',
  help: 'flag',
};
const MONITORED: readonly MonitoredModel[] = ['tso', 'pso'];

interface Common {
  readonly paths: readonly string[];
  readonly format: Format;
}

/** Explore the executions under each model. */
export interface ExploreRequest extends Common {
  readonly method: 'graph';
  readonly models: readonly ModelName[];
  readonly explorer: ExplorerName;
  readonly expectFile: string | undefined;
}

/** Decide robustness by monitors over SC executions. */
export interface MonitorRequest extends Common {
  readonly method: 'monitor';
  readonly models: readonly MonitoredModel[];
}

export function parseLitmusRequest(args: readonly string[]): ExploreRequest | MonitorRequest | 'help' {
  const parsed = parseArguments(args, OPTIONS);
  const { values, flags, positionals } = parsed;
  if (flags.has('help')) return 'help';
  if (positionals.length === 0) throw usageError('no file or folder given', 'try fencepost litmus --help');
  const common = { paths: positionals, format: choose(values.get('format') ?? 'text', FORMATS, 'format') };
  const method = choose(values.get('method') ?? 'graph', CHECK_METHODS, 'method');
  return method === 'graph' ? exploreRequest(common, parsed) : monitorRequest(common, parsed);
}

function exploreRequest(common: Common, { values }: Arguments): ExploreRequest {
  const models = chooseList(values.get('model') ?? 'sc,tso,pso', MODEL_NAMES, 'model');
  const explorer = choose(values.get('explorer') ?? DEFAULT_EXPLORER, EXPLORER_NAMES, 'explorer');
  checkModels(explorer, models);
  return { ...common, method: 'graph', models, explorer, expectFile: values.get('expect') };
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

function monitorRequest(common: Common, { values }: Arguments): MonitorRequest {
  for (const option of ['explorer', 'expect']) {
    if (values.has(option)) {
      throw usageError(`--${option} does not go with --method monitor`, 'it is for --method graph, the default');
    }
  }
  const models = chooseList(values.get('model') ?? MONITORED.join(','), MODEL_NAMES, 'model').map((model) => {
    if (model === 'tso' || model === 'pso') return model;
    throw usageError(
      `there is no monitor for the model ${model}`,
      model === 'sc'
        ? 'monitors watch executions under SC, and answer for tso and pso'
        : 'monitors answer for tso and pso; --explorer oracle knows pslo',
    );
  });
  return { ...common, method: 'monitor', models };
}
