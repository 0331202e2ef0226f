import { current } from '../world/running/current.js';
import { defineHidden } from '../world/objects/global-names.js';
import type { Native } from '../memory/views/replace.js';
import { disguised } from '../memory/views/replace.js';
import { instrumented } from '../world/running/texts.js';
import { noteUnseen } from '../world/running/unseen.js';

type Evaluate = (text: unknown) => unknown;

/** Notes that code in a string is not instrumented, which qualifies the verdict. */
function noteText(what: string): void {
  noteUnseen(`${what} creates code from a string, which is not instrumented`, 'put the code into a module');
}

/** Texts that would change their meaning, or be invalid, in parentheses: a block, a declaration, a directive. */
const STATEMENT = /^\s*(?:[{'"`;]|(?:async\s+)?function\b|class\b|let\b)/;

/** Notes a direct call of `eval`, and returns its argument. */
export function text<T>(code: T, site: number): T {
  current.site = site;
  if (typeof code === 'string') noteText('eval');
  return code;
}

/** Called under this name, `eval` is indirect and does not see local variables. */
const globalEval = eval as Evaluate;

const noted = new Proxy(globalEval, {
  apply: (native, _self, [code]: readonly unknown[]) => {
    if (typeof code !== 'string') return code;
    // In a separate function, `this` is the global object.
    const body = STATEMENT.test(code) ? undefined : instrumented(`return (function () { return (\n${code}\n) })()`);
    if (body !== undefined) return body();
    noteText('eval');
    return native(code);
  },
});

/** Replaces the function `eval` where it is not called by name. */
export function indirect(evaluate: Evaluate): Evaluate {
  return evaluate === globalEval ? noted : evaluate;
}
defineHidden('eval', noted);

/** Constructors that compile their arguments: `Function`, and those of generator and asynchronous functions. */
const COMPILERS: readonly (readonly [prefix: string, sample: unknown])[] = [
  ['function', () => undefined],
  [
    'function*',
    function* () {
      yield undefined;
    },
  ],
  ['async function', async () => Promise.resolve()],
  [
    'async function*',
    async function* () {
      yield Promise.resolve();
    },
  ],
];

/** Returns the function that a constructor makes from texts. `native`: its uninstrumented version. */
function functionOf(prefix: string, texts: readonly unknown[], native: object, name: string): object {
  const parameters = texts.map(String);
  const body = parameters.pop() ?? '';
  const made = instrumented(`return (${prefix} anonymous(${parameters.join()}\n) {\n${body}\n})`);
  if (made !== undefined) return made() as object;
  noteText(name);
  return native;
}

/** Prepares the process: functions made from strings are instrumented, too. */
export function installCompilers(): void {
  for (const [prefix, sample] of COMPILERS) {
    const prototype = Object.getPrototypeOf(sample) as { readonly constructor: new (...texts: string[]) => object };
    const native = prototype.constructor;
    const noting: typeof native = new Proxy(native, {
      apply: (target, self, texts: readonly unknown[]) => {
        const made = Reflect.apply(target as unknown as () => object, self, texts) as object;
        return functionOf(prefix, texts, made, native.name);
      },
      construct: (target, texts: readonly unknown[], newTarget) => {
        const isPlain = newTarget === noting;
        const made = Reflect.construct(target, texts, isPlain ? target : newTarget) as object;
        if (isPlain) return functionOf(prefix, texts, made, native.name);
        noteText(native.name);
        return made;
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
