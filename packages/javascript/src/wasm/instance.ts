import type { SharedMemory } from '@fencepost/wasm';
import { HIDDEN, START, hiddenGlobal } from '@fencepost/wasm';
import { callNative, constructNative } from '../memory/views/replace.js';
import type { Native } from '../memory/views/replace.js';
import { isObject } from '../world/objects/is-object.js';
import { InstanceState } from './instance-state.js';
import { PAGE, isSharedMemory, wasm } from './memory.js';
import type { WasmMemory } from './memory.js';
import type { VisibleModule } from './modules.js';
import { AccessedSharedMemory } from './shared-memory.js';

type Exports = Readonly<Record<string, unknown>>;

const NativeInstance = wasm['Instance']!;
const LinkError = wasm['LinkError'] as unknown as new (message: string) => Error;
const exportsGetter = Reflect.get(
  Object.getOwnPropertyDescriptor(NativeInstance.prototype, 'exports')!,
  'get',
) as unknown as Native;

/** Exports of an instance whose memory is shared. Serves as a private field. */
const visibleExports = new WeakMap<object, object>();

/** Makes an instance whose accesses to shared memory are visible. */
export function instantiate(visible: VisibleModule, imports: unknown, newTarget: unknown): object {
  const { code, module, debug } = visible;
  if (!isObject(imports) && code.memories.some(({ imported }) => imported !== undefined)) {
    throw new TypeError('WebAssembly.Instance(): Imports argument must be present and must be an object');
  }
  const memories = code.memories.map((memory, i) => {
    // Debug information describes the first memory.
    const nameAt = i === 0 ? debug.variableAt : () => undefined;
    return new AccessedSharedMemory(memoryFor(memory, imports), nameAt);
  });
  const state = new InstanceState(visible, memories);
  const given = new Proxy(isObject(imports) ? imports : {}, {
    get: (target, key) => (key === HIDDEN ? state.helpers : (Reflect.get(target, key) as unknown)),
  });
  const instance = constructNative(NativeInstance, [module, given], newTarget as never);
  const all = callNative(exportsGetter, instance, []) as Exports;
  for (const global of code.globals) state.globals.set(global, all[hiddenGlobal(global)] as never);
  const exported = Object.create(null) as Record<string, unknown>;
  for (const { name, memory } of code.exports) {
    exported[name] = memory === undefined ? all[name] : memories[memory]!.object;
  }
  visibleExports.set(instance, Object.freeze(exported));
  callNative(all[START] as Native, undefined, []);
  return instance;
}

/** Returns the memory that the code imports or defines. */
function memoryFor({ imported, initial, maximum }: SharedMemory, imports: unknown): WasmMemory {
  if (imported === undefined) {
    const World = wasm['Memory']!;
    return new World({ initial, maximum, shared: true }) as unknown as WasmMemory;
  }
  const { module, name } = imported;
  const from: unknown = Reflect.get(imports as object, module);
  const what = `WebAssembly.Instance(): Import "${module}"`;
  if (!isObject(from)) throw new TypeError(`${what}: module is not an object or function`);
  const memory: unknown = Reflect.get(from, name);
  if (!isSharedMemory(memory))
    throw new LinkError(`${what} "${name}": memory import must be a shared WebAssembly.Memory object`);
  const pages = (memory as WasmMemory).buffer.byteLength / PAGE;
  if (pages < initial) {
    throw new LinkError(
      `${what} "${name}": memory import has ${pages} pages which is smaller than the declared initial of ${initial}`,
    );
  }
  return memory as WasmMemory;
}

/** Makes instances show the exports of the original module. */
export function replaceExports(): void {
  const { prototype } = NativeInstance as { readonly prototype: object };
  Object.defineProperty(prototype, 'exports', {
    ...Object.getOwnPropertyDescriptor(prototype, 'exports'),
    get: function exports(this: object): unknown {
      return visibleExports.get(this) ?? callNative(exportsGetter, this, []);
    },
  });
}
