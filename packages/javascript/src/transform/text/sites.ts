import type { Node } from 'oxc-parser';
import { PREFIX } from './own-names.js';

/** The sites of visible operations, numbered in the order of emission. */
export interface Sites {
  /** Adds a site; returns the argument that identifies it for an instrument: `$fp_S+3`. */
  add(offset: number, name: string): string;
  readonly offsets: readonly number[];
  readonly names: readonly string[];
}

/** Creates an empty list of sites. */
export function createSites(): Sites {
  const offsets: number[] = [];
  const names: string[] = [];
  return {
    add(offset, name) {
      names.push(name);
      return `${PREFIX}S+${offsets.push(offset) - 1}`;
    },
    offsets,
    names,
  };
}

/** Returns the user's name for the value of an expression: its last name, or '' if it has none. */
export function nameOf(node: Node | null | undefined): string {
  switch (node?.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'MemberExpression':
      return node.computed ? nameOf(node.object) : nameOf(node.property);
    case 'CallExpression':
      return isRecording(node.callee) ? nameOf(node.arguments[0]) : nameOf(node.callee);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return nameOf(node.expression);
    default:
      return '';
  }
}

/** Whether a call notes an access to its first argument, which it returns (see recording/). */
function isRecording(callee: Node): boolean {
  return callee.type === 'MemberExpression' && nameOf(callee.object).startsWith(PREFIX);
}
