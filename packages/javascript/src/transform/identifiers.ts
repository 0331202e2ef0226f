import { nameBuffer } from './buffers.js';
import { resolve } from './scopes.js';
import { nameOf } from './sites.js';
import type { Handlers, Walk } from './walk.js';

/** The text that reads a name if it is imported: bindings are live, so it is read anew at each use. */
export function importedText(name: string, walk: Walk): string | undefined {
  return walk.scopes.imported.has(name) ? resolve(walk.scope, name)?.imported : undefined;
}

export const identifierHandlers: Handlers = {
  Identifier(node, walk) {
    const text = importedText(node.name, walk);
    if (text !== undefined) walk.emit.replace(node.start, node.end, text);
  },

  /** Of an object expression: patterns look at their properties themselves. */
  Property(node, walk) {
    if (node.shorthand) {
      const text = importedText(nameOf(node.key), walk);
      if (text !== undefined) walk.emit.insertAfter(node.end, `:${text}`);
      return;
    }
    if (node.computed) walk.visit(node.key);
    nameBuffer(node.value, node.computed ? '' : nameOf(node.key), walk);
    walk.visit(node.value);
  },

  // Labels are no references.
  BreakStatement: () => undefined,
  ContinueStatement: () => undefined,
};
