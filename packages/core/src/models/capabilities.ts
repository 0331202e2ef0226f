import type { MemoryModel } from './model.js';
import type { ModelName } from './registry.js';
import { REFERENCE_MODEL, models } from './registry.js';

/** Can it run programs step by step? */
export function hasMachine({ machine }: MemoryModel): boolean {
  return machine !== undefined;
}

/** Can its executions be explored as graphs? */
export function hasKeptOrder(model: MemoryModel): boolean {
  return model.keptOrder !== undefined;
}

/**
 * Is it memory with store buffers (or none) and nothing else? Linearisation and Source-DPOR have machines of their own,
 * and support only such models.
 */
export function isStoreBufferModel({ machine }: MemoryModel): boolean {
  return machine !== undefined && !machine.readsOldValues;
}

/** Do monitors support it? */
export function isMonitored(model: MemoryModel): boolean {
  return model.isMonitored;
}

/** Is it worth testing? Tests run the reference model anyway. */
export function isTested(model: MemoryModel): boolean {
  return hasMachine(model) && model.name !== REFERENCE_MODEL;
}

/** May there be store buffers to show? True of models that are not registered here. */
export function mayHaveBuffers(name: ModelName): boolean {
  return models().find((model) => model.name === name)?.machine?.buffers !== 'none';
}

/** Is it the model of a language, under which a data race is undefined behaviour and machine code means nothing? */
export function isOfLanguage({ communication }: MemoryModel): boolean {
  return communication === 'release-acquire';
}

/** Can programs be checked under it: explored as graphs, with counterexamples shown as runs of its machine? */
export function isChecked(model: MemoryModel): boolean {
  return hasKeptOrder(model) && isStoreBufferModel(model);
}
