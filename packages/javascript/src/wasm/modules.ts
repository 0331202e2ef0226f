import type { DebugInfo, VisibleCode } from '@fencepost/wasm';
import { MalformedWasm, UnsupportedWasm, debugInfo, instrumentSharedMemory, usesSharedMemory } from '@fencepost/wasm';
import { bytes as nativeBytes } from '#host/bytes';
import { constructNative } from '../memory/views/replace.js';
import { unsupported } from '../world/running/unsupported.js';
import { wasm } from './memory.js';

/** A compiled module as shared by all worlds: each world compiles it again. */
export interface KnownModule {
  readonly bytes: Uint8Array;
  /** One of the modules compiled from these bytes. */
  readonly module: object;
  readonly usesSharedMemory: boolean;
  visible: VisibleModule | undefined;
}

/** A module whose accesses to shared memory are calls, ready to be instantiated. */
export interface VisibleModule {
  readonly code: VisibleCode;
  readonly module: object;
  readonly debug: DebugInfo;
}

/** Modules by length. Worlds are short-lived, and most compile the same few modules. */
const known = new Map<number, KnownModule[]>();
/** Serves as a private field of the module. */
const modules = new WeakMap<object, KnownModule>();

/** Records the bytes from which a module was compiled. */
export function rememberModule(module: object, source: unknown): void {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source as ArrayBuffer);
  let list = known.get(bytes.length);
  if (list === undefined) known.set(bytes.length, (list = []));
  let found = list.find((each) => nativeBytes.areEqual(each.bytes, bytes));
  if (found === undefined) {
    const isSharing = sharesMemory(bytes);
    if (isSharing === undefined) return;
    found = { bytes: bytes.slice(), module, usesSharedMemory: isSharing, visible: undefined };
    list.push(found);
  }
  modules.set(module, found);
}

/** Returns undefined if the module is valid, but uses an unknown feature. */
function sharesMemory(bytes: Uint8Array): boolean | undefined {
  try {
    return usesSharedMemory(bytes);
  } catch (error) {
    if (error instanceof UnsupportedWasm || error instanceof MalformedWasm) return undefined;
    throw error;
  }
}

/** Returns undefined if the module was compiled elsewhere or uses an unknown feature. Then it must not share memory. */
export function knownModule(module: object): KnownModule | undefined {
  return modules.get(module);
}

/** Returns the module with visible accesses; refuses features that cannot be modelled. */
export function visibleModule(found: KnownModule): VisibleModule {
  if (found.visible !== undefined) return found.visible;
  try {
    const code = instrumentSharedMemory(found.bytes);
    const module = constructNative(wasm['Module']!, [code.bytes]);
    found.visible = { code, module, debug: debugInfo(found.bytes) };
    return found.visible;
  } catch (error) {
    if (!(error instanceof UnsupportedWasm) && !(error instanceof MalformedWasm)) throw error;
    throw unsupported(
      `a WebAssembly module that shares memory has ${error.message}`,
      'compile it without that feature, or call it only where no memory is shared',
    );
  }
}
