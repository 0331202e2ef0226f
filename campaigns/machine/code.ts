import type { Condition, Expression, Statement, Test, Thread } from '../program/ast.js';

/** An instruction of a thread; jumps replace the structure of statements. */
export type Instruction =
  | Exclude<
      Statement,
      {
        kind:
          | 'if'
          | 'loop'
          | 'for'
          | 'break'
          | 'continue'
          | 'return'
          | 'recursion'
          | 'again'
          | 'leave'
          | 'sleep'
          | 'pause'
          | 'bulk-store'
          | 'bulk-load';
      }
    >
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'unless'; readonly condition: Condition; to: number }
  /** Calls the function at `to`. Without `depth`, the call is one level deeper, and is skipped at the deepest level. */
  | { readonly kind: 'call'; readonly argument: Expression; readonly depth?: number; to: number }
  | { readonly kind: 'leave' }
  | { readonly kind: 'sleep-start'; readonly condition: number; readonly mutex: number }
  /** Waits until another thread removes this one from the queue. */
  | { readonly kind: 'asleep'; readonly queue: number; readonly to?: number; readonly finite: boolean }
  | { readonly kind: 'end' };

type Jump = Extract<Instruction, { to: number; kind: 'jump' | 'unless' | 'call' }>;

/** Targets of `break` and `continue`, filled in when they are known. */
interface Surroundings {
  readonly breaks?: Jump[];
  readonly continues?: Jump[];
  /** Start of the innermost function. */
  readonly entry?: number;
}

export function codeOf(thread: Thread, queueOfCell: (cell: number) => number): readonly Instruction[] {
  const code: Instruction[] = [];
  const returns: Jump[] = [];

  const jump = (to = -1): Jump => emit({ kind: 'jump', to });
  const unless = (condition: Condition): Jump => emit({ kind: 'unless', condition, to: -1 });
  const here = (jumps: readonly Jump[]): void => jumps.forEach((each) => (each.to = code.length));

  function emit<T extends Instruction>(instruction: T): T {
    code.push(instruction);
    return instruction;
  }

  function all(statements: readonly Statement[], around: Surroundings): void {
    for (const statement of statements) one(statement, around);
  }

  /** Emits a test that leaves the loop if it does not hold. */
  function test({ first, condition }: Test, breaks: Jump[]): void {
    if (first !== undefined) one(first, {});
    breaks.push(unless(condition));
  }

  function one(statement: Statement, around: Surroundings): void {
    switch (statement.kind) {
      case 'if': {
        const skip = unless(statement.condition);
        all(statement.then, around);
        const done = jump();
        here([skip]);
        all(statement.otherwise, around);
        here([done]);
        break;
      }
      case 'loop': {
        const [breaks, continues]: [Jump[], Jump[]] = [[], []];
        const head = code.length;
        if (statement.form !== 'do' && statement.test) test(statement.test, breaks);
        all(statement.body, { ...around, breaks, continues });
        here(continues);
        if (statement.form === 'do' && statement.test) test(statement.test, breaks);
        jump(head);
        here(breaks);
        break;
      }
      case 'for': {
        const [breaks, continues]: [Jump[], Jump[]] = [[], []];
        const { counter, limit } = statement;
        emit({ kind: 'set', local: counter, value: { kind: 'constant', value: 0 } });
        const head = code.length;
        breaks.push(unless({ local: counter, comparison: '<', value: limit }));
        if (statement.test) test(statement.test, breaks);
        all(statement.body, { ...around, breaks, continues });
        here(continues);
        emit({ kind: 'set', local: counter, value: { kind: 'binary', operator: '+', local: counter, value: 1 } });
        jump(head);
        here(breaks);
        break;
      }
      case 'break':
        around.breaks!.push(jump());
        break;
      case 'continue':
        around.continues!.push(jump());
        break;
      case 'return':
        returns.push(jump());
        break;
      case 'recursion': {
        const call = emit({ kind: 'call', argument: { kind: 'constant', value: 0 }, depth: statement.depth, to: -1 });
        const over = jump();
        here([call]);
        all(statement.body, { entry: code.length });
        emit({ kind: 'leave' });
        here([over]);
        break;
      }
      case 'again':
        emit({ kind: 'call', argument: statement.argument, to: around.entry! });
        break;
      case 'sleep': {
        const { condition, mutex } = statement;
        emit({ kind: 'sleep-start', condition, mutex });
        emit({ kind: 'asleep', queue: condition, finite: false });
        emit({ kind: 'lock', mutex });
        break;
      }
      case 'wait': {
        emit(statement);
        emit({ kind: 'asleep', queue: queueOfCell(statement.at), to: statement.to, finite: statement.finite });
        break;
      }
      case 'bulk-store':
        statement.values.forEach((value, i) =>
          emit({ kind: 'store', to: { cell: statement.to + i }, value, order: 'relaxed' }),
        );
        break;
      case 'bulk-load':
        statement.to.forEach((to, i) =>
          emit({ kind: 'load', to, from: { cell: statement.from + i }, order: 'relaxed' }),
        );
        break;
      case 'pause':
        break;
      default:
        emit(statement);
    }
  }

  all(thread.body, {});
  here(returns);
  emit({ kind: 'end' });
  return code;
}
