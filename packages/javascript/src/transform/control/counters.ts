import type { Node } from 'oxc-parser';
import type { Binding, Loop, Scopes } from '../walk/scopes.js';
import { isKey } from '../walk/is-key.js';
import { resolve } from '../walk/scopes.js';
import { forEachChild } from '../walk/walk.js';
import type { NodeOf } from '../walk/walk.js';

/**
 * A variable that a loop changes only by a constant step, in one place, and that is otherwise only compared
 * (docs/internals/decisions/0028).
 */
export interface Counter {
  readonly name: string;
  /** Text of the names and numbers with which it is compared. */
  readonly limits: readonly string[];
}

const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '===', '!=', '!==']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'PropertyDefinition', 'StaticBlock']); // prettier-ignore
const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement', 'ForOfStatement', 'ForInStatement']);

/** An occurrence of a name: the nodes around it, the innermost last. */
type Path = readonly Node[];

/** Returns the variables of a loop that are counters. */
export function countersOf(node: Node, loop: Loop, scopes: Scopes): readonly Counter[] {
  return [...loop.carried].flatMap((name) => {
    // A cheap test first: most variables are not counters, and functions may be long.
    if (!isOnlyStepped(node, name)) return [];
    const binding = resolve(loop.scope, name);
    return binding === undefined ? [] : (counterOf(node, loop, binding, scopes) ?? []);
  });
}

function counterOf(node: Node, loop: Loop, binding: Binding, scopes: Scopes): Counter | undefined {
  const root = homeOf(binding, scopes);
  const limits = new Set<string>();
  let steps = 0;
  for (const path of occurrences(root, binding.name)) {
    const use = useOf(path, root);
    const inside = path.slice(path.indexOf(node) + 1);
    const isInside = path.includes(node) && !(node.type === 'ForStatement' && inside[0] === node.init);
    if (use === 'other' || (use === 'set' && isInside)) return undefined;
    if (use === 'step' && isInside) {
      // At most one step per iteration.
      if (++steps > 1 || inside.some(({ type }) => LOOPS.has(type))) return undefined;
    }
    const limit = comparedWith(path);
    if (limit === undefined) continue;
    const text = limitText(limit, loop);
    if (text === undefined) return undefined;
    limits.add(text);
  }
  return steps === 1 ? { name: binding.name, limits: [...limits] } : undefined;
}

/** Returns the node whose scope declares the variable. */
function homeOf({ scope }: Binding, { of }: Scopes): Node {
  for (const [node, opened] of of) if (opened === scope) return node;
  return scope.function.node;
}

function* occurrences(root: Node, name: string): Generator<Path> {
  const found: Path[] = [];
  const path: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'Identifier' && node.name === name && !isKey(node, path.at(-1))) found.push([...path, node]);
    path.push(node);
    forEachChild(node, visit);
    path.pop();
  };
  visit(root);
  yield* found;
}

/** Returns how the variable is used. `set`: it gets another value; `step`: a constant is added. */
function useOf(path: Path, root: Node): 'set' | 'step' | 'compared' | 'other' {
  const node = path.at(-1)!;
  const parent = parentOf(path);
  // Closures may be called at any time.
  if (path.some((each) => each !== root && FUNCTIONS.has(each.type))) return 'other';
  if (parent === undefined) return 'other';
  if (parent === root && 'params' in root && (root.params as readonly Node[]).includes(node)) return 'set';
  if (parent.type === 'VariableDeclarator') return parent.id === node ? 'set' : 'other';
  if (parent.type === 'AssignmentExpression' && parent.operator === '=') {
    return parent.left === node && isDiscarded(path) ? 'set' : 'other';
  }
  if (stepOf(parent, node)) return isDiscarded(path) || comparedWith(path) !== undefined ? 'step' : 'other';
  return comparedWith(path) === undefined ? 'other' : 'compared';
}

function stepOf(parent: Node, node: Node): boolean {
  if (parent.type === 'UpdateExpression') return true;
  if (parent.type !== 'AssignmentExpression' || parent.left !== node) return false;
  if (parent.operator !== '+=' && parent.operator !== '-=') return false;
  return parent.right.type === 'Literal' && Number.isSafeInteger(parent.right.value);
}

/** Returns the node around it, other than parentheses. */
function parentOf(path: Path, above = 1): Node | undefined {
  const around = path.slice(0, -1).filter(({ type }) => type !== 'ParenthesizedExpression');
  return around.at(-above);
}

/** Returns whether the value of the assignment to the variable is unused. */
function isDiscarded(path: Path): boolean {
  const isUpdate = (node: Node | undefined, inside: Node | undefined): boolean =>
    node?.type === 'ExpressionStatement' ||
    (node?.type === 'ForStatement' && (node.update === inside || node.init === inside));
  const [assignment, around, further] = [parentOf(path, 1), parentOf(path, 2), parentOf(path, 3)];
  if (isUpdate(around, assignment)) return true;
  return around?.type === 'SequenceExpression' && isUpdate(further, around);
}

/** Returns the other side of a comparison of the variable, or of its value when stepped. */
function comparedWith(path: Path): Node | undefined {
  const parent = parentOf(path)!;
  const isStep = parent.type === 'UpdateExpression';
  const side = isStep ? parent : path.at(-1)!;
  const around = isStep ? parentOf(path, 2) : parent;
  if (around?.type !== 'BinaryExpression' || !COMPARISONS.has(around.operator)) return undefined;
  return bare(around.left) === side ? around.right : around.left;
}

/** Returns the text of a number, or of a variable that the loop does not assign. */
function limitText(node: Node, { scope, carried, start }: Loop): string | undefined {
  const limit = bare(node);
  if (limit.type === 'Literal') return typeof limit.value === 'number' ? String(limit.value) : undefined;
  if (limit.type === 'UnaryExpression') {
    const { operator, argument } = limit;
    return operator === '-' && argument.type === 'Literal' && typeof argument.value === 'number'
      ? `-${argument.value}`
      : undefined;
  }
  if (limit.type !== 'Identifier' || carried.has(limit.name)) return undefined;
  const binding = resolve(scope, limit.name);
  if (binding === undefined || (binding.lexical && binding.start >= start)) return undefined;
  return binding.imported ?? limit.name;
}

function bare(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? bare(node.expression) : node;
}

/** Returns whether the loop ends when a variable that it steps compares differently. */
export function isCounted(node: NodeOf<'WhileStatement' | 'DoWhileStatement' | 'ForStatement'>, loop: Loop): boolean {
  const { test } = node;
  if (test === null) return false;
  return conjuncts(test).some((each) => {
    if (each.type !== 'BinaryExpression' || !COMPARISONS.has(each.operator)) return false;
    return [each.left, each.right].some((side) => {
      const value = bare(side);
      const name = value.type === 'UpdateExpression' ? value.argument : value;
      return name.type === 'Identifier' && loop.carried.has(name.name) && isOnlyStepped(node, name.name);
    });
  });
}

function conjuncts(test: Node): readonly Node[] {
  const node = bare(test);
  if (node.type !== 'LogicalExpression' || node.operator !== '&&') return [node];
  return [...conjuncts(node.left), ...conjuncts(node.right)];
}

function isOnlyStepped(loop: Node, name: string): boolean {
  let steps = 0;
  for (const path of occurrences(loop, name)) {
    const parent = parentOf(path);
    if (parent === undefined) continue;
    if (stepOf(parent, path.at(-1)!)) steps++;
    else if (parent.type === 'AssignmentExpression' && parent.left === path.at(-1)) return false;
  }
  return steps > 0;
}
