import { EXPLORERS } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import {
  ALL_MODELS,
  REFERENCE_MODEL,
  isMonitored,
  isOnlyEnumerated,
  modelNamed,
  modelNames,
  modelNamesOf,
} from '@fencepost/core';
import { usageError } from '../../errors.js';
import type { Arguments } from '@fencepost/options';
import type { Asked } from '../../options/command-line.js';
import type { LitmusOptions } from './options.js';

interface Common {
  readonly paths: readonly string[];
  readonly format: LitmusOptions['format'];
  readonly jobs: number;
  /** Time limit in seconds. */
  readonly maxTime: number | undefined;
}

/** Explore the executions under each model. */
export interface ExploreRequest extends Common {
  readonly method: 'graph';
  /** Undefined: the models of the test's dialect. */
  readonly models: readonly ModelName[] | undefined;
  readonly explorer: string;
  readonly expectFile: string | undefined;
}

/** Decide robustness by monitors over SC executions. */
export interface MonitorRequest extends Common {
  readonly method: 'monitor';
  readonly models: readonly ModelName[];
}

export function readLitmusRequest({
  given,
  values: { litmus: values },
}: Asked<{ readonly litmus: LitmusOptions }>): ExploreRequest | MonitorRequest {
  if (given.positionals.length === 0) throw usageError('no file or folder given', 'try fencepost litmus --help');
  const common = { paths: given.positionals, format: values.format, jobs: values.jobs, maxTime: values.maxTime };
  return values.method === 'graph' ? exploreRequest(common, values) : monitorRequest(common, values, given);
}

function exploreRequest(common: Common, { models, explorer, expect }: LitmusOptions): ExploreRequest {
  checkModels(explorer, models ?? []);
  return { ...common, method: 'graph', models, explorer, expectFile: expect };
}

function checkModels(explorer: string, models: readonly ModelName[]): void {
  const { knows } = EXPLORERS.named(explorer);
  const unknown = models.find(
    (model) => model !== ALL_MODELS && !knows(modelNamed(model)) && !isOnlyEnumerated(modelNamed(model)),
  );
  if (unknown === undefined) return;
  const able = explorersOf(unknown);
  throw usageError(
    `the explorer ${explorer} does not support the model ${unknown}`,
    able.length === 0 ? 'no explorer supports it' : `use --explorer ${able.join(' or ')}, or omit the model`,
  );
}

function explorersOf(model: ModelName): string[] {
  return EXPLORERS.names(({ knows }) => knows(modelNamed(model)));
}

function monitorRequest(common: Common, { models: asked }: LitmusOptions, given: Arguments): MonitorRequest {
  for (const option of ['explorer', 'expect']) {
    if (given.values.has(option)) {
      throw usageError(`--${option} cannot be combined with --method monitor`, 'it is for --method graph, the default');
    }
  }
  const monitored = modelNames(isMonitored);
  const models = modelNamesOf(asked ?? monitored, () => monitored);
  const other = models.find((model) => !monitored.includes(model));
  if (other !== undefined) {
    const answers = `support ${monitored.join(' and ')}`;
    throw usageError(
      `there is no monitor for the model ${other}`,
      other === REFERENCE_MODEL
        ? `monitors watch executions under SC, and ${answers}`
        : `monitors ${answers}; --explorer ${explorersOf(other).join(' or ')} supports ${other}`,
    );
  }
  return { ...common, method: 'monitor', models };
}
