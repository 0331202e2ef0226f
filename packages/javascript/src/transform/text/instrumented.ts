/** A module's text with calls of instruments wherever it may access shared memory. */
export interface InstrumentedModule {
  /** Absolute path. */
  readonly file: string;
  readonly kind: 'esm' | 'cjs';
  /** Whether it only declares functions, classes and primitive constants: see `declaredNames`. */
  readonly declaresOnly: boolean;
  /**
   * Text of a function expression `(function($,$S,…globals){…return instantiate})`; ends with `//#
   * sourceURL=fencepost:<file>`, encoded as in a URL.
   *
   * esm: instantiate is `function*($m)`. The first next() links: it calls `$m.import(k)` (the namespace object of the
   * k-th of `imports`, which must exist by then, though it may still be empty), `$m.star(k)` and
   * `$m.exports({name:()=>value,…})`. The second next() evaluates; its value is a list of the declared functions and
   * classes if the module `declaresOnly`.
   *
   * cjs: instantiate is `function(exports,require,module,__filename,__dirname,$m)`, to be called with this = exports.
   */
  readonly code: string;
  /** Source positions of visible operations, by the index used in the code. */
  readonly sites: readonly InstrumentedSite[];
  /** Specifiers of static imports (and `export … from`), in order of first appearance, without type-only ones. */
  readonly imports: readonly string[];
  /** Literal specifiers of `import(…)`. */
  readonly dynamicImports: readonly string[];
  /** Literal specifiers of `require(…)` (cjs). */
  readonly requires: readonly string[];
  /** `new URL('./w.ts', import.meta.url)` literals: files that may become workers. */
  readonly workerFiles: readonly string[];
  /**
   * Paths such as `path.join(__dirname, 'w.js')`, relative to the folder of the module: files that may also become
   * workers.
   */
  readonly joinedFiles: readonly string[];
  /** Converts a position in the code (1-based line and column) to one in the user's source, for stack traces. */
  original(line: number, column: number): Position;
  /** Returns the text of the expression called or iterated over at a position of the code, as V8's messages show it. */
  describe(what: 'called' | 'iterated', line: number, column: number): string | undefined;
  /** Whether it notes all accesses to objects and shared variables (see recording/record-accesses.ts). */
  readonly isRecorded: boolean;
  /** Returns a map from the emitted text of functions and classes to their source text. */
  functionTexts(): ReadonlyMap<string, string>;
}

/** A position in a text; lines and columns start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A site in the user's file. */
export interface InstrumentedSite extends Position {
  /** The user's name for the accessed memory: `head` for `this.head[0]`; '' if it has no short one. */
  readonly name: string;
}

