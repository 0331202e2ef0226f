import type { Node } from 'oxc-parser';
import { DEFAULT, MODULE, isDeclaration, isHoistedAnonymous } from './modules.js';
import { nameFunction } from '../walk/function-kinds.js';
import { unsupported } from '../walk/refuse.js';
import { findToken } from '../text/trivia.js';
import type { Handlers, Walk } from '../walk/walk.js';

/** Removes a declaration; the semicolon still ends the statement before it. */
function drop(node: Node, walk: Walk): void {
  walk.emit.replace(node.start, node.end, ';');
}

/** Handlers for imports and exports. */
export const moduleHandlers: Handlers = {
  ImportDeclaration(node, walk) {
    if (node.phase !== null) unsupported(`import ${node.phase}`, node, walk);
    drop(node, walk);
  },
  ExportAllDeclaration: drop,

  ExportNamedDeclaration(node, walk) {
    if (node.declaration === null) {
      drop(node, walk);
      return;
    }
    walk.emit.replace(node.start, node.declaration.start, '');
    walk.visit(node.declaration);
  },

  ExportDefaultDeclaration(node, walk) {
    const { emit, source } = walk;
    const { declaration } = node;
    if (isHoistedAnonymous(declaration)) {
      emit.replace(node.start, declaration.start, '');
      const keyword = declaration.start + 'function'.length;
      emit.insertBefore(
        findToken(source, declaration.generator ? findToken(source, keyword, '*') + 1 : keyword, '('),
        ` ${DEFAULT}`,
      );
      walk.visit(declaration);
      return;
    }
    if (isDeclaration(declaration) && declaration.id !== null) {
      emit.replace(node.start, declaration.start, '');
      walk.visit(declaration);
      return;
    }
    // As the value of a property, an anonymous function or class gets the right name.
    emit.replace(node.start, declaration.start, `const {default:${DEFAULT}}={default:`);
    nameFunction(declaration, 'default', walk);
    walk.visit(declaration);
    emit.insertAfter(declaration.end, '};');
  },

  MetaProperty(node, walk) {
    if (node.meta.name === 'import') walk.emit.replace(node.start, node.end, `${MODULE}.meta`);
  },

  ImportExpression(node, walk) {
    if (node.phase !== null) unsupported(`import.${node.phase}()`, node, walk);
    const { source } = node;
    if (source.type === 'Literal' && typeof source.value === 'string') walk.dynamicImports.add(source.value);
    walk.emit.replace(node.start, node.start + 'import'.length, `${MODULE}.dynamic`);
    walk.visit(source);
    walk.visit(node.options);
  },
};
