import type { Node } from 'oxc-parser';
import type { Loop } from '../walk/scopes.js';
import { resolve } from '../walk/scopes.js';
import type { NodeOf } from '../walk/walk.js';
import { forEachChild } from '../walk/walk.js';
import { bare, isAtomics, isNumber } from './plain-expressions.js';

type LoopStatement = NodeOf<'WhileStatement' | 'DoWhileStatement' | 'ForStatement'>;

/**
 * A loop with a compare-and-swap that consists of operators, local variables and operations on shared memory. No other code runs between two
 * visits of its head: only its variables change (docs/internals/decisions/0050).
 */
export interface PlainLoop {
  /** Texts of lists, each an object and names of properties. They lead to views of shared memory. */
  readonly views: readonly string[];
  /** The same, but they lead to numbers. */
  readonly numbers: readonly string[];
  /** Texts of the variables that the loop uses. */
  readonly variables: readonly string[];
  /** Whether one of these variables gets the result of a load directly before the loop. */
  readonly isAfterLoad: boolean;
}

/** Returns a description of the loop if it is plain. */
export function plainLoopOf(node: LoopStatement, loop: Loop): PlainLoop | undefined {
  const reader = new Reader(node, loop);
  if (!reader.isPlain()) return undefined;
  const isAfterLoad = reader.readPrelude();
  const { views, numbers, variables } = reader;
  return { views: [...views], numbers: [...numbers], variables: [...variables], isAfterLoad };
}

class Reader {
  readonly views = new Set<string>();
  readonly numbers = new Set<string>();
  readonly variables = new Set<string>();
  private readonly node: LoopStatement;
  private readonly loop: Loop;
  /** Names declared in the body. */
  private readonly inner = new Set<string>();
  private swaps = false;

  constructor(node: LoopStatement, loop: Loop) {
    this.node = node;
    this.loop = loop;
  }

  isPlain(): boolean {
    const { node } = this;
    if (!this.declare(node.body) || resolve(this.loop.scope, 'Atomics') !== undefined) return false;
    if (node.type === 'ForStatement') {
      if (node.init !== null && !this.isInit(node.init)) return false;
      if (node.update !== null && !this.isValue(node.update)) return false;
    }
    return (node.test === null || this.isValue(node.test)) && this.isStatement(node.body) && this.swaps;
  }

  /** Whether a load comes directly before the loop. Declares its variables. */
  readPrelude(): boolean {
    const { node } = this;
    if (node.type === 'ForStatement' && node.init !== null) return this.isLoading(node.init);
    const before = statementsBefore(this.loop.scope.function.node, node);
    for (let i = before.length - 1; i >= 0; i--) {
      const statement = before[i]!;
      if (this.isLoading(statement)) return true;
      if (!this.isIdleDeclaration(statement)) return false;
    }
    return false;
  }

  /** The variables of a `for` are evaluated before the first iteration. */
  private isInit(init: Node): boolean {
    return init.type === 'VariableDeclaration' && (this.isIdleDeclaration(init) || this.isLoading(init));
  }

  /** Declares names without a value, or with a number. */
  private isIdleDeclaration(statement: Node): boolean {
    if (statement.type !== 'VariableDeclaration') return false;
    return statement.declarations.every(({ id, init }) => {
      if (id.type !== 'Identifier' || (init !== null && !isNumber(init))) return false;
      return this.isVariable(id.name);
    });
  }

  /** `let v = Atomics.load(view, index)`, or an assignment. */
  private isLoading(statement: Node): boolean {
    const assigned = assignmentOf(statement);
    if (assigned === undefined) return false;
    const value = bare(assigned.value);
    if (!isAtomics(value, 'load') || !this.isVariable(assigned.name)) return false;
    const [view, index] = value.arguments;
    if (view === undefined || index === undefined || value.arguments.length !== 2) return false;
    return this.isPath(view, this.views) && (isNumber(index) || this.isName(index)) && this.isValue(index);
  }

  /** Collects the names declared in the body. Returns false if one of them hides another variable. */
  private declare(node: Node): boolean {
    let isClear = true;
    if (node.type === 'VariableDeclaration') {
      if (node.kind !== 'let' && node.kind !== 'const') return false;
      for (const { id } of node.declarations) {
        if (id.type !== 'Identifier' || resolve(this.loop.scope, id.name) !== undefined) return false;
        this.inner.add(id.name);
      }
    }
    forEachChild(node, (child) => (isClear &&= this.declare(child)));
    return isClear;
  }