/** The instruments that emitted code uses, with their arguments. The value in brackets is the result of the call. */
export const INSTRUMENTS = {
  r: '(object, key, site) object[key]',
  w: '(object, key, value, site) object[key] = value [value]',
  inc: '(object, key, 1 | -1, prefix, site) object[key]++ and the like; BigInt too [new value if prefix, else the old one as a number]',
  ref: '(object, key, site) an object whose property `v` is object[key], the key converted once: for compound assignments and for members as targets of destructuring and for-of',
  pat: '(value, site) initialiser of an object pattern with numeric or computed keys [value, or a stand-in for a shared view]',
  part: '(key) first half of a key in an object pattern whose value cannot go through `pat` (parameters, patterns within patterns, for-of): keeps the key, forgets the object noted [a symbol; a getter for it on %TypedArray%.prototype notes the object and gives undefined]',
  key: '(site) second half, directly after the property of that symbol was read [the key kept, or, if a shared view was noted, another symbol, whose getter on %TypedArray%.prototype gives the element read visibly]',
  at: '(value, site) remembers the site: around the last argument or the receiver of a call [value]',
  arg: '(constructor, value, site) the first argument of `new constructor(value, …)` [value, or an unshared copy of a shared view for a typed array]',
  cons: '(constructor, site, ...values) new constructor(...values), for constructors that are no plain names and for lists that begin with a spread; as `arg`',
  whole:
    '() key before the rest of an object pattern whose value cannot go through `pat` [a symbol; a getter for it on %TypedArray%.prototype refuses shared views]',
  base: '(class) what a class extends [class, or a stand-in for a typed array that copies visibly]',
  field: '(key) key of a field of a class that extends another one: refuses indices [key]',
  proto: '(object) what becomes a prototype [object, or a stand-in for a shared view]',
  text: '(code, site) argument of a direct call of `eval`: what it does is not seen [code]',
  indirect: '(eval) the function `eval` otherwise [a function that notes that what it does is not seen]',
  caught:
    '(error) first in a catch: rethrows SUSPENDED [error]; (): first in a finally: throws SUSPENDED if the run is being given up',
  enter:
    '(loop, counted) a loop begins; `loop` is a site; `counted`: it is left when a counter compares differently [the loop as it is entered]',
  count: '(entered, value, ...limits) before `head`: the value of a counter, and what it is compared with',
  pass: '(entered, i, value) after `head`: the i-th counter [its value, after iterations that are passed over]',
  test: '(Atomics.load, (…variables) => value => whether the test is true, …variables) as the last argument of a load of which only a test learns',
  plain: '(entered, 1 after a load, views, numbers, …variables) the head of a plain loop, before `head`',
  head: "(entered, ...carried) before each evaluation of a loop's test [true]",
  effect:
    '(value) around an update of a variable of an outer function or of a property: the iteration changed something [value]',
  touch:
    "(object, 'key') object of a property that is assigned, in place of the key a function that reads it if it is private [object]",
  touched:
    '(object, key) receiver (then there is a key, null if it is evaluated later) or first argument of a call that may change it [object]',
  called: '(object, key) receiver of a method that is called [object]',
  calls: '(value, site, callee) or (value, site, object, key): like `at`, with what is called [value]',
  callee: "(function, 'name') what is called without arguments [function]",
  callback: '(value) what may be a function that is called [value]',
  iterated: '(value, site) what is iterated over [value]',
  name: "(value, 'name') a SharedArrayBuffer or a mock function gets the name the user gives it [value]",
  id: '(value) [value]: cuts a function off its receiver (`imported()`), and begins an expression with a word',
  // Optional chains that continue with a computed member: a?.b[c] is `id(skip(opt(a)?.b)?void 0:r(rest(),c,S))`.
  opt: '(value) notes whether value is null or undefined [value]',
  skip: '(value) keeps value for `rest` [what `opt` noted; forgets it]',
  rest: '() [the value kept by the last `skip`; nothing runs in between]',
  bound:
    '(object, key) object[key] of an optional call [undefined if it is null or undefined, else the function bound to object]',
  closed:
    '(function, constants, imports) check of the end that names only these and globals; the others are functions that give their values [function]',
  anonymous:
    "(function) a default export without a name: whose name is ours so far: defines its name as 'default' [function]",
  async: '(generatorFunction, thisArgument, arguments) an async function (see async.ts)',
  asyncGenerator: '(generatorFunction, thisArgument, arguments) an async generator (see async.ts)',
  self: '(this) in CommonJS code, which may be sloppy [this, or the global object of the world in place of that of the process]',
  aw: '(value) an await in an async generator (see async.ts)',
  kind: "(0 | 1, function) or (0 | 1, 'name', function): an async function, 1: an async generator [function, with the prototype it has in the language, and that name]",
  seg: 'an object with functions that note accesses, in checks with tasks (see recording/record-accesses.ts)',
  kinds: '(object) an object with async methods [object]; for a class, this is done in a static block',
} as const;

export type InstrumentName = keyof typeof INSTRUMENTS;
/** Names in the order in which emitted code destructures them. */
export const INSTRUMENT_NAMES = Object.keys(INSTRUMENTS) as readonly InstrumentName[];
