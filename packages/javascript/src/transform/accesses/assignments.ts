import type { Node } from 'oxc-parser';
import { emitObjectAndKey, isElement, visitObjectPattern, visitTarget } from './member-accesses.js';
import { nameValue } from './given-names.js';
import { nameFunction } from '../walk/function-kinds.js';
import { visitIn, visitIterated } from './identifiers.js';
import { forEachBoundName, readsElements } from '../walk/patterns.js';
import { isOuter } from '../walk/scopes.js';
import { nameOf } from '../text/sites.js';
import { findToken } from '../text/trivia.js';
import type { Handlers, Walk } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';

/** Returns whether assigning to the variables of a target changes something that outlives this call. */
export function changesOuter(target: Node, walk: Walk): boolean {
  let outer = false;
  forEachBoundName(target, (name) => {
    outer ||= isOuter(walk.scope, name);
  });
  return outer;
}

/** Emits a node in a call of `effect`. */
export function inEffect(node: Node, walk: Walk, inside: () => void): void {
  if (walk.notesEffects) walk.emit.insertBefore(node.start, `${instrument('effect')}(`);
  inside();
  if (walk.notesEffects) walk.emit.insertAfter(node.end, ')');
}

/** Emits a target and its value; if an object pattern reads elements of the value, the value goes through `pat`. */
function visitTargetAndValue(target: Node, value: Node, walk: Walk): void {
  nameValue(value, nameOf(target), walk);
  if (target.type === 'Identifier') nameFunction(value, target.name, walk);
  if (target.type !== 'ObjectPattern' || !readsElements(target)) {
    visitTarget(target, walk);
    if (isPrototype(target)) visitIn('proto', value, walk);
    else if (target.type === 'ArrayPattern') visitIterated(value, walk);
    else walk.visit(value);
    return;
  }
  visitObjectPattern(target, true, walk);
  const site = walk.sites.add(value.start, nameOf(value));
  walk.emit.insertBefore(value.start, `${instrument('pat')}(`);
  walk.visit(value);
  walk.emit.insertAfter(value.end, `,${site})`);
}

function isPrototype(target: Node): boolean {
  return target.type === 'MemberExpression' && !target.computed && nameOf(target.property) === 'prototype';
}

/** `super` has no object that could be passed on. */
function isSuper(target: Node): boolean {
  return target.type === 'MemberExpression' && target.object.type === 'Super';
}

/** Handlers for assignments, including those in patterns. */
export const assignmentHandlers: Handlers = {
  AssignmentExpression(node, walk) {
    const { emit } = walk;
    const { left, right, operator } = node;
    // The tree does not show parentheses around a target: `ref` handles `(a[0]) = 1`.
    if (isElement(left) && operator === '=' && left.start === node.start) {
      const site = walk.sites.add(left.start, nameOf(left.object));
      nameValue(right, nameOf(left.object), walk);
      emit.insertBefore(node.start, `${instrument('w')}(`);
      emitObjectAndKey(left, '', walk);
      const equals = findToken(walk.source, left.end, '=');
      emit.replace(equals, equals + 1, ',');
      walk.visit(right);
      emit.insertAfter(node.end, `,${site})`);
      return;
    }
    const visitSides = (): void => visitTargetAndValue(left, right, walk);
    if (isSuper(left) || changesOuter(left, walk)) inEffect(node, walk, visitSides);
    else visitSides();
  },

  UpdateExpression(node, walk) {
    const { emit } = walk;
    const { argument, operator, prefix } = node;
    if (isElement(argument) && (prefix ? argument.end === node.end : argument.start === node.start)) {
      const site = walk.sites.add(node.start, nameOf(argument.object));
      // Inserted before the operator, so that the emitter separates it from a preceding word: `typeof++a[0]`.
      emit.insertBefore(node.start, `${instrument('inc')}(`);
      if (prefix) emit.replace(node.start, node.start + operator.length, '');
      emitObjectAndKey(argument, `,${operator === '++' ? 1 : -1},${prefix},${site})`, walk);
      if (!prefix) emit.replace(argument.end, node.end, '');
      return;
    }
    const visitArgument = (): void => visitTarget(argument, walk);
    if (isSuper(argument) || changesOuter(argument, walk)) inEffect(node, walk, visitArgument);
    else visitArgument();
  },

  VariableDeclarator(node, walk) {
    if (node.init === null) walk.visit(node.id);
    else visitTargetAndValue(node.id, node.init, walk);
  },
};
