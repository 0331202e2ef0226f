import type { Statement } from './ast.js';

/** Returns all statements, including nested ones and those in the tests of loops. */
export function flatten(list: readonly Statement[]): readonly Statement[] {
  return list.flatMap((statement) => {
    switch (statement.kind) {
      case 'if':
        return [statement, ...flatten(statement.then), ...flatten(statement.otherwise)];
      case 'loop':
      case 'for':
        return [statement, ...(statement.test?.first ? [statement.test.first] : []), ...flatten(statement.body)];
      case 'recursion':
        return [statement, ...flatten(statement.body)];
      default:
        return [statement];
    }
  });
}

/** Returns the locals that a statement, or one within it, assigns. */
export function assigned(statement: Statement): readonly number[] {
  return flatten([statement]).flatMap((each) => {
    switch (each.kind) {
      case 'load':
      case 'update':
      case 'try-lock':
      case 'wait':
      case 'notify':
        return [each.to];
      case 'bulk-load':
        return each.to;
      case 'swap':
        return each.old === undefined ? [each.success] : [each.success, each.old];
      case 'set':
      case 'count':
        return [each.local];
      case 'for':
        return [each.counter];
      default:
        return [];
    }
  });
}
