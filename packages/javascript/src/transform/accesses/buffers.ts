import type { Node } from 'oxc-parser';
import { nameOf } from '../text/sites.js';
import type { Walk } from '../walk/walk.js';

/** Names a buffer after the variable that it initialises: `const flags = new Int32Array(new SharedArrayBuffer(8))`. */
export function nameBuffer(value: Node | null, name: string, walk: Walk): void {
  if (value?.type !== 'NewExpression' || name === '') return;
  if (nameOf(value.callee) === 'SharedArrayBuffer') walk.bufferNames.set(value, name);
  else nameBuffer(value.arguments[0] ?? null, name, walk);
}
