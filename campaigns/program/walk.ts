import type { Statement } from './ast.js';

/** All statements, those within others and in the tests of loops included. */
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
