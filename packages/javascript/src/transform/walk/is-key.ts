import type { Node } from 'oxc-parser';

/** Returns whether a name is that of a property, not of a variable. */
export function isKey(name: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return !parent.computed && parent.property === name;
  if (parent?.type === 'Property') return !parent.computed && !parent.shorthand && parent.key === name;
  return parent?.type === 'MethodDefinition' && !parent.computed && parent.key === name;
}
