import { current } from '../world/running/current.js';
import { defineGlobal } from '../world/objects/global-names.js';
import { newCapability } from '../async/promise.js';
import { bytesOf } from '../memory/views/ranges.js';
import { constructNative } from '../memory/views/replace.js';
import { visible } from '../memory/views/views.js';
import { guard } from '../world/running/guard.js';
import { replacing } from '../world/objects/replacing.js';
import { refused, unsupported } from '../world/running/unsupported.js';
import { instantiate as instantiateVisibly, replaceExports } from './instance.js';
import { isSharedMemory, wasm } from './memory.js';
import { knownModule, rememberModule, visibleModule } from './modules.js';

// Code with shared memory is rewritten to make its accesses visible. All other code runs unchanged.

const NativeModule = wasm['Module']!;
const NativeInstance = wasm['Instance']!;

const WorldModule: typeof NativeModule = new Proxy(NativeModule, {
  construct: (native, args: readonly unknown[], newTarget) => {
    const constructor = newTarget === WorldModule ? native : newTarget;
    const [source, ...rest] = args;
    const view = visible(source);
    const bytes = view === undefined ? source : bytesOf(view);
    const made = constructNative(native, [bytes, ...rest], constructor) as object;
    if (current.world !== undefined) rememberModule(made, bytes);
    return made;
  },
});

const WorldInstance: typeof NativeInstance = new Proxy(NativeInstance, {
  construct: (native, args: readonly unknown[], newTarget) => {
    const [module, imports] = args;
    const constructor = newTarget === WorldInstance ? native : newTarget;
    if (current.world === undefined || !(module instanceof NativeModule)) {
      return constructNative(native, args, constructor) as object;
    }
    const known = knownModule(module);
    if (known?.usesSharedMemory === true) return instantiateVisibly(visibleModule(known), imports, constructor);
    if (known === undefined && takesSharedMemory(module, imports)) refuse();
    const made = constructNative(native, args, constructor) as { readonly exports: object };
    if (known === undefined && Object.values(made.exports).some(isSharedMemory)) refuse();
    return made;
  },
});

function refuse(): never {
  throw unsupported(
    'a WebAssembly module that shares memory was compiled outside the check, or has an unknown format: its accesses would not be observed',
    'if a package compiled it at load time, instrument that package: --include',
  );
}

interface Import {
  readonly module: string;
  readonly name: string;
}

function takesSharedMemory(module: object, imports: unknown): boolean {
  const wanted = (Reflect.get(NativeModule, 'imports') as (module: object) => readonly Import[])(module);
  const given = imports as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined;
  return wanted.some(({ module: from, name }) => isSharedMemory(given?.[from]?.[name]));
}

/** Returns a promise of the world, which cannot wait for native promises. */
function promised(make: () => unknown): object {
  const { promise, resolve, reject } = newCapability();
  try {
    resolve(make());
  } catch (error) {
    guard(error);
    reject(error);
  }
  return promise;
}

function compile(bytes: unknown): object {
  return promised(() => new WorldModule(bytes));
}

function instantiate(source: unknown, imports?: unknown): object {
  return promised(() => {
    if (source instanceof NativeModule) return new WorldInstance(source, imports);
    const module = new WorldModule(source);
    return { module, instance: new WorldInstance(module, imports) };
  });
}

const NETWORK = 'compile bytes that the check has already';

/** Replaces natives, so that code of packages that are not instrumented also becomes visible. */
export function replaceWasmCode(): void {
  replaceExports();
  for (const [native, replacement] of [
    [NativeModule, WorldModule],
    [NativeInstance, WorldInstance],
  ] as const) {
    Object.defineProperty(native.prototype, 'constructor', { value: replacement, writable: true, configurable: true });
    Reflect.set(wasm, native.name, replacement);
  }
  const worldWasm = replacing(wasm, {
    compile,
    instantiate,
    compileStreaming: refused('WebAssembly.compileStreaming', NETWORK),
    instantiateStreaming: refused('WebAssembly.instantiateStreaming', NETWORK),
  });
  defineGlobal('WebAssembly', worldWasm);
}
