import { theWorld } from './current.js';

type Properties = Map<PropertyKey, unknown>;

/** Returns the properties that the running world has assigned to an object that exists only once per process. */
export function ownProperties(
  of: string,
  initial: () => Iterable<[PropertyKey, unknown]> = () => [],
): () => Properties {
  const key = Symbol(of);
  return () => theWorld().slot(key, () => new Map(initial()));
}

/** Returns the current value of a property with this descriptor on `owner`. */
export function valueOf(descriptor: PropertyDescriptor, owner: object): unknown {
  return descriptor.get === undefined ? descriptor.value : descriptor.get.call(owner);
}
