import type { Program, Statement, Thread } from './program/ast.js';
import { flatten } from './program/walk.js';

/** Returns programs that are slightly smaller than this one. */
export function smaller(program: Program): readonly Program[] {
  const { threads } = program;
  const withBody = (t: number, body: readonly Statement[]): Program => ({
    ...program,
    threads: threads.with(t, { ...threads[t]!, body }),
  });
  const simpler = (t: number, change: Partial<Thread>): Program => ({
    ...program,
    threads: threads.with(t, { ...threads[t]!, ...change }),
  });
  return [
    ...threads.flatMap(({ body }, t) => smallerLists(body).map((each) => withBody(t, each))),
    ...threads.flatMap(({ storage }, t) => (storage === 'variables' ? [] : [simpler(t, { storage: 'variables' })])),
    ...threads.flatMap(({ style }, t) => (style === 'plain' ? [] : [simpler(t, { style: 'plain' })])),
  ];
}

function smallerLists(list: readonly Statement[]): (readonly Statement[])[] {
  return list.flatMap((statement, i) => [
    list.toSpliced(i, 1),
    ...smallerStatements(statement).map((less) => list.toSpliced(i, 1, ...less)),
  ]);
}

/** Returns statements that can replace this one. */
function smallerStatements(statement: Statement): (readonly Statement[])[] {
  switch (statement.kind) {
    case 'if':
      return [
        statement.then,
        statement.otherwise,
        ...smallerLists(statement.then).map((then) => [{ ...statement, then }]),
        ...smallerLists(statement.otherwise).map((otherwise) => [{ ...statement, otherwise }]),
      ];
    case 'loop':
    case 'for':
      return smallerLists(statement.body).map((body) => [{ ...statement, body }]);
    case 'recursion': {
      const inner = smallerLists(statement.body).map((body): readonly Statement[] => [{ ...statement, body }]);
      return statement.depth > 1 ? [[{ ...statement, depth: 1 }], ...inner] : inner;
    }
    case 'bulk-store':
      return statement.values.length < 2 ? [] : [[{ ...statement, values: statement.values.slice(0, -1) }]];
    case 'bulk-load':
      return statement.to.length < 2 ? [] : [[{ ...statement, to: statement.to.slice(0, -1) }]];
    default:
      return [];
  }
}

/**
 * Whether the program still makes sense: locks are released, loops are left from within, started threads are joined as
 * before.
 */
export function isSound(program: Program): boolean {
  const { language, threads } = program;
  if (language === 'c' && !threads[0]!.body.some(({ kind }) => kind === 'spawn')) return false;
  return threads.every(({ body }) => balanced(body) && inPlace(body, false));
}

function balanced(list: readonly Statement[]): boolean {
  const count = (kind: Statement['kind']): number =>
    flatten(list).filter((statement) => statement.kind === kind).length;
  if (count('lock') + count('try-lock') !== count('unlock')) return false;
  const threads = (kind: 'spawn' | 'join' | 'detach'): number[] =>
    list.flatMap((statement) => (statement.kind === kind ? [statement.thread] : []));
  return [...threads('join'), ...threads('detach')].every((thread) => threads('spawn').includes(thread));
}

function inPlace(list: readonly Statement[], inLoop: boolean): boolean {
  return list.every((statement) => {
    switch (statement.kind) {
      case 'break':
      case 'continue':
        return inLoop;
      case 'if':
        return inPlace(statement.then, inLoop) && inPlace(statement.otherwise, inLoop);
      case 'loop':
      case 'for':
        return inPlace(statement.body, true);
      case 'recursion':
        return inPlace(statement.body, false);
      default:
        return true;
    }
  });
}
