import { bytes } from '#host/bytes';
import { types } from '#host/types';
import { theWorld } from '../world/running/current.js';
import { memoryInMessage } from '../wasm/memory.js';
import { knownModule } from '../wasm/modules.js';
import { isModelPromise } from '../async/promise.js';
import { unsupported } from '../world/running/unsupported.js';
import type { Tree } from './clone-tree.js';
import { ERROR_TYPES, showNumber } from './clone-tree.js';
import { portNumberOf } from './port-numbers.js';

/** Tags of uncloneable objects that cannot be recognised by their class. */
const UNCLONEABLE =
  /^\[object (Weak(Map|Set|Ref)|FinalizationRegistry|Promise|(Async)?Generator|[\w ]+ Iterator|Symbol|Arguments|Intl\..*)\]$/;

/** Stack lines of the program; other lines differ from run to run. */
const OWN_FRAME = /^\s+at .*fencepost:/;

/** Serialises a value like the structured clone algorithm, in the same order, with the same errors. */
export class Encoder {
  private readonly seen = new Map<object, number>();
  private readonly transfer: ReadonlySet<object>;

  /** `transfer`: objects that move to the receiver. */
  constructor(transfer: ReadonlySet<object>) {
    this.transfer = transfer;
  }

  encode(value: unknown): Tree {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0) ? value : ['number', showNumber(value)];
      case 'undefined':
        return ['undefined'];
      case 'bigint':
        return ['bigint', String(value)];
      case 'object':
        return value === null ? null : this.encodeObject(value);
      default:
        throw cloneError(String(value));
    }
  }

  private encodeObject(value: object): Tree {
    const known = this.seen.get(value);
    if (known !== undefined) return ['ref', known];
    if (types.isProxy(value)) throw cloneError('#<Object>');
    this.seen.set(value, this.seen.size);
    return (
      this.encodeMemory(value) ?? this.encodeBuiltIn(value) ?? this.encodeSpecial(value) ?? this.encodeProperties(value)
    );
  }

  private encodeMemory(value: object): Tree | undefined {
    if (types.isSharedArrayBuffer(value)) {
      return ['shared', theWorld().context.identities.numberOf(theWorld().bufferOf(value)), value.byteLength];
    }
    if (types.isArrayBuffer(value)) return this.encodeBuffer(value);
    if (!ArrayBuffer.isView(value)) return undefined;
    const isPooled = bytes.isPooled(value) && !types.isSharedArrayBuffer(value.buffer);
    const view = isPooled ? new Uint8Array(value as Uint8Array) : value;
    const length = types.isDataView(view) ? view.byteLength : (view as Uint8Array).length;
    return ['view', typeOfView(view), this.encode(view.buffer), view.byteOffset, length];
  }

  private encodeBuffer(buffer: ArrayBuffer): Tree {
    if (isDetached(buffer)) throw cloneError('An ArrayBuffer is detached and');
    const { resizable, maxByteLength } = buffer as { readonly resizable?: boolean; readonly maxByteLength?: number };
    const limit = resizable === true && maxByteLength !== undefined ? maxByteLength : null;
    return ['buffer', bytes.toText(new Uint8Array(buffer)), limit];
  }

  private encodeBuiltIn(value: object): Tree | undefined {
    if (Array.isArray(value)) return this.encodeArray(value);
    if (types.isMap(value)) {
      return ['map', ...[...Map.prototype.entries.call(value)].flat().map((each) => this.encode(each))];
    }
    if (types.isSet(value)) return ['set', ...[...Set.prototype.values.call(value)].map((each) => this.encode(each))];
    if (types.isDate(value)) return ['date', this.encode(Date.prototype.getTime.call(value))];
    if (types.isRegExp(value)) return ['regexp', value.source, value.flags];
    if (types.isNativeError(value)) return this.encodeError(value);
    if (types.isBoxedPrimitive(value) && !types.isSymbolObject(value)) return ['boxed', this.encode(value.valueOf())];
    return undefined;
  }

  private encodeArray(list: readonly unknown[]): Tree {
    const keys = Object.keys(list);
    const isDense = keys.length === list.length && (list.length === 0 || keys.at(-1) === String(list.length - 1));
    if (isDense) return ['list', ...keys.map((_, i) => this.encode(list[i]))];
    return ['array', list.length, ...this.encodeEntries(list, keys)];
  }

  private encodeError(error: Error): Tree {
    const name = Object.hasOwn(ERROR_TYPES, error.name) ? error.name : 'Error';
    const own = (key: string): Tree => {
      const property = Object.getOwnPropertyDescriptor(error, key);
      return property !== undefined && 'value' in property ? ['has', this.encode(property.value)] : null;
    };
    const message = Object.getOwnPropertyDescriptor(error, 'message')?.value as string | undefined;
    const lines = typeof error.stack === 'string' ? error.stack.split('\n') : [];
    const header = message === undefined || message === '' ? name : `${name}: ${message}`;
    const stack = [header, ...lines.filter((line) => OWN_FRAME.test(line))].join('\n');
    return ['error', name, message ?? null, stack, own('cause')];
  }

  /** Encodes values sent by identity; throws for values that cannot be sent. */
  private encodeSpecial(value: object): Tree | undefined {
    const port = portNumberOf(value);
    if (port !== undefined) {
      if (this.transfer.has(value)) return ['port', port];
      throw Object.assign(
        new TypeError('Object that needs transfer was found in message but not listed in transferList'),
        { code: 'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST' },
      );
    }
    const kind = Object.prototype.toString.call(value);
    if (kind === '[object WebAssembly.Module]') {
      // Each run compiles the module again.
      return ['same', theWorld().context.identities.numberOf(knownModule(value)?.module ?? value)];
    }
    if (kind === '[object WebAssembly.Memory]') {
      const memory = memoryInMessage(value);
      if (memory === undefined) throw cloneError('#<Memory>');
      return ['memory', theWorld().context.identities.numberOf(memory[0]), memory[1]];
    }
    if (value instanceof Blob || types.isKeyObject(value) || types.isCryptoKey(value)) {
      throw unsupported(`a ${nameOf(value)} is sent to another thread`);
    }
    if (isModelPromise(value) || UNCLONEABLE.test(kind)) {
      throw cloneError(`#<${nameOf(value)}>`);
    }
    return undefined;
  }

  private encodeProperties(value: object): Tree {
    return ['object', ...this.encodeEntries(value, Object.keys(value))];
  }

  /** Encodes properties. Getters may run, and may remove properties. */
  private encodeEntries(value: object, keys: readonly string[]): Tree[] {
    return keys
      .filter((key) => Object.hasOwn(value, key))
      .flatMap((key) => [key, this.encode((value as Readonly<Record<string, unknown>>)[key])]);
  }
}

function typeOfView(view: ArrayBufferView): string {
  return Object.prototype.toString.call(view).slice('[object '.length, -1);
}

/** Returns whether the memory of the buffer has been transferred. */
export function isDetached(buffer: ArrayBuffer): boolean {
  if (buffer.byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

function nameOf(value: object): string {
  const { constructor } = value as { readonly constructor?: { readonly name?: unknown } };
  return typeof constructor?.name === 'string' ? constructor.name : 'Object';
}

function cloneError(what: string): DOMException {
  return new DOMException(`${what} could not be cloned.`, 'DataCloneError');
}
