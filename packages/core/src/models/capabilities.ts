import type { MemoryModel } from './model.js';
import type { ModelName } from './registry.js';
import { REFERENCE_MODEL, models } from './registry.js';

/** Can programs be run under it, step by step? */
export function hasMachine({ machine }: MemoryModel): boolean {
  return machine !== undefined;
}

/** Can its executions be explored as graphs? */
export function hasKeptOrder(model: MemoryModel): boolean {
  return model.keptOrder !== undefined;
}

/**
 * Is it memory with store buffers (perhaps none) and nothing else? Then linearisation and Source-DPOR, which have
 * machines of their own, know it.
 */
export function isStoreBufferModel({ machine }: MemoryModel): boolean {
  return machine !== undefined && !machine.readsOldValues;
}

/** Do monitors answer for it? */
export function isMonitored(model: MemoryModel): boolean {
  return model.isMonitored;
}

/** Is it worth testing? The reference model is run on the way. */
export function isTested(model: MemoryModel): boolean {
  return hasMachine(model) && model.name !== REFERENCE_MODEL;
}

/** Are there store buffers to be shown? Of a model that is not registered here nobody knows. */
export function mayHaveBuffers(name: ModelName): boolean {
  return models().find((model) => model.name === name)?.machine?.buffers !== 'none';
}

/** Can programs be checked under it: explored as graphs, and what is found shown as a run of its machine? */
export function isChecked(model: MemoryModel): boolean {
  return hasKeptOrder(model) && isStoreBufferModel(model);
}
