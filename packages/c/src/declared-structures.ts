import type { Site } from '@fencepost/core';
import { FencepostError, isFencepostError } from '@fencepost/core';
import type { ArgumentValues, Criterion, Operations, RespectedOrder, ScenarioOptions } from '@fencepost/linear';
import { distinct, int, oneOf } from '@fencepost/linear';
import type { Built } from './build/pipeline.js';
import { mainOf } from './program.js';
import { SCENARIO } from './runtime/system/scenarios.js';
import type { DeclaredOperation, DeclaredSetting, DeclaredStructure, StructureList } from './runtime/base/services.js';
import type { Bounds } from './vm/context/context.js';
import { Context } from './vm/context/context.js';
import { Image } from './vm/instance/image.js';

/** A data structure that a program declares. Functions are numbers; 0 means none. */
export interface CStructure {
  readonly name: string;
  readonly site: Site | undefined;
  readonly setUp: number;
  readonly tearDown: number;
  /** By operation: the function that calls it, and the function that calls its model. */
  readonly calls: ReadonlyMap<string, number>;
  readonly models: ReadonlyMap<string, number>;
  readonly operations: Operations;
  readonly options: ScenarioOptions;
}

/**
 * Returns the data structures that a program declares (`frameworks/fencepost/linearizable.h`); undefined if it declares
 * none.
 */
export function structuresOf(built: Built, bounds: Bounds): readonly CStructure[] | undefined {
  if (!built.tables.libraryCalls.includes(SCENARIO)) return undefined;
  const structures: StructureList = { declared: [], complete: false };
  const context = new Context(new Image(built.wasm, built.tables), { ...bounds, structures });
  try {
    const { done } = mainOf(context, { setUp: 0, tearDown: 0, before: [], threads: [] }).next(0);
    if (done !== true) throw new Error('the program waits before it makes calls');
  } catch (error) {
    if (isFencepostError(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new FencepostError('C_UNSUPPORTED', `the declarations of structures cannot be read: ${why}`);
  }
  if (!structures.complete) {
    const what = 'the program declares data structures, but its main does not run their calls';
    throw new FencepostError('USAGE', what, { hint: 'remove main: fencepost/linearizable.h defines it' });
  }
  if (structures.declared.length > 0) return structures.declared.map(readStructure);
  throw new FencepostError('USAGE', 'the program includes fencepost/linearizable.h and declares no structure', {
    hint: 'FENCEPOST_LINEARIZABLE(queue) begins a declaration',
  });
}

/** Reads a declaration. */
export function readStructure({ name, site, settings, operations }: DeclaredStructure): CStructure {
  const all = (setting: string): readonly DeclaredSetting[] => settings.filter((each) => each.setting === setting);
  const one = (setting: string): DeclaredSetting | undefined => {
    const [first, second] = all(setting);
    if (second === undefined) return first;
    throw refused(`${name} has ${setting} twice`, second.site);
  };
  const models = new Map(all('model').map(({ text, number }) => [text, number]));
  const known = operations.map((each) => each.name);
  const unknown = all('model').find(({ text }) => !known.includes(text));
  if (unknown !== undefined)
    throw refused(`${name} has a model of ${unknown.text}, which is not an operation`, unknown.site);
  const without = known.find((each) => models.size > 0 && !models.has(each));
  if (without !== undefined) {
    throw refused(`${name} has models, but none for ${without}`, site, 'either all operations have a model, or none');
  }
  const twice = operations.find((each, i) => known.indexOf(each.name) < i);
  if (twice !== undefined) throw refused(`${name} has the operation ${twice.name} twice`, twice.site);
  const respects = one('respects')?.text;
  const criterion = one('criterion')?.text;
  const names = (setting: string): string[] => all(setting).flatMap(({ text }) => listed(text));
  return {
    ...{ name, site },
    setUp: one('setup')?.number ?? 0,
    tearDown: one('teardown')?.number ?? 0,
    calls: new Map(operations.map((each) => [each.name, each.call])),
    models,
    operations: Object.fromEntries(operations.map((each) => [each.name, each.args.map((arg) => valuesOf(arg, each))])),
    options: {
      ...number('calls', one('calls')),
      ...number('random', one('random')),
      ...number('threads', one('threads')),
      ...(all('role').length > 0 && { roles: Object.fromEntries(all('role').map(({ text }) => roleOf(text))) }),
      ...(respects !== undefined && { respects: respects as RespectedOrder }),
      ...(criterion !== undefined && { criterion: criterion as Criterion }),
      puts: names('puts'),
      takes: names('takes'),
      blocking: operations.filter((each) => each.blocking).map((each) => each.name),
      initial: all('initially').map(({ text, site: at }) => initialCall(text, at)),
    },
  };
}

function number(setting: 'calls' | 'random' | 'threads', given: DeclaredSetting | undefined): ScenarioOptions {
  return given === undefined ? {} : { [setting]: given.number };
}

function valuesOf(
  { kind, values }: DeclaredOperation['args'][number],
  { name, site }: DeclaredOperation,
): ArgumentValues {
  if (kind === 'distinct') return distinct(...values);
  if (kind === 'values') return oneOf(...values);
  const [from, to] = values as [number, number];
  if (from > to) throw refused(`an argument of ${name} is in the range from ${from} to ${to}, which is empty`, site);
  return int(from, to);
}

/** Parses `producer: push, try_push`. */
function roleOf(text: string): [string, string[]] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), listed(text.slice(colon + 1))];
}

/** Parses `push, 1`. */
function initialCall(text: string, site: Site | undefined): [string, ...number[]] {
  const [operation = '', ...args] = listed(text);
  const values = args.map(Number);
  const wrong = args.find((_, i) => !Number.isInteger(values[i]));
  if (wrong !== undefined)
    throw refused(`the initial call of ${operation} has the argument ${wrong}`, site, 'write a number');
  return [operation, ...values];
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function refused(message: string, site: Site | undefined, hint?: string): FencepostError {
  return new FencepostError('USAGE', message, { ...(site && { site }), ...(hint !== undefined && { hint }) });
}
