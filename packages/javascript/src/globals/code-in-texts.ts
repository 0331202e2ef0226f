import { formatSite } from '@fencepost/core';
import { current } from '../world/current.js';
import { defineHidden } from '../world/global-names.js';
import type { Native } from '../memory/replace.js';
import { disguised } from '../memory/replace.js';

type Evaluate = (text: unknown) => unknown;

/** Code in strings is not instrumented, which qualifies the verdict. */
function noteText(what: string): void {
  const { world, site } = current;
  if (world === undefined) return;
  const place = world.context.siteOf(site);
  const where = place === undefined ? '' : ` at ${formatSite(place)}`;
  world.context.unseen.add(
    `${what}${where} makes code from a text, which is not instrumented: what it does to shared memory is not seen`,
  );
}

/** The argument of a direct call of `eval`. */
export function text<T>(code: T, site: number): T {
  current.site = site;
  if (typeof code === 'string') noteText('eval');
  return code;
}

/** Under this name it sees no variables of ours. */
const globalEval = eval as Evaluate;

const noted = new Proxy(globalEval, {
  apply: (native, _self, [code]: readonly unknown[]) => {
    if (typeof code === 'string') noteText('eval');
    return native(code);
  },
});

/** The function `eval` where it is not called by name. */
export function indirect(evaluate: Evaluate): Evaluate {
  return evaluate === globalEval ? noted : evaluate;
}
defineHidden('eval', noted);

/** Constructors that compile their arguments: `Function`, and those of generator and asynchronous functions. */
const COMPILERS = [
  () => undefined,
  function* () {
    yield undefined;
  },
  async () => Promise.resolve(),
  async function* () {
    yield Promise.resolve();
  },
];

/** Prepares the process: notes functions made from strings. */
export function installCompilers(): void {
  for (const sample of COMPILERS) {
    const prototype = Object.getPrototypeOf(sample) as { readonly constructor: new (...texts: string[]) => object };
    const native = prototype.constructor;
    const noting: typeof native = new Proxy(native, {
      apply: (target, self, texts: readonly unknown[]) => {
        noteText(native.name);
        return Reflect.apply(target as unknown as () => object, self, texts) as object;
      },
      construct: (target, texts: readonly unknown[], newTarget) => {
        noteText(native.name);
        return Reflect.construct(target, texts, newTarget === noting ? target : newTarget) as object;
      },
    });
    Object.defineProperty(prototype, 'constructor', {
      value: disguised(native as unknown as Native, noting),
      configurable: true,
      writable: native === Function,
    });
    if (native === (Function as unknown))
      Object.defineProperty(globalThis, 'Function', { value: noting, configurable: true, writable: true });
  }
}
