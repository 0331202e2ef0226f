import type { Node } from 'oxc-parser';

const NAMED: readonly string[] = ['undefined', 'NaN', 'Infinity'];

/**
 * Returns whether the expression is a literal value: a number, a string, or an array or plain object of such values.
 */
export function isLiteral(node: Node): boolean {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return isLiteral(node.expression);
    case 'Literal':
      return !('regex' in node);
    case 'Identifier':
      return NAMED.includes(node.name);
    case 'UnaryExpression':
      return node.operator === '-' && isLiteral(node.argument);
    case 'ArrayExpression':
      return node.elements.every((each) => each !== null && isLiteral(each));
    case 'ObjectExpression':
      return node.properties.every(
        (each) => each.type === 'Property' && each.kind === 'init' && !each.computed && isLiteral(each.value),
      );
    default:
      return false;
  }
}
