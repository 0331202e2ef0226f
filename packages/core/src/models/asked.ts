import { isFencepostError } from '../common/errors.js';
import { unknownName } from '../common/registry.js';
import { isChecked, isMonitored } from './capabilities.js';
import type { MemoryModel, Standard } from './model.js';
import type { GivenModel, ModelName } from './registry.js';
import { ALL_MODELS, REFERENCE_MODEL, defaultModels, modelNames, models } from './registry.js';

/** A part of `Program`: throws if its operations have no meaning under the model. */
interface Refusing {
  readonly refuse?: (model: ModelName) => void;
}

/** The facts about a program that decide which models it is checked under. */
export interface AskedProgram extends Refusing {
  readonly standard?: Standard | undefined;
  readonly scenarios?: { programs(wanted: (number: number) => boolean): Iterable<Refusing> } | undefined;
  /** The models that accept the program, if they are known. By default, the program itself decides. */
  readonly accepted?: readonly ModelName[];
}

/** Returns the name of the model that has this name or alias. Unknown names are returned unchanged. */
export function modelNameOf(given: GivenModel): ModelName {
  return models().find(({ aliases }) => aliases?.includes(given))?.name ?? given;
}

/**
 * Returns the names of the models for names and aliases, each once. `all` stands for the models of the second list,
 * except special ones: these have to be named.
 */
export function modelNamesOf(given: readonly GivenModel[], all: () => readonly ModelName[]): ModelName[] {
  const special = modelNames(({ isSpecial }) => isSpecial === true);
  const every = (): ModelName[] => all().filter((name) => !special.includes(name));
  return [...new Set(given.flatMap((name) => (name === ALL_MODELS ? every() : [modelNameOf(name)])))];
}

/** Returns the name of one of these models, which has this name or alias. If there is none, the error lists them. */
export function chosenModel(given: string, allowed: readonly ModelName[] = modelNames()): ModelName {
  const name = modelNameOf(given);
  if (allowed.includes(name)) return name;
  const aliases = aliasesOf(({ name: known }) => allowed.includes(known));
  const also = aliases.map(([alias, known]) => `${alias} is ${known}`);
  throw unknownName('model', given, allowed, {
    alsoNearest: aliases.map(([alias]) => alias),
    note: also.length === 0 ? '' : `; ${also.join(', ')}`,
  });
}

/** Returns the aliases of all models, or of those for which `has` holds, each with the name of its model. */
export function aliasesOf(has: (model: MemoryModel) => boolean = () => true): [alias: string, name: ModelName][] {
  return models()
    .filter(has)
    .flatMap(({ name, aliases = [] }) => aliases.map((alias): [string, ModelName] => [alias, name]))
    .filter(([alias, name]) => modelNameOf(alias) === name);
}

/**
 * Returns the models that a program is checked under: those in `given`, by default the ones for its language. Monitors
 * do not support the models of its language.
 */
export function modelsFor(
  program: AskedProgram,
  method: 'graph' | 'monitor' = 'graph',
  given?: readonly GivenModel[],
): ModelName[] {
  if (given !== undefined) return modelNamesOf(given, () => acceptedModels(program, method));
  const { standard } = program;
  return defaultModels(standard === undefined || method === 'monitor' ? 'check' : `check ${standard}`);
}

/** Returns every model under which this method can check the program, including special ones. */
export function acceptedModels(program: AskedProgram, method: 'graph' | 'monitor' = 'graph'): ModelName[] {
  return modelNames(
    (model) =>
      isChecked(model) &&
      (method === 'graph' || isMonitored(model) || model.name === REFERENCE_MODEL) &&
      (program.accepted?.includes(model.name) ?? accepts(program, model.name)),
  );
}

function accepts(program: AskedProgram, model: ModelName): boolean {
  try {
    refuseModel(program, model);
    return true;
  } catch (error) {
    if (isFencepostError(error) && error.code === 'MODEL_UNSUPPORTED') return false;
    throw error;
  }
}

/** Throws if the program cannot run under the model. Any scenario of a set can decide this. */
export function refuseModel(program: AskedProgram, model: ModelName): void {
  const [first = program]: Iterable<Refusing> = program.scenarios?.programs((number) => number === 0) ?? [];
  first.refuse?.(model);
}
