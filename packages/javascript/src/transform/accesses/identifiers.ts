import type { Node } from 'oxc-parser';
import { nameValue } from './given-names.js';
import { nameFunction, nameOfKey } from '../walk/function-kinds.js';
import type { InstrumentName } from '../text/instrumented.js';
import { resolve } from '../walk/scopes.js';
import { nameOf } from '../text/sites.js';
import type { Handlers, Walk } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';

/** Returns whether the node denotes the global `eval`; calls by this name are handled separately (calls.ts). */
export function isEval(node: Node, walk: Walk): boolean {
  return node.type === 'Identifier' && node.name === 'eval' && resolve(walk.scope, 'eval') === undefined;
}

/** Returns the text that reads an imported name: bindings are live, so it is read at each use. */
export function importedText(name: string, walk: Walk): string | undefined {
  return walk.scopes.imported.has(name) ? resolve(walk.scope, name)?.imported : undefined;
}

function keyOf(key: Node): unknown {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
}

/** Emits a node as the first argument of an instrument. */
export function visitIn(name: InstrumentName, node: Node, walk: Walk, rest = ''): void {
  walk.emit.insertBefore(node.start, `${instrument(name)}(`);
  walk.visit(node);
  walk.emit.insertAfter(node.end, `${rest})`);
}

/** Emits an expression that is iterated over; the iteration reads all of it. */
export function visitIterated(node: Node, walk: Walk): void {
  if (node.type === 'ArrayExpression') walk.visit(node);
  else visitIn(walk.notesEffects ? 'iterated' : 'at', node, walk, `,${walk.sites.add(node.start, nameOf(node))}`);
}

/** Handlers for names. */
export const identifierHandlers: Handlers = {
  Identifier(node, walk) {
    const text = importedText(node.name, walk);
    if (text !== undefined) walk.emit.replace(node.start, node.end, text);
    else if (isEval(node, walk)) walk.emit.replace(node.start, node.end, `${instrument('indirect')}(eval)`);
  },

  /** In an object expression; patterns handle their properties themselves. */
  Property(node, walk) {
    if (node.shorthand) {
      const text = importedText(nameOf(node.key), walk);
      if (text !== undefined) walk.emit.insertAfter(node.end, `:${text}`);
      return;
    }
    if (node.computed) walk.visit(node.key);
    nameValue(node.value, node.computed ? '' : nameOf(node.key), walk);
    nameFunction(node.value, nameOfKey(node.key, node.computed), walk);
    if (!node.computed && !node.method && keyOf(node.key) === '__proto__') visitIn('proto', node.value, walk);
    else walk.visit(node.value);
  },

  /** Spreading an object reads all its properties. */
  ObjectExpression(node, walk) {
    for (const property of node.properties) {
      if (property.type !== 'SpreadElement') walk.visit(property);
      else visitIn('pat', property.argument, walk, `,${walk.sites.add(property.start, nameOf(property.argument))}`);
    }
  },

  /** In a list, or among arguments. */
  SpreadElement(node, walk) {
    visitIterated(node.argument, walk);
  },

  // Labels are not references.
  BreakStatement: () => undefined,
  ContinueStatement: () => undefined,
};
