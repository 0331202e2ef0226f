import { paths } from '#host/paths';
import type { Node } from 'oxc-parser';
import { nameOf } from '../text/sites.js';
import type { NodeOf, Walk } from './walk.js';

/** `new URL('./worker.js', import.meta.url)` */
export function noteUrl({ callee, arguments: [file, base] }: NodeOf<'NewExpression'>, walk: Walk): void {
  if (callee.type !== 'Identifier' || callee.name !== 'URL' || !isOfMeta(base, 'url')) return;
  const text = textOf(file);
  if (text !== undefined) walk.workerFiles.add(text);
}

/** `new Worker('./worker.js')`: correct if Node runs in the folder of the module. */
export function noteWorker({ callee, arguments: [file] }: NodeOf<'NewExpression'>, walk: Walk): void {
  if (nameOf(callee) === 'Worker') notePath(textOf(file), walk);
}

/** `path.join(__dirname, 'worker.js')`, `resolve(import.meta.dirname, …)`, `require.resolve('./worker.js')` */
export function notePathCall({ callee, arguments: [first, ...others] }: NodeOf<'CallExpression'>, walk: Walk): void {
  const called = calledOf(callee);
  const name = nameOf(called);
  if (name === 'resolve' && called.type === 'MemberExpression' && nameOf(called.object) === 'require') {
    notePath(textOf(first), walk);
  } else if ((name === 'resolve' || name === 'join') && isFolder(first)) {
    const parts = others.map(textOf);
    if (!parts.includes(undefined)) notePath(parts.join('/'), walk);
  }
}

/** `__dirname + '/worker.js'`, `import.meta.url + '/../worker.js'` */
export function noteSum({ left, right }: NodeOf<'BinaryExpression'>, walk: Walk): void {
  const text = textOf(right);
  if (isFolder(left)) notePath(text, walk);
  else if (isOfMeta(left, 'url') && text?.startsWith('/../') === true) notePath(text.slice('/../'.length), walk);
}

/** `${__dirname}/worker.js` */
export function noteTemplate({ quasis, expressions }: NodeOf<'TemplateLiteral'>, walk: Walk): void {
  if (expressions.length !== 1 || !isFolder(expressions[0]) || quasis[0]?.value.raw !== '') return;
  notePath(quasis[1]?.value.cooked ?? undefined, walk);
}

/**
 * Records a path relative to the folder of the module. Many joined paths are not programs, so only those with a
 * script's extension are recorded.
 */
function notePath(file: string | undefined, walk: Walk): void {
  if (file !== undefined && /\.[cm]?[jt]s$/.test(file)) walk.joinedFiles.add(paths.join('.', file));
}

/** `f` in `f(…)`, `(0, f)(…)` */
function calledOf(callee: Node): Node {
  if (callee.type === 'ParenthesizedExpression') return calledOf(callee.expression);
  return callee.type === 'SequenceExpression' ? calledOf(callee.expressions.at(-1)!) : callee;
}

function isFolder(node: Node | undefined): boolean {
  return (node?.type === 'Identifier' && node.name === '__dirname') || isOfMeta(node, 'dirname');
}

function isOfMeta(node: Node | undefined, property: string): boolean {
  return node?.type === 'MemberExpression' && node.object.type === 'MetaProperty' && nameOf(node.property) === property;
}

function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
