import type { WASIInstance } from '@emnapi/core';
import { instantiateNapiModuleSync } from '@emnapi/core';
import { createContext } from '@emnapi/runtime';
import { WASI } from '@tybys/wasm-util';
import type { Parser } from '@fencepost/javascript/browser';
import { wrap } from 'oxc-parser/src-js/wrap.js';

/**
 * Memory sizes in pages of 64 KiB. Memory grows on demand. The packages start with four times as much, for threads that
 * are not used here.
 */
const FIRST_PAGES = 1024;
const MOST_PAGES = 65_536;

interface Bindings {
  parseSync(...given: readonly unknown[]): unknown;
  transformSync: Parser['transformSync'];
}

/** Returns the exports of a native module of oxc. Its package does the same with a file that it fetches. */
function instantiate(bytes: ArrayBuffer): Bindings {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true });
  const { napiModule } = instantiateNapiModuleSync(bytes, {
    context: createContext(),
    asyncWorkPoolSize: 0,
    wasi: new WASI({ version: 'preview1' }) as WASIInstance,
    overwriteImports: (imports) => ({
      ...imports,
      env: { ...imports['env'], ...imports['napi'], ...imports['emnapi'], memory },
    }),
    beforeInit: ({ instance }) => {
      for (const [name, value] of Object.entries(instance.exports)) {
        if (name.startsWith('__napi_register__')) (value as () => void)();
      }
    },
  });
  return napiModule.exports as Bindings;
}

/** Returns the parser and the type stripper from these bytes. The latter is instantiated on first use. */
export function parserOf(parser: ArrayBuffer, transformer: ArrayBuffer): Parser {
  const parsing = instantiate(parser);
  let transforming: Bindings | undefined;
  return {
    parseSync: (...given) => wrap(parsing.parseSync(...given)),
    transformSync: (...given) => (transforming ??= instantiate(transformer)).transformSync(...given),
  };
}
