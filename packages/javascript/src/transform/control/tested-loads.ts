import type { Node } from 'oxc-parser';
import { PREFIX, instrument } from '../text/own-names.js';
import { bare, isAtomics, isNumber } from './plain-expressions.js';
import type { Scope } from '../walk/scopes.js';
import { resolve } from '../walk/scopes.js';
import type { Handlers, NodeOf, Walk } from '../walk/walk.js';

/** Name of the loaded value. */
const LOADED = `${PREFIX}loaded`;
const OPERATORS = new Set(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>', '<', '<=', '>', '>=', '==', '!=', '===', '!==']); // prettier-ignore

/** A test of operators, numbers, variables and one load. */
interface TestedLoad {
  readonly load: NodeOf<'CallExpression'>;
  /** The test as a function of the loaded value, and the variables as parameters of a function around it. */
  readonly text: string;
  readonly variables: ReadonlySet<string>;
}

/**
 * Emits a test. If a load returns its only unknown value, the load is told what the thread learns: whether the test is
 * true. `while (i - Atomics.load(ring, 0) >= 2);` then has one future for all values with which it ends.
 */
export function visitTest(test: Node, walk: Walk): void {
  walk.visit(test);
  const tested = testedLoadIn(test, walk.scope);
  if (tested === undefined) return;
  const { load, text, variables } = tested;
  const given = ['Atomics.load', `(${[...variables].join(',')})=>(${LOADED})=>!!${text}`, ...variables];
  walk.emit.insertAfter(load.arguments.at(-1)!.end, `,${instrument('test')}(${given.join(',')})`);
}

function testedLoadIn(test: Node, scope: Scope): TestedLoad | undefined {
  const loads: NodeOf<'CallExpression'>[] = [];
  const variables = new Set<string>();
  // No operator that leaves out its operands: all of the test is evaluated.
  const textOf = (given: Node): string | undefined => {
    const node = bare(given);
    switch (node.type) {
      case 'Literal':
        return isNumber(node) ? String(node.value) : undefined;
      case 'Identifier': {
        const binding = resolve(scope, node.name);
        if (binding === undefined || binding.imported !== undefined) return undefined;
        variables.add(node.name);
        return node.name;
      }
      case 'UnaryExpression': {
        const operand = ['+', '-', '!', '~'].includes(node.operator) ? textOf(node.argument) : undefined;
        return operand && `(${node.operator} ${operand})`;
      }
      case 'BinaryExpression': {
        if (!OPERATORS.has(node.operator)) return undefined;
        const [left, right] = [textOf(node.left), textOf(node.right)];
        return left && right && `(${left} ${node.operator} ${right})`;
      }
      case 'CallExpression':
        if (!isAtomics(node, 'load') || node.arguments.length !== 2) return undefined;
        if (node.arguments.some(({ type }) => type === 'SpreadElement')) return undefined;
        loads.push(node);
        return LOADED;
      default:
        return undefined;
    }
  };
  const text = resolve(scope, 'Atomics') === undefined ? textOf(test) : undefined;
  const [load] = loads;
  return text === undefined || load === undefined || loads.length > 1 ? undefined : { load, text, variables };
}

/** Handlers for tests outside of loops. */
export const testHandlers: Handlers = {
  IfStatement(node, walk) {
    visitTest(node.test, walk);
    walk.visit(node.consequent);
    walk.visit(node.alternate);
  },
};
