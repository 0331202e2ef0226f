import { current } from '../world/current.js';
import { defineGlobal } from '../world/global-names.js';
import { newCapability } from '../async/promise.js';
import { guard } from '../world/guard.js';
import { replacing } from '../world/replacing.js';
import { refused, unsupported } from '../world/unsupported.js';
import { bytesOf } from './ranges.js';
import { constructNative } from './replace.js';
import { visible } from './views.js';
import { definesSharedMemory } from './wasm-sections.js';
import { isSharedMemory, wasm } from './wasm-memory.js';

// Accesses by compiled code are invisible. It may have its own memory, but no shared memory.

const NativeModule = wasm['Module']!;
const NativeInstance = wasm['Instance']!;

/** Modules compiled in a world that create shared memory. */
const sharing = new WeakSet<object>();

interface Import {
  readonly module: string;
  readonly name: string;
  readonly kind: string;
}
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined;

function refuse(how: string): never {
  throw unsupported(
    `a WebAssembly instance ${how} shared memory: what it does there would not be seen`,
    'let the threads of the check work on the memory through views, or give the instance memory that is not shared',
  );
}

function importsOf(module: object): readonly Import[] {
  return (Reflect.get(NativeModule, 'imports') as (module: object) => readonly Import[])(module);
}

function refuseSharedImports(module: object, imports: Imports): void {
  if (sharing.has(module)) refuse('makes');
  const isGiven = ({ module: from, name }: Import): boolean => isSharedMemory(imports?.[from]?.[name]);
  if (importsOf(module).some((each) => each.kind === 'memory' && isGiven(each))) refuse('imports');
}

const WorldModule: typeof NativeModule = new Proxy(NativeModule, {
  construct: (native, args: readonly unknown[], newTarget) => {
    const constructor = newTarget === WorldModule ? native : newTarget;
    if (current.world === undefined) return constructNative(native, args, constructor) as object;
    const [source, ...rest] = args;
    const view = visible(source);
    const bytes = view === undefined ? source : bytesOf(view);
    const made = constructNative(native, [bytes, ...rest], constructor) as object;
    if (definesSharedMemory(bytes)) sharing.add(made);
    return made;
  },
});

const WorldInstance: typeof NativeInstance = new Proxy(NativeInstance, {
  construct: (native, args: readonly unknown[], newTarget) => {
    const [module, imports] = args;
    const isModule = current.world !== undefined && module instanceof NativeModule;
    if (isModule) refuseSharedImports(module, imports as Imports);
    const made = constructNative(native, args, newTarget === WorldInstance ? native : newTarget) as {
      readonly exports: object;
    };
    if (isModule && Object.values(made.exports).some(isSharedMemory)) refuse('exports');
    return made;
  },
});

/** A world cannot wait for native promises. */
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

/** Packages that are not instrumented must not pass shared memory to compiled code either. */
export function replaceWasmCode(): void {
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
