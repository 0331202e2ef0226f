import type { MemoryModel } from './model.js';
import type { ModelName } from './registry.js';
import { REFERENCE_MODEL, models } from './registry.js';

/** Whether the model has a machine of its own, all of whose runs it allows. */
export function hasMachine({ machine }: MemoryModel): boolean {
  return machine !== undefined;
}

/** Whether the model has axioms only, so that the executions of small tests can be enumerated, and nothing else. */
export function isOnlyEnumerated(model: MemoryModel): boolean {
  return !hasMachine(model) && !hasPreservedOrder(model);
}

/** Whether its executions can be replayed: on its own machine or on the permissive one. */
export function isReplayed(model: MemoryModel): boolean {
  return hasMachine(model) || isJudged(model);
}

/** Whether its executions are replayed on the permissive machine, so that axioms have to judge them. */
export function isJudged(model: MemoryModel): boolean {
  return model.hasAxioms === true && !hasMachine(model);
}

/** Whether the model defines data races for all executions, and treats them as failures. */
export function hasDataRaces({ communication }: MemoryModel): boolean {
  return communication === 'release-acquire';
}

/**
 * Returns the model in whose executions data races are searched for: the model itself if it defines them. Other models
 * describe machines. The definitions of languages do not apply to their executions, except to those of the reference
 * model.
 */
export function modelOfRaces(name: ModelName): ModelName {
  return models().some((model) => model.name === name && hasDataRaces(model)) ? name : REFERENCE_MODEL;
}

/** Whether its executions can be explored as graphs. */
export function hasPreservedOrder(model: MemoryModel): boolean {
  return model.preservedOrder !== undefined;
}

/**
 * Whether the model is memory with store buffers (or none) and nothing else. Linearisation and Source-DPOR have
 * machines of their own, and support only such models.
 */
export function isStoreBufferModel({ machine }: MemoryModel): boolean {
  return machine !== undefined && !machine.readsOldValues;
}

/** Whether loads may pass earlier stores of their thread, and nothing else is reordered. */
export function isTotalStoreOrder({ machine, reorders }: MemoryModel): boolean {
  return machine?.buffers === 'thread' && reorders.length === 1 && reorders[0] === 'store load';
}

/** Returns the models that may reorder accesses which store buffers keep in order. */
export function modelsWithoutBuffers(): readonly ModelName[] {
  return models()
    .filter((model) => !isStoreBufferModel(model))
    .map(({ name }) => name);
}

/** Whether monitors support the model. */
export function isMonitored(model: MemoryModel): boolean {
  return model.isMonitored;
}

/** Whether monitors of recorded executions support the model. */
export function isWatched(model: MemoryModel): boolean {
  return isMonitored(model) || model.communication === 'release-acquire' || model.splitsAtomics === true;
}

/** Whether to run tests under the model. Tests always run the reference model. */
export function isTested(model: MemoryModel): boolean {
  return hasMachine(model) && model.name !== REFERENCE_MODEL;
}

/** Whether there may be store buffers to show. True for models that are not registered here. */
export function mayHaveBuffers(name: ModelName): boolean {
  const known = models().find((model) => model.name === name);
  return !hasHistory(name) && known?.machine?.buffers !== 'none';
}

/** Whether its executions are shown without store buffers, with old values instead. */
export function hasHistory(name: ModelName): boolean {
  return models().some((model) => model.name === name && isJudged(model));
}

/** Whether programs can be checked under the model: explored as graphs, with counterexamples that can be replayed. */
export function isChecked(model: MemoryModel): boolean {
  return hasPreservedOrder(model) && (isStoreBufferModel(model) || isJudged(model));
}
