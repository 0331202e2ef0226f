import type { Node, Program } from 'oxc-parser';
import type { Binding, Scope, Scopes } from '../walk/scopes.js';
import { resolve } from '../walk/scopes.js';

/** A variable that functions share, and that is assigned while they do. */
interface Variable {
  isCaptured: boolean;
  isAssigned: boolean;
  /** Whether a function that uses it can run before its declaration. */
  isUsedEarly: boolean;
  inits: number;
  isFunction: boolean;
  readonly id: number;
}

/** Results of the first pass over a module. */
export class Facts {
  isImpossible = false;
  isComplete = false;
  /** Functions whose text contains instruments. */
  readonly marked = new Set<Node>();
  private readonly variables = new Map<Binding, Variable>();
  private readonly exported = new Set<string>();
  private readonly imported = new Set<string>();
  private readonly scopes: Scopes;

  constructor(scopes: Scopes, program: Program) {
    this.scopes = scopes;
    for (const statement of program.body) {
      if (statement.type === 'ImportDeclaration')
        for (const { local } of statement.specifiers) this.imported.add(local.name);
      if (statement.type !== 'ExportNamedDeclaration') continue;
      for (const { local } of statement.specifiers) if (local.type === 'Identifier') this.exported.add(local.name);
      if (statement.declaration?.type === 'VariableDeclaration')
        for (const { id } of statement.declaration.declarations)
          if (id.type === 'Identifier') this.exported.add(id.name);
    }
  }

  /** The variable that a name denotes; 'global' if assignments to it may be seen anywhere. */
  of(scope: Scope, text: string): Variable | 'global' | undefined {
    const binding = resolve(scope, text);
    if (binding === undefined) return this.imported.has(text) || text === 'arguments' ? undefined : 'global';
    if (binding.scope === this.scopes.top && this.exported.has(text)) return 'global';
    return this.variable(binding);
  }

  variable(binding: Binding): Variable {
    let found = this.variables.get(binding);
    if (found === undefined) {
      const id = this.variables.size;
      found = { id, isCaptured: false, isAssigned: false, isUsedEarly: false, inits: 0, isFunction: false };
      this.variables.set(binding, found);
    }
    return found;
  }

  /** Whether the module neither declares nor imports the name. */
  isGlobal(scope: Scope, text: string): boolean {
    return resolve(scope, text) === undefined && !this.imported.has(text);
  }

  /** Functions with variables that are captured. */
  owners(): ReadonlySet<Node> {
    const owners = new Set<Node>();
    for (const [binding, { isCaptured }] of this.variables) if (isCaptured) owners.add(binding.scope.function.node);
    return owners;
  }

  /** Notes a use of a variable. */
  use(scope: Scope, text: string): void {
    const binding = resolve(scope, text);
    if (binding === undefined) return;
    const home = binding.scope.function;
    let at = scope.function;
    if (at === home) return;
    while (at.parent !== undefined && at.parent.function !== home) at = at.parent.function;
    const variable = this.variable(binding);
    variable.isCaptured = true;
    if (at.node.type === 'FunctionDeclaration' || at.node.start < binding.start) variable.isUsedEarly = true;
  }
}
