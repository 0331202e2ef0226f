import type { parseSync } from 'oxc-parser';
import type { transformSync } from 'oxc-transform';

/*
 * Requirements of the front end on its platform. `#host/NAME` is a module that implements one of these interfaces: a
 * file of `host/node`, or of `host/browser` in a bundle for browsers (see "imports" in package.json).
 */

/** `#host/paths`: paths of files, and their URLs. */
export interface Paths {
  readonly sep: string;
  basename(file: string): string;
  dirname(file: string): string;
  isAbsolute(file: string): boolean;
  join(...parts: string[]): string;
  relative(from: string, to: string): string;
  resolve(...parts: string[]): string;
  fileURLToPath(url: string | URL): string;
  pathToFileURL(file: string): URL;
  /** Returns the folder to which relative paths refer. */
  current(): string;
}

/** `#host/files` */
export interface Files {
  exists(file: string): boolean;
  /** Reads a file. Throws if it cannot be read. */
  read(file: string): string;
  readLater(file: string): Promise<string>;
  /** Resolves symbolic links. Throws if the file does not exist. */
  realPath(file: string): string;
}

/** `#host/language`: the parser, and the transformer that strips types. */
export interface Language {
  readonly parseSync: typeof parseSync;
  readonly transformSync: typeof transformSync;
  readonly visitorKeys: Readonly<Record<string, readonly string[]>>;
}

/** `#host/modules`: modules that are not instrumented. */
export interface NativeModules {
  /** Returns whether the specifier names a module of Node. */
  isBuiltin(specifier: string): boolean;
  /** Imports one of Node's modules, or a file. */
  importModule(id: string): Promise<object>;
  /** Loads a module for code that uses `require`. */
  requireFrom(file: string, id: string): unknown;
  /** Returns the exports of a module of Node; undefined if they are unknown on this platform. */
  exportsOf(specifier: string): object | undefined;
  /** Updates named imports of Node's modules after functions of these modules were replaced. */
  syncExports(): void;
  /** The exports of `node:module`. */
  readonly ownExports: object;
  /** Advice for a package that is missing, and for a module that cannot be loaded. */
  readonly hints: { readonly missing: string; readonly unusable: string };
}

/** `#host/types`: determines the kind of an object without calling methods of the object. */
export interface Types {
  isArrayBuffer(value: unknown): value is ArrayBuffer;
  isBoxedPrimitive(value: unknown): boolean;
  isCryptoKey(value: unknown): boolean;
  isDataView(value: unknown): value is DataView;
  isDate(value: unknown): value is Date;
  isGeneratorObject(value: unknown): value is Generator;
  isKeyObject(value: unknown): boolean;
  isMap(value: unknown): value is Map<unknown, unknown>;
  isNativeError(value: unknown): value is Error;
  isPromise(value: unknown): value is Promise<unknown>;
  isProxy(value: unknown): boolean;
  isRegExp(value: unknown): value is RegExp;
  isSet(value: unknown): value is Set<unknown>;
  isSharedArrayBuffer(value: unknown): value is SharedArrayBuffer;
  isSymbolObject(value: unknown): boolean;
  isTypedArray(value: unknown): value is NodeJS.TypedArray;
}

/** `#host/text`: values as text. Its functions are replaced by ones that read shared memory visibly. */
export interface Text {
  inspect: (value: unknown, options?: object) => string;
  format: (...values: unknown[]) => string;
}

/** `#host/bytes` */
export interface Bytes {
  /** Returns a text that is unique to these bytes. */
  toText(bytes: Uint8Array): string;
  fromText(text: string): Uint8Array;
  areEqual(a: Uint8Array, b: Uint8Array): boolean;
  /** Returns whether the view shares its buffer with unrelated data. */
  isPooled(view: ArrayBufferView): boolean;
}

/** `#host/readers`: functions of the platform that only read their arguments, with the objects that contain them. */
export interface Readers {
  readonly all: readonly (readonly [owner: object, names: readonly string[]])[];
  /** Node's assertions, which checks at the end may use. */
  readonly assertions: readonly unknown[];
}

/** `#host/natives`: further preparations before checks run. */
export interface Natives {
  /** Makes the accesses of methods visible that exist only on this platform. */
  replaceAccessors(): void;
  /** Makes functions of this platform that create promises, or call back in the next tick, do so in the world. */
  installPromises(): void;
  /** Announces that built-in objects were replaced, intentionally, and which objects all executions share in their place. */
  announce(shared: readonly (readonly [name: string, holder: object])[]): void;
}

/** `#host/platform` */
export interface Platform {
  /** Name and version. */
  readonly name: string;
  /** The object `process` as programs find it. */
  readonly process: object;
  /** Whether worker threads have names. They have none in older versions of Node. */
  readonly hasThreadNames: boolean;
  /** Returns the SHA-256 digest in hexadecimal digits. */
  digest(texts: Iterable<string>): string;
}
