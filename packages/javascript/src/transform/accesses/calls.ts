import type { Node } from 'oxc-parser';
import { nameOfCall, receiverOf, visitArguments } from './arguments.js';
import { visitCallee } from './chains.js';
import { closedCheck, visitClosedCheck } from './closed-checks.js';
import { importedText, isEval, visitIn } from './identifiers.js';
import { withName } from './given-names.js';
import { calleeText, visitArgument, visitReceiver } from './mutators.js';
import { SEGMENTS, WITH_SITE } from '../recording/recorder.js';
import { nameOf } from '../text/sites.js';
import { findToken } from '../text/trivia.js';
import type { Handlers, Walk, NodeOf } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';
import { notePathCall, noteTemplate, noteUrl, noteWorker } from '../walk/worker-files.js';

type Call = NodeOf<'CallExpression'>;
type New = NodeOf<'NewExpression'>;

function noteRequire({ callee, arguments: [specifier] }: Call, walk: Walk): void {
  if (callee.type !== 'Identifier' || callee.name !== 'require' || walk.kind !== 'cjs') return;
  if (specifier?.type === 'Literal' && typeof specifier.value === 'string') walk.requires.add(specifier.value);
}

function visitNew(node: New, walk: Walk): void {
  const { emit } = walk;
  const { callee, arguments: given } = node;
  const [first, ...others] = given;
  if (first === undefined) {
    visitConstructor(callee, walk);
    return;
  }
  const site = walk.sites.add(node.start, nameOf(first));
  if (callee.type === 'Identifier' && first.type !== 'SpreadElement') {
    walk.visit(callee);
    const constructor = importedText(callee.name, walk) ?? callee.name;
    emit.insertBefore(first.start, `${instrument('arg')}(${constructor},`);
    visitArgument(first, 0, callee, walk);
    emit.insertAfter(first.end, `,${site})`);
    visitArguments(others, site, walk);
    return;
  }
  emit.replace(node.start, node.start + 'new'.length, `${instrument('cons')}(`);
  walk.visit(callee);
  const parenthesis = findToken(walk.source, callee.end, '(');
  emit.replace(parenthesis, parenthesis + 1, `,${site},`);
  walk.visitAll(given);
  // A trailing comma is valid in a call; the closing parenthesis stays.
}

/** Returns whether `new callee()` keeps its meaning after parts of the callee have become calls. */
function isDotted(callee: Node): boolean {
  if (callee.type === 'MemberExpression') return !callee.computed && isDotted(callee.object);
  return (
    callee.type === 'Identifier' ||
    callee.type === 'ThisExpression' ||
    callee.type === 'MetaProperty' ||
    callee.type === 'ParenthesizedExpression'
  );
}

function visitConstructor(callee: Node, walk: Walk): void {
  if (isDotted(callee)) {
    walk.visit(callee);
    return;
  }
  walk.emit.insertBefore(callee.start, '(');
  walk.visit(callee);
  walk.emit.insertAfter(callee.end, ')');
}

/** Emits a direct `eval`, whose code can access the variables in scope: it stays a direct call. */
function visitEval({ start, arguments: given }: Call, walk: Walk): void {
  const [text, ...rest] = given;
  if (text === undefined || text.type === 'SpreadElement') walk.visitAll(given);
  else {
    visitIn('text', text, walk, `,${walk.sites.add(start, '')}`);
    walk.visitAll(rest);
  }
}

/** Emits the callee. While a loop is tested, it is examined, unless the arguments do that. */
function visitExamined({ callee, arguments: given }: Call, walk: Walk): void {
  if (given.length > 0 && calleeText(callee, walk) !== '') visitCallee(callee, walk);
  else if (callee.type === 'MemberExpression') {
    visitReceiver(callee, walk);
    if (callee.computed) walk.visit(callee.property);
  } else if (callee.type === 'Identifier' && walk.notesEffects) {
    const text = importedText(callee.name, walk) ?? callee.name;
    walk.emit.replace(callee.start, callee.end, `${instrument('callee')}(${text},"${callee.name}")`);
  } else if (callee.type === 'CallExpression' && walk.notesEffects) visitIn('callback', callee, walk);
  else visitCallee(callee, walk);
}

/** Emits a call of an instrument that `recordAccesses` has written. */
function visitRecording({ start, callee, arguments: given }: Call, walk: Walk): boolean {
  if (callee.type !== 'MemberExpression' || nameOf(callee.object) !== SEGMENTS) return false;
  walk.visitAll(given);
  if (!WITH_SITE.has(nameOf(callee.property))) return true;
  walk.emit.insertAfter(given.at(-1)!.end, `,${walk.sites.add(start, nameOf(given[0]))}`);
  return true;
}

function visitCall(node: Call, walk: Walk): void {
  const { callee, arguments: given } = node;
  if (visitRecording(node, walk)) return;
  noteRequire(node, walk);
  notePathCall(node, walk);
  if (callee.type === 'Identifier' && callee.name === 'require' && walk.kind === 'cjs') {
    walk.visitAll(given);
    return;
  }
  if (isEval(callee, walk)) {
    visitEval(node, walk);
    return;
  }
  const receiver = receiverOf(node);
  const site = given.length > 0 || receiver !== undefined ? walk.sites.add(node.start, nameOfCall(node)) : '';
  if (receiver === undefined || callee.type !== 'MemberExpression') visitExamined(node, walk);
  else {
    walk.emit.insertBefore(node.start, `${instrument('at')}(`);
    visitReceiver(callee, walk);
    walk.emit.insertAfter(receiver.end, `,${site})`);
    if (callee.computed) walk.visit(callee.property);
  }
  const closed = closedCheck(node, walk);
  if (closed === undefined) visitArguments(given, site, walk, callee);
  else visitClosedCheck(closed, walk);
}

/** Handlers for calls and `new`. */
export const callHandlers: Handlers = {
  CallExpression(node, walk) {
    withName(node, walk, () => visitCall(node, walk));
  },

  NewExpression(node, walk) {
    noteUrl(node, walk);
    noteWorker(node, walk);
    withName(node, walk, () => visitNew(node, walk));
  },

  TaggedTemplateExpression(node, walk) {
    visitCallee(node.tag, walk);
    walk.visit(node.quasi);
  },

  TemplateLiteral(node, walk) {
    noteTemplate(node, walk);
    walk.visitAll(node.expressions);
  },
};
