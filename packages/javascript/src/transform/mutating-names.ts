/** Prefixes of the methods of built-in objects that change them. */
const CHANGES =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|grow|next|return|throw|exec|test|compile|append|write|swap|copy|resize|transfer|remove|prepend|emit|dispatch|abort|enterWith|decode|mark|getOrInsert|use|adopt|defer|move|dispose|__define|(?:on|once|off)$)/;

/** Might a method of this name change its receiver, if it is one of a built-in object? */
export function isChanging(name: string): boolean {
  return CHANGES.test(name);
}

/** Functions that change their first argument. Those of `Atomics` note it themselves. */
export const CHANGING_FUNCTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['Object', /^(?:assign|define|set|freeze|seal|prevent)/],
  ['Reflect', /^(?:set|define|delete|prevent)/],
]);
