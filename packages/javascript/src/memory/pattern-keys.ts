import { indexOfKey, propertyKey } from './visible-accesses.js';
import { r } from './member-instruments.js';
import { unsupported } from '../world/unsupported.js';
import { method } from './replace.js';
import { visible } from './views.js';

/*
 * Patterns within patterns, and those of parameters, take objects apart that no expression gives: `{ [k]: x }` becomes
 * `{ [part(k)]: _, [key(site)]: x }`. The first property, which only typed arrays have, tells which object it is.
 */

const OBJECT = Symbol('notes the object');
const ELEMENT = Symbol('an element');

const WHOLE = Symbol('all of the object');

let keptKey: PropertyKey = '';
let noted: unknown;
let site = 0;

/** First half of the key `computed`. */
export function part(computed: unknown): symbol {
  keptKey = propertyKey(computed);
  noted = undefined;
  return OBJECT;
}

/** Second half; by now the object is known if it may be shared. */
export function key(where: number): PropertyKey {
  const isElement = visible(noted)?.kind !== undefined && indexOfKey(keptKey) !== undefined;
  noted = undefined;
  if (!isElement) return keptKey;
  site = where;
  return ELEMENT;
}

/** Before the rest of such a pattern, which natives take. */
export function whole(): symbol {
  return WHOLE;
}

const refuseWhole: () => unknown = method((self) => {
  if (visible(self)?.kind === undefined) return undefined;
  throw unsupported(
    'a pattern within a pattern, or of a parameter, takes all properties of shared memory',
    'take it apart in a statement of its own: const { ...copy } = view',
  );
});

const typedArrayPrototype = Object.getPrototypeOf(Int8Array.prototype) as object;
const noteObject: () => unknown = method((self) => {
  noted = self;
  return undefined;
});
const readElement: () => unknown = method((self) => r(self as Parameters<typeof r>[0], keptKey, site));
Object.defineProperty(typedArrayPrototype, OBJECT, { get: noteObject, configurable: true });
Object.defineProperty(typedArrayPrototype, ELEMENT, { get: readElement, configurable: true });
Object.defineProperty(typedArrayPrototype, WHOLE, { get: refuseWhole, configurable: true });
