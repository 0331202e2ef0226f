import type { Node } from 'oxc-parser';
import { visitTarget } from '../accesses/member-accesses.js';
import { changesOuter, inEffect } from '../accesses/assignments.js';
import { nameValue } from '../accesses/given-names.js';
import { nameFunction, nameOfKey } from '../walk/function-kinds.js';
import { visitIn, visitIterated } from '../accesses/identifiers.js';
import { isElementKey } from '../walk/patterns.js';
import { unsupported } from '../walk/refuse.js';
import { nameOf } from '../text/sites.js';
import type { Handlers, Walk, NodeOf } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';

type AnyFunction = NodeOf<'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression'>;
type AnyClass = NodeOf<'ClassDeclaration' | 'ClassExpression'>;

function visitFunction(node: AnyFunction, walk: Walk): void {
  walk.inScopeOf(node, () => {
    for (const parameter of node.params) visitTarget(parameter, walk);
    walk.visit(node.body);
  });
}

function visitClass(node: AnyClass, walk: Walk): void {
  walk.inScopeOf(node, () => {
    walk.visitAll(node.decorators);
    if (node.superClass !== null) {
      for (const member of node.body.body) walk.derivedMembers.add(member);
      visitIn('base', node.superClass, walk);
    }
    walk.visit(node.body);
  });
}

/**
 * Emits the key of a field that may be an element of the object: a field is defined, not assigned, so it cannot be
 * intercepted.
 */
function visitFieldKey({ key, computed }: NodeOf<'PropertyDefinition'>, walk: Walk): void {
  if (computed) visitIn('field', key, walk);
  else {
    walk.emit.insertBefore(key.start, `[${instrument('field')}(`);
    walk.emit.insertAfter(key.end, ')]');
  }
}

/** Visits the children of a node that opens a scope. */
export const visitInScope = (node: Node, walk: Walk): void => walk.inScopeOf(node, () => walk.visitChildren(node));

/** Handlers for functions, classes and other nodes that open a scope. */
export const functionHandlers: Handlers = {
  FunctionDeclaration: visitFunction,
  FunctionExpression: visitFunction,
  ArrowFunctionExpression: visitFunction,
  ClassDeclaration: visitClass,
  ClassExpression: visitClass,

  MethodDefinition(node, walk) {
    walk.visitAll(node.decorators);
    if (node.computed) walk.visit(node.key);
    walk.visit(node.value);
  },

  PropertyDefinition(node, walk) {
    walk.visitAll(node.decorators);
    if (walk.derivedMembers.has(node) && !node.static && isElementKey(node.key, node.computed))
      visitFieldKey(node, walk);
    else if (node.computed) walk.visit(node.key);
    if (!node.computed) nameValue(node.value, nameOf(node.key), walk);
    nameFunction(node.value, nameOfKey(node.key, node.computed), walk);
    walk.inScopeOf(node, () => walk.visit(node.value));
  },

  AccessorProperty: (node, walk) => unsupported('an accessor field of a class', node, walk),
  Decorator: (node, walk) => unsupported('a decorator', node, walk),

  StaticBlock: visitInScope,
  BlockStatement: visitInScope,
  SwitchStatement: (node, walk) => {
    walk.visit(node.discriminant);
    walk.inScopeOf(node, () => walk.visitAll(node.cases));
  },
  ForInStatement: visitForEach,
  ForOfStatement: visitForEach,
};

function visitForEach(node: NodeOf<'ForInStatement' | 'ForOfStatement'>, walk: Walk): void {
  walk.inScopeOf(node, () => {
    visitTarget(node.left, walk);
    // One effect for all iterations: it only indicates that something was changed.
    if (node.type === 'ForOfStatement' && changesOuter(node.left, walk))
      inEffect(node.right, walk, () => visitIterated(node.right, walk));
    else if (node.type === 'ForOfStatement' && !node.await) visitIterated(node.right, walk);
    else walk.visit(node.right);
    walk.visit(node.body);
  });
}
