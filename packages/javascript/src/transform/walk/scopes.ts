import type { Node } from 'oxc-parser';

/** A part of the source with its own declarations. */
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
  /** Whether the variable must not be accessed before its declaration has run. */
  readonly lexical: boolean;
  /** Whether it is declared by `const`, or is a parameter that is never assigned. */
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
  /** Whether an iteration may do anything that other threads observe or decide. */
  readonly active: boolean;
}

/** The result of one pass over the module, before anything is emitted. */
export interface Scopes {
  readonly top: FunctionScope;
  /** The scopes opened by nodes; a block without declarations opens none. */
  readonly of: ReadonlyMap<Node, Scope>;
  readonly loops: ReadonlyMap<Node, Loop>;
  /** Whether a variable of the module is assigned outside its declaration. */
  readonly assignsTop: boolean;
  /** Names of imported bindings: other names need not be resolved. */
  readonly imported: ReadonlySet<string>;
}

/** Returns the variable that a name denotes in this scope. */
export function resolve(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const binding = at.bindings.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** Returns whether assigning the name changes something that outlives the current call. */
export function isOuter(scope: Scope, name: string): boolean {
  if (scope.function.parent === undefined) return false;
  return resolve(scope, name)?.scope.function !== scope.function;
}

/** Opens a scope for a function. */
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

/** Opens a scope for a block. */
export function openBlock(parent: Scope): Scope {
  return { parent, function: parent.function, bindings: new Map() };
}
