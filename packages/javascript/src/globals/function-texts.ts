import { types } from '#host/types';
import type { Native } from '../memory/views/replace.js';
import { callNative, disguised, method, undisguised } from '../memory/views/replace.js';
import { PREFIX } from '../transform/text/own-names.js';
import { current } from '../world/running/current.js';
import { VIRTUAL_GLOBALS } from '../world/objects/global-names.js';

/** Functions of Fencepost that replace built-in ones. */
let ours: WeakSet<object> | undefined;

function isOurs(value: object): boolean {
  if (ours === undefined) {
    ours = new WeakSet();
    for (const each of VIRTUAL_GLOBALS.values()) addFunctions(each, ours, 2);
  }
  return ours.has(value);
}

function addFunctions(value: unknown, to: WeakSet<object>, depth: number): void {
  // Proxies are skipped: they look up their target on use.
  if (typeof value !== 'function' || to.has(value) || types.isProxy(value)) return;
  to.add(value);
  if (depth === 0) return;
  const { prototype } = value as { readonly prototype?: unknown };
  for (const owner of [value, prototype]) {
    if (owner === undefined || owner === null) continue;
    for (const { value: each } of Object.values(Object.getOwnPropertyDescriptors(owner)))
      addFunctions(each, to, depth - 1);
  }
}

/** Prepares the process so that functions in a world have their original source text. */
export function installFunctionTexts(): void {
  const native = Reflect.get(Function.prototype, 'toString') as Native;
  const replacement = method((self) => {
    const { world } = current;
    const replaced = typeof self === 'function' ? undisguised(self) : undefined;
    const text = callNative(native, replaced ?? self, []) as string;
    if (world === undefined || replaced !== undefined) return text;
    if (isOurs(self as object)) return `function ${(self as { readonly name: string }).name}() { [native code] }`;
    return text.includes(PREFIX) ? world.context.sites.originalText(text) : text;
  });
  Object.defineProperty(Function.prototype, 'toString', {
    ...Object.getOwnPropertyDescriptor(Function.prototype, 'toString'),
    value: disguised(native, replacement),
  });
}
