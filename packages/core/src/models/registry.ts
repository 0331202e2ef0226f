import { FencepostError } from '../common/errors.js';
import { Registry } from '../common/registry.js';
import type { MemoryOrder } from '../operations/operation.js';
import { FENCE, JOIN, KIND_NAMES, LOAD, ORDERS, ORDER_BITS, RMW, SPAWN, STORE } from '../operations/operation.js';
import type { Activity, MemoryModel, OperationalModel } from './model.js';
import { PSLO } from './pslo.js';
import { PSO } from './pso.js';
import { SC } from './sc.js';
import { TSO } from './tso.js';

const BUILT_IN = [SC, TSO, PSO, PSLO] as const;

/** The name of a model, which the registry checks. */
export type ModelName = string;

/** The same, for options that users write: editors offer the models that are always there. */
export type GivenModel = 'sc' | 'tso' | 'pso' | 'pslo' | (string & Record<never, never>);

/**
 * The model that all others are compared with: a program is robust if it has no other executions, and a failure is the
 * fault of a model if this one does not have it.
 */
export const REFERENCE_MODEL: ModelName = SC.name;

/** A model and its tables by operation code: computed once, so that hot loops only look up. */
interface Entry {
  readonly name: string;
  readonly model: MemoryModel;
  readonly lowering: Int32Array | undefined;
  readonly keptOrder: Int32Array | undefined;
}

// Marked as pure for bundlers: a page that names no model leaves all of this out.
const registry = /* @__PURE__ */ new Registry<Entry>('memory model', /* @__PURE__ */ BUILT_IN.map(entryOf));

/** Adds a model: from then on it is known by its name everywhere. To be called before anything is checked under it. */
export function registerModel(model: MemoryModel): void {
  const { name, includes } = model;
  if (!/^[a-z][a-z\d-]*$/.test(name)) {
    throw new FencepostError('USAGE', `'${name}' cannot be the name of a memory model`, {
      hint: 'it begins with a lowercase letter; digits and hyphens may follow',
    });
  }
  includes.forEach(modelNamed);
  registry.register(entryOf(model));
}

function entryOf(model: MemoryModel): Entry {
  const { name, machine, keptOrder } = model;
  return { name, model, lowering: machine && tableOf(machine.lower), keptOrder: keptOrder && tableOf(keptOrder) };
}

function tableOf(flagsFor: (kind: number, order: MemoryOrder) => number): Int32Array {
  const table = new Int32Array(KIND_NAMES.length << ORDER_BITS);
  for (const kind of [LOAD, STORE, RMW, FENCE, SPAWN, JOIN]) {
    ORDERS.forEach((order, i) => (table[(kind << ORDER_BITS) | i] = flagsFor(kind, order)));
  }
  return table;
}

/** All models, in the order they were registered: of those that are always there, the strongest comes first. */
export function models(): MemoryModel[] {
  return registry.all().map(({ model }) => model);
}

/** The names of the models with a capability, or of all. */
export function modelNames(has: (model: MemoryModel) => boolean = () => true): ModelName[] {
  return registry.names(({ model }) => has(model));
}

/** The models that are used unless others are named. */
export function defaultModels(activity: Activity): ModelName[] {
  return modelNames(({ defaultFor }) => defaultFor.includes(activity));
}

/** The model of this name; if there is none, that is an error. */
export function modelNamed(name: ModelName): MemoryModel {
  return registry.named(name).model;
}

/** The name as in sentences. Reports of models that are not registered here can be read, too. */
export function modelTitle(name: ModelName): string {
  return models().find((model) => model.name === name)?.title ?? name.toUpperCase();
}

/** The machine of a model; if it has none, that is an error. */
export function machineOf(name: ModelName): OperationalModel {
  const { machine } = modelNamed(name);
  if (machine === undefined) {
    throw new FencepostError('MODEL_UNSUPPORTED', `the model ${name} has no operational machine`, {
      hint: 'programs cannot be run, replayed or tested under it',
    });
  }
  return machine;
}

/** What operations ask of the model's machine: flags of lowering.ts by `LocalStates.code`. */
export function lowering(name: ModelName): Int32Array {
  machineOf(name);
  return registry.named(name).lowering!;
}

/** The program order that the model keeps: flags of kept-order.ts by `LocalStates.code`. */
export function keptOrder(name: ModelName): Int32Array {
  const table = registry.named(name).keptOrder;
  if (table === undefined) {
    const others = modelNames((model) => model.keptOrder !== undefined).join(', ');
    throw new FencepostError('MODEL_UNSUPPORTED', `the model ${name} has no preserved program order`, {
      hint: `the graph explorer needs one, and knows ${others}`,
    });
  }
  return table;
}
