import type { Node } from 'oxc-parser';

/** A part of the source in which names are declared. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly function: FunctionScope;
  readonly bindings: Map<string, Binding>;
}

/** A scope whose variables are new at each call: a function, a module, a field initialiser, a static block. */
export interface FunctionScope extends Scope {
  readonly node: Node;
}

/** A variable. */
export interface Binding {
  readonly name: string;
  readonly scope: Scope;
  /** The variable must not be accessed before its declaration has run. */
  readonly lexical: boolean;
  /** Declared by `const`, or a parameter that nothing assigns. */
  constant: boolean;
  /** Offset of the declaration. */
  readonly start: number;
  /** Text that reads the binding if it is imported: `$fp_i0.name`. */
  readonly imported: string | undefined;
}

/** A `while`, `do` or `for` loop. */
export interface Loop {
  /** The scope in which the test is evaluated. */
  readonly scope: Scope;
  readonly start: number;
  readonly outer: Loop | undefined;
  /** Local variables that are assigned in the loop and keep their value from one iteration to the next. */
  readonly carried: Set<string>;
  /** Whether an iteration may do anything that other threads see or decide. */
  readonly active: boolean;
}

/** The result of one pass over the module, before anything is emitted. */
export interface Scopes {
  readonly top: FunctionScope;
  /** The scopes opened by nodes; a block without declarations opens none. */
  readonly of: ReadonlyMap<Node, Scope>;
  readonly loops: ReadonlyMap<Node, Loop>;
  /** Is a variable of the module assigned, other than where it is declared? */
  readonly assignsTop: boolean;
  /** Names of imported bindings: other names need not be resolved. */
  readonly imported: ReadonlySet<string>;
}

/** The variable that a name denotes there. */
export function resolve(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const binding = at.bindings.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** Whether assigning the name changes something that outlives the current call. */
export function isOuter(scope: Scope, name: string): boolean {
  if (scope.function.parent === undefined) return false;
  return resolve(scope, name)?.scope.function !== scope.function;
}

/** A new scope of a function. */
export function openFunction(parent: Scope | undefined, node: Node): FunctionScope {
  const scope: { -readonly [K in keyof FunctionScope]: FunctionScope[K] | undefined } = {
    parent,
    function: undefined,
    bindings: new Map(),
    node,
  };
  scope.function = scope as FunctionScope;
  return scope as FunctionScope;
}

/** A new scope of a block. */
export function openBlock(parent: Scope): Scope {
  return { parent, function: parent.function, bindings: new Map() };
}
