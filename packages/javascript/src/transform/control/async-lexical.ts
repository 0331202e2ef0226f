import type { ArrowFunctionExpression, Function as FunctionNode, Node } from 'oxc-parser';
import type { FunctionScope } from '../walk/scopes.js';
import { forEachChild } from '../walk/walk.js';

/** A function of any kind. */
export type AnyFunction = FunctionNode | ArrowFunctionExpression;

/** Names that an arrow function takes from the enclosing function, while other functions have their own. */
export interface LexicalUses {
  usesThis: boolean;
  usesArguments: boolean;
  usesSuper: boolean;
  usesTarget: boolean;
}

/** Finds the uses of these names, also in nested arrow functions. */
export function lexicalUses(node: AnyFunction): LexicalUses {
  const uses: LexicalUses = { usesThis: false, usesArguments: false, usesSuper: false, usesTarget: false };
  const visit = (child: Node): void => {
    switch (child.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'StaticBlock':
        return;
      case 'PropertyDefinition':
        if (child.computed) visit(child.key);
        return;
      case 'ThisExpression':
        uses.usesThis = true;
        return;
      case 'Super':
        uses.usesSuper = true;
        return;
      case 'MetaProperty':
        if (child.meta.name === 'new') uses.usesTarget = true;
        return;
      case 'Identifier':
        if (child.name === 'arguments') uses.usesArguments = true;
        return;
      default:
        forEachChild(child, visit);
    }
  };
  forEachChild(node, visit);
  return uses;
}

function isFunction(node: Node): node is AnyFunction {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

/** Returns whether the node is an async generator function. */
export function isAsyncGenerator(node: Node): boolean {
  return isFunction(node) && node.async && node.generator;
}

/** Returns whether `super` and `new.target` in this function belong to a function outside an async one. */
export function isInAsync(scope: FunctionScope): boolean {
  const { node, parent } = scope;
  if (!isFunction(node)) return false;
  return node.async || (node.type === 'ArrowFunctionExpression' && parent !== undefined && isInAsync(parent.function));
}
