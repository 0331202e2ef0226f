/** Prefixes of methods of built-in objects that change their receiver. */
const CHANGES =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|grow|next|return|throw|exec|test|compile|append|write|swap|copy|resize|transfer|remove|prepend|emit|dispatch|abort|enterWith|decode|mark|getOrInsert|use|adopt|defer|move|dispose|__define|(?:on|once|off)$)/;

/** Returns whether a method of this name, if it belongs to a built-in object, might change its receiver. */
export function isChanging(name: string): boolean {
  return CHANGES.test(name);
}

/** Functions that change their first argument. Those of `Atomics` report changes themselves. */
export const CHANGING_FUNCTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['Object', /^(?:assign|define|set|freeze|seal|prevent)/],
  ['Reflect', /^(?:set|define|delete|prevent)/],
]);
