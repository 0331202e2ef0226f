import type { Node, Program } from 'oxc-parser';
import { forEachOperand } from './operators.js';
import { forEachBoundName } from './patterns.js';
import type { Binding, FunctionScope, Loop, Scope, Scopes } from './scopes.js';
import { openBlock, openFunction, resolve } from './scopes.js';
import { forEachChild } from './walk.js';
import type { NodeOf } from './walk.js';

type Visitors = { readonly [T in Node['type']]?: (node: NodeOf<T>) => void };

interface Write {
  readonly name: string;
  readonly scope: Scope;
  readonly loop: Loop | undefined;
}

/** Finds all scopes, declarations and loops of a module. `imports` contains the text that reads each imported name. */
export function findScopes(program: Program, kind: 'esm' | 'cjs', imports: ReadonlyMap<string, string>): Scopes {
  const top = openFunction(undefined, program);
  const of = new Map<Node, Scope>();
  const loops = new Map<Node, Loop>();
  const writes: Write[] = [];
  let scope: Scope = top;
  let loop: Loop | undefined;
  /** Number of nodes visited that do more than compute with local variables. */
  let actions = 0;

  function declare(into: Scope, name: string, start: number, lexical: boolean, constant = false): void {
    if (into.bindings.has(name)) return;
    into.bindings.set(name, { name, scope: into, lexical, constant, start, imported: undefined });
  }

  function declarePattern(into: Scope, pattern: Node, lexical: boolean, constant = false): void {
    forEachBoundName(pattern, (name, start) => declare(into, name, start, lexical, constant));
  }

  function written(target: Node): void {
    const inside = { scope, loop };
    forEachBoundName(target, (name) => writes.push({ name, ...inside }));
  }

  function within(node: Node, opened: Scope, inside: () => void): void {
    of.set(node, opened);
    const outer = scope;
    scope = opened;
    inside();
    scope = outer;
  }

  function inLoop(node: Node, start: number, inside: () => void): void {
    const before = actions;
    const found: { -readonly [K in keyof Loop]: Loop[K] } = {
      scope,
      start,
      outer: loop,
      carried: new Set(),
      active: false,
    };
    loops.set(node, found);
    loop = found;
    inside();
    loop = found.outer;
    found.active = actions > before;
  }

  /** Declarations of a list of statements are effective from its start. */
  function hoist(statements: readonly Node[]): void {
    for (const one of statements) {
      const statement = unwrapExport(one);
      if (statement.type === 'ClassDeclaration' && statement.id !== null)
        declare(scope, statement.id.name, statement.start, true);
      else if (statement.type === 'FunctionDeclaration' && statement.id !== null) {
        declare(scope, statement.id.name, statement.start, false);
        // In sloppy code a function is also visible outside its block.
        if (kind === 'cjs') declare(scope.function, statement.id.name, statement.start, false);
      } else if (statement.type === 'VariableDeclaration' && statement.kind !== 'var') {
        const isConstant = statement.kind === 'const';
        for (const declarator of statement.declarations) declarePattern(scope, declarator.id, true, isConstant);
      }
    }
  }

  function visitStatements(statements: readonly Node[]): void {
    hoist(statements);
    for (const statement of statements) visit(statement);
  }

  function visitBlock(node: Node, statements: readonly Node[]): void {
    if (statements.some(declaresInBlock)) within(node, openBlock(scope), () => visitStatements(statements));
    else for (const statement of statements) visit(statement);
  }

  function visitFunction(
    node: Node & { readonly params: readonly Node[] },
    name: Node | null,
    body: Node | null,
  ): void {
    const opened = openFunction(scope, node);
    within(node, opened, () => {
      for (const parameter of node.params) {
        // Constant unless it is assigned. In sloppy code `arguments` may assign it.
        declarePattern(scope, parameter, false, kind === 'esm');
        visit(parameter);
      }
      if (body?.type === 'BlockStatement') visitStatements(body.body);
      else if (body !== null) visit(body);
      if (name !== null) declarePattern(scope, name, false);
    });
  }

  function visitForEach(node: NodeOf<'ForInStatement' | 'ForOfStatement'>): void {
    actions++;
    // The right side is evaluated where the variables of the head cannot be used yet, so the same scope serves.
    visitWithHead(node, node.left, () => {
      if (node.left.type === 'VariableDeclaration') for (const { id } of node.left.declarations) written(id);
      else written(node.left);
      visit(node.left);
      visit(node.right);
      visit(node.body);
    });
  }

  function visitWithHead(node: Node, head: Node | null, inside: () => void): void {
    if (head?.type !== 'VariableDeclaration' || head.kind === 'var') {
      inside();
      return;
    }
    within(node, openBlock(scope), () => {
      const isConstant = head.kind === 'const';
      for (const declarator of head.declarations) declarePattern(scope, declarator.id, true, isConstant);
      inside();
    });
  }

  const visitChildren = (node: Node): void => forEachChild(node, visit);

  const visitActing = (node: Node): void => {
    actions++;
    visitChildren(node);
  };

  function visitClass(node: NodeOf<'ClassDeclaration'>): void {
    within(node, openBlock(scope), () => {
      if (node.id !== null) declare(scope, node.id.name, node.start, true);
      visitChildren(node);
    });
  }

  const visitors: Visitors = {
    FunctionDeclaration: (node) => visitFunction(node, null, node.body),
    FunctionExpression: (node) => visitFunction(node, node.id, node.body),
    ArrowFunctionExpression: (node) => visitFunction(node, null, node.body),
    ClassDeclaration: visitClass,
    ClassExpression: visitClass,
    PropertyDefinition: (node) => {
      if (node.computed) visit(node.key);
      within(node, openFunction(scope, node), () => visit(node.value));
    },
    StaticBlock: (node) => within(node, openFunction(scope, node), () => visitStatements(node.body)),
    BlockStatement: (node) => visitBlock(node, node.body),
    SwitchStatement: (node) => {
      visit(node.discriminant);
      within(node, openBlock(scope), () => {
        for (const one of node.cases) hoist(one.consequent);
        for (const one of node.cases) visitChildren(one);
      });
    },
    CatchClause: (node) =>
      within(node, openBlock(scope), () => {
        if (node.param !== null) declarePattern(scope, node.param, false);
        visitChildren(node);
      }),
    VariableDeclaration: (node) => {
      for (const { id, init } of node.declarations) {
        if (node.kind === 'var') declarePattern(scope.function, id, false);
        if (init !== null) written(id);
      }
      visitChildren(node);
    },
    BinaryExpression: (node) => forEachOperand(node, visit),
    LogicalExpression: (node) => forEachOperand(node, visit),
    AssignmentExpression: (node) => {
      written(node.left);
      visitChildren(node);
    },
    UpdateExpression: (node) => {
      written(node.argument);
      visitChildren(node);
    },
    WhileStatement: (node) => inLoop(node, node.start, () => visitChildren(node)),
    DoWhileStatement: (node) => inLoop(node, node.start, () => visitChildren(node)),
    ForStatement: (node) =>
      visitWithHead(node, node.init, () => {
        visit(node.init);
        inLoop(node, node.init?.end ?? node.start, () => {
          visit(node.test);
          visit(node.update);
          visit(node.body);
        });
      }),
    ForInStatement: visitForEach,
    ForOfStatement: visitForEach,
    MemberExpression: visitActing,
    CallExpression: visitActing,
    NewExpression: visitActing,
    TaggedTemplateExpression: visitActing,
    AwaitExpression: visitActing,
    YieldExpression: visitActing,
    ImportExpression: visitActing,
  };
  const byType: ReadonlyMap<string, (node: never) => void> = new Map(Object.entries(visitors));

  function visit(node: Node | null): void {
    // Most nodes are of these types, and have no children.
    if (node === null || node.type === 'Identifier' || node.type === 'Literal') return;
    const visitor = byType.get(node.type);
    if (visitor === undefined) visitChildren(node);
    else visitor(node as never);
  }

  for (const [name, text] of imports) {
    const binding: Binding = { name, scope: top, lexical: false, constant: false, start: 0, imported: text };
    top.bindings.set(name, binding);
  }
  visitStatements(program.body);
  let assignsTop = false;
  for (const write of writes) {
    const binding = resolve(write.scope, write.name);
    if (binding === undefined) continue;
    carry(write, binding);
    if (!binding.lexical) binding.constant = false;
    assignsTop ||= binding.scope === top && !binding.constant;
  }
  return { top, of, loops, assignsTop, imported: new Set(imports.keys()) };
}

/** Adds a variable to all loops around an assignment to it that see its value from the previous iteration. */
function carry({ name, loop }: Write, binding: Binding): void {
  const home: FunctionScope = binding.scope.function;
  for (let at: Loop | undefined = loop; at !== undefined; at = at.outer) {
    if (at.scope.function !== home || resolve(at.scope, name) !== binding) continue;
    if (!binding.lexical || binding.start < at.start) at.carried.add(name);
  }
}

function unwrapExport(statement: Node): Node {
  if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportDefaultDeclaration') return statement;
  return statement.declaration ?? statement;
}

function declaresInBlock(statement: Node): boolean {
  return (
    (statement.type === 'VariableDeclaration' && statement.kind !== 'var') ||
    statement.type === 'ClassDeclaration' ||
    statement.type === 'FunctionDeclaration'
  );
}
