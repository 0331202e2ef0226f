import type { parseSync } from 'oxc-parser';
import type { transformSync } from 'oxc-transform';

/*
 * What the front end asks of the platform that it runs on. `#host/NAME` is a module that offers one of these: a file of
 * `host/node`, or of `host/browser` where a bundle for browsers is made (see "imports" in package.json).
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
  /** The folder that relative paths start from. */
  current(): string;
}

/** `#host/files` */
export interface Files {
  exists(file: string): boolean;
  /** Throws if it cannot be read. */
  read(file: string): string;
  readLater(file: string): Promise<string>;
  /** Without links. Throws if there is no such file. */
  realPath(file: string): string;
}

/** `#host/language`: the parser, and what strips types. */
export interface Language {
  readonly parseSync: typeof parseSync;
  readonly transformSync: typeof transformSync;
  readonly visitorKeys: Readonly<Record<string, readonly string[]>>;
}

/** `#host/modules`: modules that are not instrumented. */
export interface NativeModules {
  /** Is it a name of one of Node's modules? */
  isBuiltin(specifier: string): boolean;
  /** Imports one of Node's modules, or a file. */
  importModule(id: string): Promise<object>;
  /** The same for code that asks with `require`. */
  requireFrom(file: string, id: string): unknown;
  /** What one of Node's modules exports; undefined: nobody knows here. */
  exportsOf(specifier: string): object | undefined;
  /** Functions of Node's modules were replaced: code that has imported them by name gets the replacements. */
  syncExports(): void;
  /** The exports of `node:module`. */
  readonly ownExports: object;
  /** What to do about a package that is not there, and about a module that cannot be loaded. */
  readonly hints: { readonly missing: string; readonly unusable: string };
}

/** `#host/types`: what an object is, without asking the object. */
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

/** `#host/text`: values in words. Its functions are replaced by those that read shared memory visibly. */
export interface Text {
  inspect: (value: unknown, options?: object) => string;
  format: (...values: unknown[]) => string;
}

/** `#host/bytes` */
export interface Bytes {
  /** A text that only the same bytes have. */
  toText(bytes: Uint8Array): string;
  fromText(text: string): Uint8Array;
  areEqual(a: Uint8Array, b: Uint8Array): boolean;
  /** Does the view share its buffer with unrelated data? */
  isPooled(view: ArrayBufferView): boolean;
}

/** `#host/readers`: functions of the platform that only read their arguments, by the objects that have them. */
export interface Readers {
  readonly all: readonly (readonly [owner: object, names: readonly string[]])[];
  /** The assertions of Node, which may stand in checks of the end. */
  readonly assertions: readonly unknown[];
}

/** `#host/natives`: what else is prepared before checks run. */
export interface Natives {
  /** Makes methods visible that only this platform has. */
  replaceAccessors(): void;
  /** Has functions of this platform that make promises, or call back in the next tick, do so in the world. */
  installPromises(): void;
  /** Announces that built-in objects were replaced, intentionally. */
  announce(): void;
}

/** `#host/platform` */
export interface Platform {
  /** In words, with its version. */
  readonly name: string;
  /** `process`, as programs find it. */
  readonly process: object;
  /** Have its worker threads names? Older versions of Node have none. */
  readonly hasThreadNames: boolean;
  /** SHA-256, in hexadecimal digits. */
  digest(texts: Iterable<string>): string;
}
