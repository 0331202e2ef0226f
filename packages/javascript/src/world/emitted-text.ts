// The originals, before they are replaced.
const { apply } = Reflect;
const textOf = Reflect.get(Function.prototype, 'toString');

/** The text of a function as it runs; programs get the one that they have written. */
export function emittedText(value: object): string {
  return apply(textOf, value, []);
}
