import { indexOfKey, propertyKey } from '../views/visible-accesses.js';
import { r } from './member-instruments.js';
import { theWorld } from '../../world/running/current.js';
import { unsupported } from '../../world/running/unsupported.js';
import { method } from '../views/replace.js';
import { visible } from '../views/views.js';

/*
 * Nested patterns and those of parameters destructure objects that no expression yields: `{ [k]: x }` becomes `{
 * [part(k)]: _, [key(site)]: x }`. The first property, which only typed arrays have, reveals the object.
 */

const OBJECT = Symbol('notes the object');
const ELEMENT = Symbol('an element');

const WHOLE = Symbol('all of the object');

/** State between the two halves of a key. */
interface Halfway {
  key: PropertyKey;
  object: unknown;
  site: number;
}

const HALFWAY = Symbol('a key of a pattern');

function halfway(): Halfway {
  return theWorld().slot<Halfway>(HALFWAY, () => ({ key: '', object: undefined, site: 0 }));
}

/** First half of the computed key. */
export function part(computed: unknown): symbol {
  Object.assign(halfway(), { key: propertyKey(computed), object: undefined });
  return OBJECT;
}

/** Second half of the key; the object is known by now if it may be shared. */
export function key(where: number): PropertyKey {
  const half = halfway();
  const isElement = visible(half.object)?.kind !== undefined && indexOfKey(half.key) !== undefined;
  half.object = undefined;
  if (!isElement) return half.key;
  half.site = where;
  return ELEMENT;
}

/** Key before the rest element of such a pattern, which natives read. */
export function whole(): symbol {
  return WHOLE;
}

const refuseWhole: () => unknown = method((self) => {
  if (visible(self)?.kind === undefined) return undefined;
  throw unsupported(
    'a nested pattern or a parameter pattern takes all properties of shared memory',
    'destructure it in a separate statement: const { ...copy } = view',
  );
});

const typedArrayPrototype = Object.getPrototypeOf(Int8Array.prototype) as object;
const noteObject: () => unknown = method((self) => {
  halfway().object = self;
  return undefined;
});
const readElement: () => unknown = method((self) => {
  const { key, site } = halfway();
  return r(self as Parameters<typeof r>[0], key, site);
});
Object.defineProperty(typedArrayPrototype, OBJECT, { get: noteObject, configurable: true });
Object.defineProperty(typedArrayPrototype, ELEMENT, { get: readElement, configurable: true });
Object.defineProperty(typedArrayPrototype, WHOLE, { get: refuseWhole, configurable: true });
