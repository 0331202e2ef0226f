import type { MemoryModel } from './model.js';
import type { ModelName } from './registry.js';
import { REFERENCE_MODEL, models } from './registry.js';

/** Has it a machine of its own, all of whose runs it allows? */
export function hasMachine({ machine }: MemoryModel): boolean {
  return machine !== undefined;
}

/** Is it known by its axioms only, so that the executions of small tests can be enumerated, and nothing else? */
export function isOnlyEnumerated(model: MemoryModel): boolean {
  return !hasMachine(model) && !hasPreservedOrder(model);
}

/** Can its executions be replayed: on its own machine or on the permissive one? */
export function isReplayed(model: MemoryModel): boolean {
  return hasMachine(model) || isJudged(model);
}

/** Are its executions replayed on the permissive machine, so that axioms have to judge them? */
export function isJudged(model: MemoryModel): boolean {
  return model.hasAxioms === true && !hasMachine(model);
}

/** Does it say which executions have data races, in all of them, and that they are failures? */
export function hasDataRaces({ communication }: MemoryModel): boolean {
  return communication === 'release-acquire';
}

/**
 * The model in whose executions data races are looked for: the model itself if it defines them. Others are machines, to
 * whose executions the definitions of languages do not apply, except to those of the reference model.
 */
export function modelOfRaces(name: ModelName): ModelName {
  return models().some((model) => model.name === name && hasDataRaces(model)) ? name : REFERENCE_MODEL;
}

/** Can its executions be explored as graphs? */
export function hasPreservedOrder(model: MemoryModel): boolean {
  return model.preservedOrder !== undefined;
}

/**
 * Is it memory with store buffers (or none) and nothing else? Linearisation and Source-DPOR have machines of their own,
 * and support only such models.
 */
export function isStoreBufferModel({ machine }: MemoryModel): boolean {
  return machine !== undefined && !machine.readsOldValues;
}

/** The models that may exchange accesses which store buffers keep in order. */
export function modelsWithoutBuffers(): readonly ModelName[] {
  return models()
    .filter((model) => !isStoreBufferModel(model))
    .map(({ name }) => name);
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
  const known = models().find((model) => model.name === name);
  return !hasHistory(name) && known?.machine?.buffers !== 'none';
}

/** Are its executions shown without store buffers, with old values instead? */
export function hasHistory(name: ModelName): boolean {
  return models().some((model) => model.name === name && isJudged(model));
}

/** Can programs be checked under it: explored as graphs, with counterexamples that can be replayed? */
export function isChecked(model: MemoryModel): boolean {
  return hasPreservedOrder(model) && (isStoreBufferModel(model) || isJudged(model));
}
