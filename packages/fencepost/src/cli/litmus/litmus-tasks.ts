import { EXPLORERS } from '@fencepost/check';
import type { LitmusCheck, LitmusTest, MonitoredLitmus } from '@fencepost/litmus';
import { checkLitmus, enumerateLitmus, monitorLitmus } from '@fencepost/litmus';
import type { ModelName } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import type { Handler } from '@fencepost/workers';
import { collect } from '../../errors.js';
import type { InputFile } from '../../files/files.js';
import { litmusProgram, modelsOf, referenceName, requireModel } from '@fencepost/litmus';
import type { LoadedTest } from '../../load/litmus-files.js';
import { loadTest } from '../../load/litmus-files.js';
import type { PlainError } from '../../workers/plain-error.js';
import { plainError } from '../../workers/plain-error.js';
import type { Disagreement, ExpectedRows } from './expectations.js';
import { compare } from './expectations.js';

/** A batch of tests, and the work to do with each. */
export interface LitmusTask {
  readonly inputs: readonly InputFile[];
  readonly work: LitmusWork;
}

export type LitmusWork =
  /** The models that the tests are going to be explored under. */
  | { readonly kind: 'load'; readonly models: readonly ModelName[] | undefined; readonly explorer: string }
  | {
      readonly kind: 'graph';
      /** Undefined: the models of the test's dialect. */
      readonly models: readonly ModelName[] | undefined;
      readonly explorer: string;
      /** Whether to return final states, which are many. */
      readonly states: boolean;
      /** The expected results of each test, if any. */
      readonly rows: readonly ExpectedRows[] | undefined;
    }
  | { readonly kind: 'monitor'; readonly models: readonly ModelName[] };

/** The results, in the order of the tests; incomplete if the run was stopped or an error occurred. */
export interface LitmusAnswer {
  readonly names: readonly string[];
  /** The models that each test is going to be explored under. */
  readonly models: readonly (readonly ModelName[])[];
  readonly explored: readonly (readonly ExploredTest[])[];
  readonly monitored: readonly (readonly MonitoredLitmus[])[];
  readonly errors: readonly PlainError[];
}

/** A test under one model. */
export interface ExploredTest {
  readonly check: LitmusCheck;
  readonly disagreements: readonly Disagreement[];
}

const NOTHING: LitmusAnswer = { names: [], models: [], explored: [], monitored: [], errors: [] };

/** All tests are loaded before the first is run, and are kept until they are run. */
export function litmusHandler(): Handler<LitmusTask, LitmusAnswer> {
  const kept = new Map<string, LoadedTest>();
  const take = (input: InputFile): LoadedTest => {
    const found = kept.get(input.path) ?? loadTest(input);
    kept.delete(input.path);
    return found;
  };
  return async ({ inputs, work }, { stopped }) => {
    if (work.kind === 'load') {
      const { loaded, errors } = await collect(inputs, (input) => loadFor(input, work.models));
      for (const each of loaded) kept.set(each.input.path, each);
      const names = loaded.map(({ test }) => test.name);
      const models = loaded.map(({ test }) => modelsIn(test, work));
      return { ...NOTHING, names, models, errors: errors.map(plainError) };
    }
    const explored: ExploredTest[][] = [];
    const monitored: MonitoredLitmus[][] = [];
    try {
      for (const [i, input] of inputs.entries()) {
        if (stopped()) break;
        const loaded = take(input);
        if (work.kind === 'graph') explored.push(explore(loaded, work, work.rows?.[i]));
        else monitored.push(monitor(loaded, work.models));
      }
      return { ...NOTHING, explored, monitored };
    } catch (error) {
      return { ...NOTHING, explored, monitored, errors: [plainError(error)] };
    }
  };
}

function loadFor(input: InputFile, models: readonly ModelName[] | undefined): LoadedTest {
  const loaded = loadTest(input);
  for (const model of modelsOf(loaded.test, models)) requireModel(loaded.test, model);
  return loaded;
}

/** Returns the models that a test is explored under. */
function modelsIn(
  test: LitmusTest,
  { models, explorer }: { readonly models: readonly ModelName[] | undefined; readonly explorer: string },
): readonly ModelName[] {
  return modelsOf(test, models, EXPLORERS.named(explorer).knows);
}

function monitor({ test }: LoadedTest, models: readonly ModelName[]): MonitoredLitmus[] {
  return monitorLitmus(test, new LocalStates(litmusProgram(test)), models);
}

function explore(
  { test }: LoadedTest,
  { models, explorer, states: withStates }: LitmusWork & { kind: 'graph' },
  rows: ExpectedRows | undefined,
): ExploredTest[] {
  const states = test.dialect === 'AArch64' ? undefined : new LocalStates(litmusProgram(test));
  return modelsIn(test, { models, explorer }).map((model) => {
    const check =
      test.dialect === 'AArch64' ? enumerateLitmus(test, model) : checkLitmus(test, states!, model, explorer);
    return {
      check: withStates ? check : { ...check, states: [], outcomes: [] },
      disagreements: rows === undefined ? [] : compare(check, rows, referenceName(test.dialect, model)),
    };
  });
}
