import { FencepostError } from '../common/errors.js';
import { Registry } from '../common/registry.js';
import { HISTORY_MACHINE } from './history.js';
import type { Activity, MemoryModel, OperationalModel } from './model.js';
import { AARCH64 } from './aarch64.js';
import { ARM64 } from './arm64.js';
import { IBM370 } from './ibm370.js';
import { PSLO } from './pslo.js';
import { PSO } from './pso.js';
import { RC11 } from './rc11.js';
import { SC } from './sc.js';
import { tableOf } from './table.js';
import { TSO } from './tso.js';

const BUILT_IN = [SC, IBM370, TSO, PSO, PSLO, RC11, ARM64, AARCH64] as const;

/** The name of a model. The registry checks it. */
export type ModelName = string;

/** The name or alias of a model in options that users write: editors suggest those of the built-in models. */
export type GivenModel =
  | 'sc'
  | 'ibm370'
  | 'tso'
  | 'pso'
  | 'pslo'
  | 'rc11'
  | 'arm64'
  | 'x86'
  | 'c11'
  | 'arm'
  | 'all'
  | (string & Record<never, never>);

/**
 * The model that all others are compared with. A program is robust if it has no other executions. A failure is caused
 * by a model if it does not occur under this one.
 */
export const REFERENCE_MODEL: ModelName = SC.name;

/** Stands for every model that applies, in lists of models. */
export const ALL_MODELS = 'all';

/** A model and its tables by operation code, computed once, so that hot loops only need lookups. */
interface Entry {
  readonly name: string;
  readonly model: MemoryModel;
  readonly lowering: Int32Array | undefined;
  readonly preservedOrder: Int32Array | undefined;
}

// Marked as pure for bundlers: they omit all of this from a page that uses no model.
const registry = /* @__PURE__ */ new Registry<Entry>('memory model', /* @__PURE__ */ BUILT_IN.map(entryOf));

/** Adds a model. It must be called before any check under the model. */
export function registerModel(model: MemoryModel): void {
  model.includes.forEach(modelNamed);
  const { name } = model;
  if (name === ALL_MODELS || models().some(({ aliases }) => aliases?.includes(name))) {
    throw new FencepostError('USAGE', `there is a memory model '${name}' already`);
  }
  registry.register(entryOf(model));
}

function entryOf(model: MemoryModel): Entry {
  const { name, preservedOrder } = model;
  const machine = machineFor(model);
  return {
    name,
    model,
    lowering: machine && tableOf(machine.lower),
    preservedOrder: preservedOrder && tableOf(preservedOrder),
  };
}

/** Returns all models, in order of registration. The built-in ones come first, from strongest to weakest. */
export function models(): MemoryModel[] {
  return registry.all().map(({ model }) => model);
}

/** Returns the names of all models, or of those for which `has` holds. */
export function modelNames(has: (model: MemoryModel) => boolean = () => true): ModelName[] {
  return registry.names(({ model }) => has(model));
}

/** Returns the models used by default for an activity. */
export function defaultModels(activity: Activity): ModelName[] {
  return modelNames(({ defaultFor }) => defaultFor.includes(activity));
}

/** Returns the model of this name. Throws if there is none. */
export function modelNamed(name: ModelName): MemoryModel {
  return registry.named(name).model;
}

/**
 * Returns the name used in sentences. Works for models that are not registered here, so that their reports can be read.
 */
export function modelTitle(name: ModelName): string {
  return models().find((model) => model.name === name)?.title ?? name.toUpperCase();
}

/** Returns the name by which most people know a model: `x86`. */
export function commonModelName(name: ModelName): string {
  return models().find((model) => model.name === name)?.commonName ?? modelTitle(name);
}

/** Returns the model's own machine, or the one for traces of any model. */
function machineFor({ machine, hasAxioms }: MemoryModel): OperationalModel | undefined {
  return machine ?? (hasAxioms === true ? HISTORY_MACHINE : undefined);
}

/** Returns the machine on which executions of a model are replayed. Throws if there is none. */
export function machineOf(name: ModelName): OperationalModel {
  const machine = machineFor(modelNamed(name));
  if (machine === undefined) {
    throw new FencepostError('MODEL_UNSUPPORTED', `the model ${name} has neither a machine nor axioms`, {
      hint: 'programs cannot be run, replayed or tested under it',
    });
  }
  return machine;
}

/**
 * Refuses a model that has no machine of its own: not every run of the permissive machine is an execution of the model.
 */
export function requireOwnMachine(name: ModelName, purpose: string): void {
  const { machine, preservedOrder: isExplored } = modelNamed(name);
  if (machine !== undefined) return;
  const others = modelNames((model) => model.machine !== undefined).join(', ');
  throw new FencepostError('MODEL_UNSUPPORTED', `${purpose} requires an operational model; ${name} has only axioms`, {
    hint: `models with a machine are ${others}${isExplored === undefined ? '' : `; the graph explorer finds all executions of ${name}`}`,
  });
}

/** Returns the requirements of operations on the model's machine: flags of lowering.ts by `LocalStates.code`. */
export function lowering(name: ModelName): Int32Array {
  machineOf(name);
  return registry.named(name).lowering!;
}

/** Returns the program order that the model preserves: flags of preserved-order.ts by `LocalStates.code`. */
export function preservedOrder(name: ModelName): Int32Array {
  const table = registry.named(name).preservedOrder;
  if (table === undefined) {
    const others = modelNames((model) => model.preservedOrder !== undefined).join(', ');
    throw new FencepostError('MODEL_UNSUPPORTED', `the model ${name} has no preserved program order`, {
      hint: `the graph explorer needs it; it supports ${others}`,
    });
  }
  return table;
}
