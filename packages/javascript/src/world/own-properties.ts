import { theWorld } from './current.js';

type Properties = Map<PropertyKey, unknown>;

/** What the running world has assigned to an object that exists only once. */
export function ownProperties(
  of: string,
  initial: () => Iterable<[PropertyKey, unknown]> = () => [],
): () => Properties {
  const key = Symbol(of);
  return () => theWorld().slot(key, () => new Map(initial()));
}

/** The current value of a property defined like this on `owner`. */
export function valueOf(descriptor: PropertyDescriptor, owner: object): unknown {
  return descriptor.get === undefined ? descriptor.value : descriptor.get.call(owner);
}
