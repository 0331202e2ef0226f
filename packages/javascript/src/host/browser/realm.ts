/*
 * Prepares the realm of a worker in which programs are checked, before any other module is loaded there. A program must
 * find the same globals as in Node, so that its verdict is the same. Additional features of browsers are unknown to the
 * front end for Node, which could not make their accesses visible.
 */

const { construct, get, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, deleteProperty } = Reflect;

/** Globals of the language. */
const LANGUAGE = `
  AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array
  Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp
  Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape
  eval globalThis isFinite isNaN parseFloat parseInt undefined unescape`;

/**
 * Browser globals that Node has as well, and that a check may use. For other globals, worlds have their own versions.
 */
const COMMON = `
  AbortController AbortSignal Blob CompressionStream CustomEvent DOMException DecompressionStream Event EventTarget File Headers ReadableStream Request Response TextDecoder
  TextEncoder TransformStream URL URLSearchParams WebAssembly WritableStream atob btoa clearInterval clearTimeout console
  crypto performance queueMicrotask
  setInterval setTimeout structuredClone`;

const KEPT: ReadonlySet<PropertyKey> = new Set(`${LANGUAGE} ${COMMON}`.trim().split(/\s+/));

/**
 * Defines `SharedArrayBuffer`. Pages that are not isolated lack this global, but the class exists. The memory used to
 * find it has size 0.
 */
function findSharedArrayBuffer(): void {
  const { Memory } = get(globalThis, 'WebAssembly') as {
    readonly Memory: new (limits: object) => { readonly buffer: SharedArrayBuffer };
  };
  const value = new Memory({ initial: 0, maximum: 0, shared: true }).buffer.constructor;
  Object.defineProperty(globalThis, 'SharedArrayBuffer', { value, writable: true, configurable: true });
}

const proxies = new WeakSet<object>();
const note = proxies.add.bind(proxies);
/** Returns whether the value was created by `Proxy`. The language has no such test. */
export const isProxy = proxies.has.bind(proxies) as (value: unknown) => boolean;

/** Replaces `Proxy` with a version that records the proxies it creates. */
function noteProxies(): void {
  const native = Proxy;
  const revocable = native.revocable.bind(native);
  const noting: ProxyConstructor = new native(native, {
    construct: (target, args: readonly unknown[], newTarget) => {
      const made = construct(target, args, newTarget === noting ? target : newTarget) as object;
      note(made);
      return made;
    },
    get: (target, key) => (key === 'revocable' ? notingRevocable : (get(target, key) as unknown)),
  });
  const notingRevocable = (target: object, handler: object): ReturnType<typeof revocable> => {
    const made = revocable(target, handler);
    note(made.proxy);
    return made;
  };
  globalThis.Proxy = noting;
}

/**
 * Removes all other globals. Also searches the prototypes of the global object, from which it inherits some of them.
 */
function removeOthers(): void {
  const last = EventTarget.prototype;
  for (let owner: object | null = globalThis; owner !== null && owner !== last; owner = getPrototypeOf(owner)) {
    for (const key of ownKeys(owner)) {
      if (KEPT.has(key) || key === 'constructor' || typeof key === 'symbol') continue;
      if (getOwnPropertyDescriptor(owner, key)?.configurable === true) deleteProperty(owner, key);
    }
  }
}

/** Does nothing in Node: tests load these modules there, in a realm that is not Fencepost's own. */
if ('importScripts' in globalThis) {
  findSharedArrayBuffer();
  noteProxies();
  removeOthers();
}
