import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, defaultModels, isMonitored, modelNamed, modelNames } from '@fencepost/core';
import type { ExplorerName } from '@fencepost/check';
import { DEFAULT_EXPLORER, EXPLORERS, EXPLORER_NAMES, CHECK_METHODS } from '@fencepost/check';
import type { Arguments, OptionTable } from '../../options/arguments.js';
import { choose, chooseList, parseArguments } from '../../options/arguments.js';
import { usageError } from '../../errors.js';
import { TEXT_OR_JSON } from '../terminal/json-report.js';
import type { TextOrJson } from '../terminal/json-report.js';

const OPTIONS: OptionTable = {
  model: 'value',
  method: 'value',
  explorer: 'value',
  expect: 'value',
  format: 'value',
  help: 'flag',
};

interface Common {
  readonly paths: readonly string[];
  readonly format: TextOrJson;
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
  readonly models: readonly ModelName[];
}

export function parseLitmusRequest(args: readonly string[]): ExploreRequest | MonitorRequest | 'help' {
  const parsed = parseArguments(args, OPTIONS);
  const { values, flags, positionals } = parsed;
  if (flags.has('help')) return 'help';
  if (positionals.length === 0) throw usageError('no file or folder given', 'try fencepost litmus --help');
  const common = { paths: positionals, format: choose(values.get('format') ?? 'text', TEXT_OR_JSON, 'format') };
  const method = choose(values.get('method') ?? 'graph', CHECK_METHODS, 'method');
  return method === 'graph' ? exploreRequest(common, parsed) : monitorRequest(common, parsed);
}

function exploreRequest(common: Common, { values }: Arguments): ExploreRequest {
  const models = chooseList(values.get('model') ?? defaultModels('litmus').join(','), modelNames(), 'model');
  const explorer = choose(values.get('explorer') ?? DEFAULT_EXPLORER, EXPLORER_NAMES, 'explorer');
  checkModels(explorer, models);
  return { ...common, method: 'graph', models, explorer, expectFile: values.get('expect') };
}

function checkModels(explorer: ExplorerName, models: readonly ModelName[]): void {
  const unknown = models.find((model) => !EXPLORERS[explorer].knows(modelNamed(model)));
  if (unknown === undefined) return;
  const able = explorersOf(unknown);
  throw usageError(
    `the explorer ${explorer} does not know the model ${unknown}`,
    able.length === 0 ? 'no explorer does' : `use --explorer ${able.join(' or ')}, or leave out the model`,
  );
}

function explorersOf(model: ModelName): ExplorerName[] {
  return EXPLORER_NAMES.filter((name) => EXPLORERS[name].knows(modelNamed(model)));
}

function monitorRequest(common: Common, { values }: Arguments): MonitorRequest {
  for (const option of ['explorer', 'expect']) {
    if (values.has(option)) {
      throw usageError(`--${option} does not go with --method monitor`, 'it is for --method graph, the default');
    }
  }
  const monitored = modelNames(isMonitored);
  const models = chooseList(values.get('model') ?? monitored.join(','), modelNames(), 'model');
  const other = models.find((model) => !monitored.includes(model));
  if (other !== undefined) {
    const answers = `answer for ${monitored.join(' and ')}`;
    throw usageError(
      `there is no monitor for the model ${other}`,
      other === REFERENCE_MODEL
        ? `monitors watch executions under SC, and ${answers}`
        : `monitors ${answers}; --explorer ${explorersOf(other).join(' or ')} knows ${other}`,
    );
  }
  return { ...common, method: 'monitor', models };
}
