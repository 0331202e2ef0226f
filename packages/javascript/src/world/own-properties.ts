import { theWorld } from './current.js';

type Properties = Map<PropertyKey, unknown>;

/** What the world that runs has assigned to an object that there is only one of. */
export function ownProperties(
  of: string,
  initial: () => Iterable<[PropertyKey, unknown]> = () => [],
): () => Properties {
  const key = Symbol(of);
  return () => theWorld().slot(key, () => new Map(initial()));
}

/** What a property that is defined so on `owner` is now. */
export function valueOf(descriptor: PropertyDescriptor, owner: object): unknown {
  return descriptor.get === undefined ? descriptor.value : descriptor.get.call(owner);
}
