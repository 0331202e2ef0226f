import type { Node } from 'oxc-parser';

/** Calls `visit` for each variable (not member) that a pattern or a target of an assignment binds. */
export function forEachBoundName(node: Node | null, visit: (name: string, start: number) => void): void {
  if (node === null) return;
  switch (node.type) {
    case 'Identifier': {
      visit(node.name, node.start);
      return;
    }
    case 'ObjectPattern':
      for (const property of node.properties) forEachBoundName(property, visit);
      return;
    case 'ArrayPattern':
      for (const element of node.elements) forEachBoundName(element, visit);
      return;
    case 'Property': {
      forEachBoundName(node.value, visit);
      return;
    }
    case 'AssignmentPattern': {
      forEachBoundName(node.left, visit);
      return;
    }
    case 'RestElement': {
      forEachBoundName(node.argument, visit);
      return;
    }
    default:
      return;
  }
}

/** Returns whether an object pattern may read elements: `{0: x}`, `{[i]: x}`, `{...x}`. Ignores nested patterns. */
export function readsElements(node: Node): boolean {
  return (
    node.type === 'ObjectPattern' &&
    node.properties.some((one) => one.type === 'RestElement' || isElementKey(one.key, one.computed))
  );
}

/** Returns whether a key may be an index: everything except a name and a non-numeric string. */
export function isElementKey(key: Node, computed: boolean): boolean {
  if (key.type === 'Literal') return typeof key.value !== 'string' || /^\d+$/.test(key.value);
  return computed;
}