  private isStatement(node: Node): boolean {
    switch (node.type) {
      case 'BlockStatement':
        return node.body.every((each) => this.isStatement(each));
      case 'ExpressionStatement':
        return this.isValue(node.expression);
      case 'VariableDeclaration':
        return node.declarations.every(({ init }) => init === null || this.isValue(init));
      case 'IfStatement': {
        const { test, consequent, alternate } = node;
        return (
          this.isValue(test) && this.isStatement(consequent) && (alternate === null || this.isStatement(alternate))
        );
      }
      // Expressions evaluated when the loop is left are not part of an iteration.
      case 'ReturnStatement':
      case 'EmptyStatement':
        return true;
      case 'BreakStatement':
      case 'ContinueStatement':
        return node.label === null;
      default:
        return false;
    }
  }

  private isValue(given: Node): boolean {
    const node = bare(given);
    if (isNumber(node)) return true;
    switch (node.type) {
      case 'Identifier':
        return node.name === 'undefined' || this.inner.has(node.name) || this.isVariable(node.name);
      case 'UnaryExpression':
        return ['+', '-', '!', '~', 'void'].includes(node.operator) && this.isValue(node.argument);
      case 'BinaryExpression':
        if (node.operator === 'in' || node.operator === 'instanceof') return false;
        return this.isValue(node.left) && this.isValue(node.right);
      case 'LogicalExpression':
        return this.isValue(node.left) && this.isValue(node.right);
      case 'ConditionalExpression':
        return this.isValue(node.test) && this.isValue(node.consequent) && this.isValue(node.alternate);
      case 'SequenceExpression':
        return node.expressions.every((each) => this.isValue(each));
      case 'UpdateExpression':
        return this.isTarget(node.argument);
      case 'AssignmentExpression':
        return this.isTarget(node.left) && this.isValue(node.right);
      case 'MemberExpression':
        return node.computed ? this.isElement(node) : this.isPath(node, this.numbers);
      case 'CallExpression': {
        if (!isAtomics(node)) return false;
        this.swaps ||= isAtomics(node, 'compareExchange');
        const [view, ...rest] = node.arguments;
        return view !== undefined && this.isPath(view, this.views) && rest.every((each) => this.isValue(each));
      }
      default:
        return false;
    }
  }

  private isTarget(given: Node): boolean {
    const node = bare(given);
    if (node.type === 'MemberExpression') return node.computed && this.isElement(node);
    return node.type === 'Identifier' && (this.inner.has(node.name) || this.isVariable(node.name));
  }

  /** `view[index]` */
  private isElement(node: NodeOf<'MemberExpression'>): boolean {
    return !node.optional && this.isPath(node.object, this.views) && this.isValue(node.property);
  }

  private isName(node: Node): boolean {
    return bare(node).type === 'Identifier';
  }

  /** An object and names of properties: `this.top`. */
  private isPath(given: Node, to: Set<string>): boolean {
    const names: string[] = [];
    let node = bare(given);
    while (node.type === 'MemberExpression') {
      if (node.computed || node.optional || node.property.type !== 'Identifier') return false;
      names.unshift(JSON.stringify(node.property.name));
      node = bare(node.object);
    }
    const root =
      node.type === 'ThisExpression' ? 'this' : node.type === 'Identifier' ? this.outer(node.name) : undefined;
    if (root === undefined) return false;
    to.add(`[${[root, ...names].join(',')}]`);
    return true;
  }

  private isVariable(name: string): boolean {
    const text = this.outer(name);
    if (text === undefined) return false;
    this.variables.add(text);
    return true;
  }

  /** Returns the text that reads a variable from outside of the body. */
  private outer(name: string): string | undefined {
    const { scope } = this.loop;
    const binding = this.inner.has(name) ? undefined : resolve(scope, name);
    if (binding === undefined || (binding.lexical && binding.start >= this.node.body.start)) return undefined;
    return binding.imported ?? name;
  }
}

/** Returns the statements before this one in the same block. */
function statementsBefore(within: Node, statement: Node): readonly Node[] {
  if (within.start > statement.start || within.end < statement.end) return [];
  let found: readonly Node[] = [];
  const children: Node[] = [];
  forEachChild(within, (child) => children.push(child));
  const at = children.indexOf(statement);
  if (at >= 0) return within.type === 'BlockStatement' ? children.slice(0, at) : [];
  for (const child of children) if (found.length === 0) found = statementsBefore(child, statement);
  return found;
}

function assignmentOf(node: Node): { readonly name: string; readonly value: Node } | undefined {
  if (node.type === 'VariableDeclaration') {
    const [only, ...more] = node.declarations;
    if (only?.id.type !== 'Identifier' || only.init === null || more.length > 0) return undefined;
    return { name: only.id.name, value: only.init };
  }
  const expression = node.type === 'ExpressionStatement' ? bare(node.expression) : node;
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return undefined;
  return expression.left.type === 'Identifier' ? { name: expression.left.name, value: expression.right } : undefined;
}
