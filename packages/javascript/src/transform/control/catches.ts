import { findToken } from '../text/trivia.js';
import type { Handlers } from '../walk/walk.js';
import { PREFIX, instrument } from '../text/own-names.js';

const ERROR = `${PREFIX}e`;
const CAUGHT = instrument('caught');

/** Handlers for exceptions: only the run may catch the exception that suspends it. */
export const catchHandlers: Handlers = {
  CatchClause(node, walk) {
    const { emit } = walk;
    const { param, body } = node;
    walk.inScopeOf(node, () => {
      if (param === null) {
        emit.insertAfter(node.start + 'catch'.length, `(${ERROR})`);
        emit.insertAfter(body.start + 1, `${CAUGHT}(${ERROR});`);
        walk.visit(body);
        return;
      }
      if (param.type === 'Identifier') {
        emit.insertAfter(body.start + 1, `${CAUGHT}(${param.name});`);
        walk.visit(body);
        return;
      }
      // A pattern might run code, so it comes after the check of the exception.
      emit.insertBefore(param.start, `${ERROR}){let `);
      walk.visit(param);
      const parenthesis = findToken(walk.source, param.end, ')');
      emit.replace(parenthesis, parenthesis + 1, `=${CAUGHT}(${ERROR});`);
      walk.visit(body);
      emit.insertAfter(node.end, '}');
    });
  },

  TryStatement(node, walk) {
    walk.visit(node.block);
    walk.visit(node.handler);
    if (node.finalizer === null) return;
    walk.emit.insertAfter(node.finalizer.start + 1, `${CAUGHT}();`);
    walk.visit(node.finalizer);
  },
};
