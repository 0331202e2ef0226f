import type { Statement, Test } from '../program/ast.js';
import type { Expressions } from './expressions.js';
import { orderName } from './names.js';

/** The context that statements need from the surrounding function. */
export interface Surroundings {
  readonly expressions: Expressions;
  /** Adds a function for a recursion, and returns the call. */
  readonly call: (recursion: Extract<Statement, { kind: 'recursion' }>) => string;
  /** Returns the recursive call, inside such a function. */
  readonly again: (argument: string) => string;
  readonly names: {
    readonly cell: (cell: number) => string;
    readonly pointer: (cell: number) => string;
    readonly mutex: (mutex: number) => string;
    readonly condition: (condition: number) => string;
    readonly thread: (thread: number) => string;
    readonly label: () => string;
  };
}

interface Loops {
  readonly leave: string;
  readonly goOn: string;
}

export function statements(list: readonly Statement[], around: Surroundings, loops?: Loops): string {
  return list.map((each) => statement(each, around, loops)).join('\n');
}

function statement(each: Statement, around: Surroundings, loops?: Loops): string {
  const { expressions, names } = around;
  const block = (list: readonly Statement[], inner = loops): string => `{\n${statements(list, around, inner)}\n}`;
  switch (each.kind) {
    case 'load':
    case 'update':
    case 'swap':
    case 'try-lock':
    case 'wait':
      return `${expressions.reading(each)};`;
    case 'store': {
      const value = expressions.value(each.value, expressions.cell(each.to).type);
      const place = expressions.place(each.to);
      const isAtomic = expressions.cell(each.to).access === 'atomic';
      return isAtomic
        ? `atomic_store_explicit(&${place}, ${value}, ${orderName(each.order)});`
        : `${place} = ${value};`;
    }
    case 'fence':
      return `atomic_thread_fence(${orderName(each.order)});`;
    case 'set':
      return `${expressions.set(each.local, each.value)};`;
    case 'count': {
      const atLimit = expressions.condition({ local: each.local, comparison: '<', value: each.limit });
      const local = expressions.name(each.local);
      return `if (${atLimit}) ${local}++;${each.wraps ? ` else ${local} = 0;` : ''}`;
    }
    case 'if': {
      const otherwise = each.otherwise.length === 0 ? '' : ` else ${block(each.otherwise)}`;
      return `if (${expressions.condition(each.condition)}) ${block(each.then)}${otherwise}`;
    }
    case 'loop':
      return loop(each, around);
    case 'for': {
      const head = expressions.condition({ local: each.counter, comparison: '<', value: each.limit });
      const condition = each.test === undefined ? head : `${head} && ${test(each.test, expressions)}`;
      const counter = expressions.name(each.counter);
      return `for (${counter} = 0; ${condition}; ${counter}++) ${block(each.body, KEYWORDS)}`;
    }
    case 'break':
      return loops!.leave;
    case 'continue':
      return loops!.goOn;
    case 'return':
      return 'goto out;';
    case 'recursion':
      return around.call(each);
    case 'again':
      return around.again(expressions.argument(each.argument));
    case 'leave':
      return 'return;';
    case 'lock':
    case 'unlock':
      return `pthread_mutex_${each.kind}(&${names.mutex(each.mutex)});`;
    case 'sleep':
      return `pthread_cond_wait(&${names.condition(each.condition)}, &${names.mutex(each.mutex)});`;
    case 'signal':
      return `pthread_cond_${each.all ? 'broadcast' : 'signal'}(&${names.condition(each.condition)});`;
    case 'free':
      return `free((void *)${names.pointer(each.cell)});`;
    case 'assert':
      return `assert(${expressions.condition(each.condition)} && "A${each.number}");`;
    case 'assume':
      return `__VERIFIER_assume(${expressions.condition(each.condition)});`;
    case 'exit':
      return 'exit(0);';
    case 'spawn':
      return `pthread_create(&t${each.thread}, 0, ${names.thread(each.thread)}, 0);`;
    case 'join':
      return `pthread_join(t${each.thread}, &result); outcome = mix(outcome, joined(result));`;
    case 'detach':
      return `pthread_detach(t${each.thread});`;
    case 'observe':
      return `outcome = mix(outcome, (uint64_t)${names.cell(each.cell)});`;
    case 'notify':
    case 'bulk-store':
    case 'bulk-load':
    case 'pause':
      throw new Error(`C has no ${each.kind}`);
  }
}

const KEYWORDS: Loops = { leave: 'break;', goOn: 'continue;' };

function loop({ form, test: condition, body }: Extract<Statement, { kind: 'loop' }>, around: Surroundings): string {
  const { expressions, names } = around;
  const holds = condition === undefined ? '1' : test(condition, expressions);
  switch (form) {
    case 'while':
      return `while (${holds}) {\n${statements(body, around, KEYWORDS)}\n}`;
    case 'do':
      return `do {\n${statements(body, around, KEYWORDS)}\n} while (${holds});`;
    case 'goto': {
      const label = names.label();
      const [leave, goOn] = [`${label}_out`, `${label}_next`];
      const inner = statements(body, around, { leave: `goto ${leave};`, goOn: `goto ${goOn};` });
      return `${label}:\nif (!(${holds})) goto ${leave};\n${inner}\n${goOn}:\ngoto ${label};\n${leave}:;`;
    }
  }
}

function test({ first, condition }: Test, expressions: Expressions): string {
  const holds = expressions.condition(condition);
  return first === undefined ? holds : `(${expressions.reading(first)}, ${holds})`;
}
