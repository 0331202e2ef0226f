// Originals, before they are replaced.
const { apply } = Reflect;
const textOf = Reflect.get(Function.prototype, 'toString');

/** Returns the text of a function as it runs; programs get the text as written. */
export function emittedText(value: object): string {
  return apply(textOf, value, []);
}
