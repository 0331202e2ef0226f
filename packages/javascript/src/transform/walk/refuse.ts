import { FencepostError } from '@fencepost/core';
import type { Node } from 'oxc-parser';
import { lineStarts, positionAt } from '../text/positions.js';
import type { Walk } from './walk.js';

/** Throws the error for a node that cannot be instrumented. */
export function unsupported(what: string, node: Node, walk: Walk, hint?: string): never {
  const site = { file: walk.file, ...walk.originalOf(positionAt(lineStarts(walk.source), node.start)) };
  throw new FencepostError(
    'JS_UNSUPPORTED',
    `${what} is not supported`,
    hint === undefined ? { site } : { site, hint },
  );
}
