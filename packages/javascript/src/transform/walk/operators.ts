import type { Node } from 'oxc-parser';
import type { Handlers, NodeOf, Walk } from './walk.js';
import { noteSum } from './worker-files.js';

type Operation = NodeOf<'BinaryExpression' | 'LogicalExpression'>;

function isOperation(node: Node): node is Operation {
  return node.type === 'BinaryExpression' || node.type === 'LogicalExpression';
}

/** Visits the operands of `a + b + c + …` in order. There may be thousands, too many for recursion. */
export function forEachOperand(node: Operation, visit: (operand: Node) => void): void {
  const right: Node[] = [];
  let left: Node = node;
  for (; isOperation(left); left = left.left) right.push(left.right);
  visit(left);
  for (const operand of right.reverse()) visit(operand);
}

const visitOperands = (node: Operation, walk: Walk): void => forEachOperand(node, walk.visit);

/** Handlers for operators with two operands. */
export const operatorHandlers: Handlers = {
  BinaryExpression(node, walk) {
    noteSum(node, walk);
    visitOperands(node, walk);
  },
  LogicalExpression: visitOperands,
};
