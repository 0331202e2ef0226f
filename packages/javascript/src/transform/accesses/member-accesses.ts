import type { ComputedMemberExpression, Node } from 'oxc-parser';
import { nameValue } from './given-names.js';
import { nameFunction } from '../walk/function-kinds.js';
import { isElementKey } from '../walk/patterns.js';
import { nameOf } from '../text/sites.js';
import { findToken } from '../text/trivia.js';
import type { Handlers, NodeOf, Walk } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';

type Member = NodeOf<'MemberExpression'>;
type PatternProperty = NodeOf<'ObjectPattern'>['properties'][number];

/** Returns whether a member may be an element of a typed array. */
export function isElement(node: Node): node is ComputedMemberExpression {
  return (
    node.type === 'MemberExpression' &&
    node.computed &&
    node.object.type !== 'Super' &&
    isElementKey(node.property, true)
  );
}

/** Emits `object[key]` as `object,key`, followed by `close`. */
export function emitObjectAndKey(node: Member, close: string, walk: Walk): void {
  walk.visit(node.object);
  emitKey(node, close, walk);
}

/** Emits the part of a computed member after its object. */
export function emitKey(node: Member, close: string, walk: Walk): void {
  const { emit, source } = walk;
  const { end } = node.object;
  const bracket = findToken(source, node.optional ? findToken(source, end, '?.') + 2 : end, '[');
  const sequence = node.property.type === 'SequenceExpression';
  emit.replace(node.optional ? end : bracket, bracket + 1, sequence ? ',(' : ',');
  walk.visit(node.property);
  emit.replace(node.end - 1, node.end, sequence ? `)${close}` : close);
}

/** Emits a member without instruments: visits its object and key, and leaves the member unchanged. */
export function visitPlainMember(node: Member, walk: Walk): void {
  walk.visit(node.object);
  if (node.computed) walk.visit(node.property);
}

/** Emits the target of an assignment; replaces an element by a reference to it. */
export function visitTarget(node: Node, walk: Walk): void {
  if (isElement(node)) {
    const site = walk.sites.add(node.start, nameOf(node.object));
    walk.emit.insertBefore(node.start, `${instrument('ref')}(`);
    emitObjectAndKey(node, `,${site}).v`, walk);
  } else if (node.type === 'MemberExpression') visitProperty(node, walk);
  else walk.visit(node);
}

/** Emits a property that is assigned: `a.b = 1` becomes `touch(a,"b").b = 1`. */
function visitProperty(node: Member, walk: Walk): void {
  const { object, property } = node;
  if (object.type === 'Super' || !walk.notesEffects) {
    visitPlainMember(node, walk);
    return;
  }
  walk.emit.insertBefore(object.start, `${instrument('touch')}(`);
  walk.visit(object);
  walk.emit.insertAfter(object.end, `,${keyText(node)})`);
  if (node.computed) walk.visit(property);
}

function keyText({ property, computed }: Member): string {
  if (property.type === 'PrivateIdentifier') return `$o=>$o.#${property.name}`;
  if (!computed) return JSON.stringify(property.name);
  return property.type === 'Literal' ? JSON.stringify(String(property.value)) : 'void 0';
}

/**
 * Emits an object pattern.
 * @param isStandIn - whether the destructured value has gone through `pat`
 */
export function visitObjectPattern(node: NodeOf<'ObjectPattern'>, isStandIn: boolean, walk: Walk): void {
  for (const property of node.properties) {
    if (property.type === 'Property') {
      if (isStandIn || !isElementKey(property.key, property.computed)) {
        if (property.computed) walk.visit(property.key);
      } else visitElementKey(property, walk);
      if (!property.shorthand) visitTarget(property.value, walk);
      else if (property.value.type === 'AssignmentPattern') {
        nameFunction(property.value.right, nameOf(property.value.left), walk);
        walk.visit(property.value.right);
      }
    } else {
      if (!isStandIn) walk.emit.insertBefore(property.start, `[${instrument('whole')}()]:{}=1,`);
      walk.visit(property);
    }
  }
}

/**
 * Emits the key of an element. A pattern does not name the destructured object, so `{0: x}` becomes
 * `{[part(0)]:{}=1,[key(S)]: x}`. The first property binds nothing, but reading it from a typed array reveals the
 * object.
 */
function visitElementKey({ start, key, computed }: NodeOf<'Property'> & PatternProperty, walk: Walk): void {
  const { emit } = walk;
  const site = walk.sites.add(start, '');
  const part = `${instrument('part')}(`;
  const close = `)]:{}=1,[${instrument('key')}(${site})]`;
  if (computed) {
    emit.insertAfter(start + 1, part);
    walk.visit(key);
    const bracket = findToken(walk.source, key.end, ']');
    emit.replace(bracket, bracket + 1, close);
  } else {
    emit.insertAfter(start, `[${part}`);
    emit.insertAfter(key.end, close);
  }
}

/** Handlers for computed member accesses. */
export const accessHandlers: Handlers = {
  MemberExpression(node, walk) {
    if (!isElement(node)) {
      visitPlainMember(node, walk);
      return;
    }
    const site = walk.sites.add(node.start, nameOf(node.object));
    walk.emit.insertBefore(node.start, `${instrument('r')}(`);
    emitObjectAndKey(node, `,${site})`, walk);
  },

  ObjectPattern(node, walk) {
    visitObjectPattern(node, false, walk);
  },

  ArrayPattern(node, walk) {
    for (const element of node.elements) if (element !== null) visitTarget(element, walk);
  },

  RestElement(node, walk) {
    visitTarget(node.argument, walk);
  },

  AssignmentPattern(node, walk) {
    visitTarget(node.left, walk);
    nameValue(node.right, nameOf(node.left), walk);
    if (node.left.type === 'Identifier') nameFunction(node.right, node.left.name, walk);
    walk.visit(node.right);
  },
};
