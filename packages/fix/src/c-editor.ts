import type { Neighbour, OperationRepair, OrderedOperation } from '@fencepost/check';
import type { MemoryOrder, ModelName } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import { fencesAndOrders, joinedOrders } from '@fencepost/check';
import type { Statement, Token } from './c-syntax.js';
import { closing, statementsOf, tokensOf } from './c-syntax.js';
import { atomicCall, orderEdits } from './c-calls.js';
import { includeFor } from './c-includes.js';
import { orderWord, rewritten } from './c-orders.js';
import type { Edit, Editor, VariableEditor } from './editor.js';
import { lineEndOf, offsetOf } from './editor.js';

/** Edits C or C++: inserts fences between statements, and changes the memory orders in calls of atomic operations. */
export function cEditor(models: readonly ModelName[], isCxx: boolean, variables?: VariableEditor): Editor {
  let parsed: Source | undefined;
  const sourceOf = (text: string): Source => {
    if (parsed?.text !== text) parsed = new Source(text, isCxx);
    return parsed;
  };
  return {
    candidates: fencesAndOrders(models),
    canMake: (text, repair, strictly) => sourceOf(text).canMake(repair, strictly),
    separates: (text, repair, neighbour) => sourceOf(text).separates(repair, neighbour),
    edits: (text, repairs) => sourceOf(text).edits(repairs),
    canTell: (text, repair) => sourceOf(text).canTell(repair),
    words: (repair) => inWords(repair, isCxx),
    ...(variables && { variables }),
    orders: {
      canChange: (text, operation) => sourceOf(text).canOrder(operation),
      edits: (text, operations) => operations.flatMap((each) => sourceOf(text).order(each)),
    },
  };
}

/** Position of a fence: before or after a statement, or at the start of a statement's condition. */
interface Slot {
  readonly at: 'before' | 'after' | 'condition';
  readonly statement: Statement;
}

/** Statements that transfer control, so that a fence after them would not run. */
const LEAVES = new Set(['return', 'goto', 'break', 'continue', 'throw', 'co_return']);

class Source {
  readonly text: string;
  private readonly isCxx: boolean;
  private readonly tokens: readonly Token[];
  private readonly statements: readonly Statement[];

  constructor(text: string, isCxx: boolean) {
    this.text = text;
    this.isCxx = isCxx;
    this.tokens = tokensOf(text);
    this.statements = statementsOf(this.tokens);
  }

  canMake(repair: OperationRepair, strictly: boolean): boolean {
    const token = this.tokenAt(repair);
    if (token === undefined) return false;
    if (repair.change === 'order') return this.orderWordAt(token) !== undefined;
    return this.slotFor(repair) !== undefined && !(strictly && this.mayBeMacro(token));
  }

  /**
   * Whether the inserted fence lies between the two operations. Fences go between statements, so none fits before the
   * store of `q = load(x)`, which comes after the load.
   */
  separates(repair: OperationRepair, { operation, site }: Neighbour): boolean {
    if (site.file !== repair.site.file) return true;
    // In a loop, the neighbour may be the operation itself.
    if (operation === repair.operation && formatSite(site) === formatSite(repair.site)) return true;
    const slot = this.slotFor(repair);
    const token = this.tokenAt({ site });
    return slot === undefined || token === undefined || token < slot.statement.first || token > slot.statement.last;
  }

  /** Whether the repair can be described. Only calls, including calls in macros, have memory orders. */
  canTell(repair: OperationRepair): boolean {
    const token = this.tokenAt(repair);
    return repair.change !== 'order' || token === undefined || this.isCall(token);
  }

  edits(repairs: readonly OperationRepair[]): readonly Edit[] {
    const edits: Edit[] = [];
    const slots = new Map<Statement, Map<Slot['at'], MemoryOrder>>();
    const orders = new Map<Token, MemoryOrder>();
    for (const repair of repairs) {
      if (repair.change === 'order') {
        const word = this.orderWordAt(this.tokenAt(repair)!)!;
        orders.set(word, joinedOrders(orders.get(word) ?? 'relaxed', repair.order));
        continue;
      }
      const { at, statement } = this.slotFor(repair)!;
      const own = slots.get(statement) ?? new Map<Slot['at'], MemoryOrder>();
      own.set(at, joinedOrders(own.get(at) ?? 'relaxed', repair.order));
      slots.set(statement, own);
    }
    for (const [word, order] of orders)
      edits.push({ start: word.start, end: word.end, text: rewritten(word.text, order) });
    for (const [statement, own] of slots) edits.push(...this.around(statement, own));
    const include = slots.size === 0 ? undefined : includeFor(this.text, this.isCxx);
    return include === undefined ? edits : [include, ...edits];
  }

  /** Whether the operation can be given any memory order. */
  canOrder({ operation, site }: Pick<OrderedOperation, 'operation' | 'site'>): boolean {
    const token = this.tokenAt({ site });
    if (token === undefined || atomicCall(this.tokens, token) === undefined) return false;
    return operation !== 'fence' || this.fenceAt(token) !== undefined;
  }

  order({ operation, site, order, failureOrder }: OrderedOperation): readonly Edit[] {
    const { tokens } = this;
    const token = this.tokenAt({ site })!;
    if (operation === 'fence' && order === 'relaxed') return [this.removal(this.fenceAt(token)!)];
    return orderEdits(tokens, atomicCall(tokens, token)!, { order, failureOrder }, this.isCxx);
  }

  /** Returns the word for the order of a call; it may come from a macro. */
  private orderWordAt(token: number): Token | undefined {
    const own = atomicCall(this.tokens, token)?.orders[0];
    return own !== undefined && own.first === own.last ? this.tokens[own.last] : orderWord(this.tokens, token);
  }

  /** Returns the statement at a token if it consists only of a fence. */
  private fenceAt(token: number): Statement | undefined {
    const { tokens } = this;
    return this.statements.find(({ first, last, header, isEnded }) => {
      if (header !== undefined || !isEnded || first > token || token > last) return false;
      const call = tokens.slice(first, last + 1).findIndex(({ text }) => text.endsWith('atomic_thread_fence'));
      return (
        (call === 0 || (call === 2 && tokens[first]!.text === 'std')) && closing(tokens, first + call + 1) === last - 1
      );
    });
  }

  private removal({ first, last, isBody }: Statement): Edit {
    const { text, tokens } = this;
    const { start } = tokens[first]!;
    const { end } = tokens[last]!;
    if (isBody) return { start, end, text: ';' };
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
    const isAlone = rest !== null && text.slice(lineStart, start).trim() === '';
    return isAlone ? { start: lineStart, end: end + rest[0].length, text: '' } : { start, end, text: '' };
  }

  /** Returns the token at a place. */
  private tokenAt({ site }: Pick<OperationRepair, 'site'>): number | undefined {
    const offset = offsetOf(this.text, site, 'bytes');
    if (offset === undefined) return undefined;
    const found = this.tokens.findIndex(({ start, end }) => start <= offset && offset < end);
    return found < 0 ? undefined : found;
  }

  private slotFor(repair: OperationRepair): Slot | undefined {
    const token = this.tokenAt(repair);
    if (token === undefined) return undefined;
    const around = this.statements.filter(({ first, last }) => first <= token && token <= last);
    const statement = around.toSorted((a, b) => a.last - a.first - (b.last - b.first))[0];
    if (statement === undefined || !statement.isEnded) return undefined;
    const { header } = statement;
    if (header === undefined) {
      const isAfter = repair.change === 'fence after';
      if (isAfter && LEAVES.has(this.tokens[statement.first]!.text)) return undefined;
      return { at: isAfter ? 'after' : 'before', statement };
    }
    if (repair.change === 'fence after' || token < header.first || token > header.last) return undefined;
    if (header.word === 'if' || header.word === 'switch') return { at: 'before', statement };
    return header.word === 'for' ? undefined : { at: 'condition', statement };
  }

  /** Whether the token looks like a call but may be a macro, with other accesses before or after this one. */
  private mayBeMacro(token: number): boolean {
    const isAtomic = /^(?:__)?(?:c11_)?(?:atomic|sync)_/.test(this.tokens[token]!.text);
    return this.isCall(token) && !isAtomic && this.tokens[token - 1]?.text !== '.';
  }

  private isCall(token: number): boolean {
    return /^[A-Za-z_]\w*$/.test(this.tokens[token]!.text) && this.tokens[token + 1]?.text === '(';
  }

  private around(statement: Statement, orders: ReadonlyMap<Slot['at'], MemoryOrder>): readonly Edit[] {
    const { text, tokens } = this;
    const [before, after, condition] = (['before', 'after', 'condition'] as const).map((at) => {
      const order = orders.get(at);
      return order && fenceText(order, this.isCxx);
    });
    const edits: Edit[] = [];
    const insert = (at: number, added: string): void => {
      edits.push({ start: at, end: at, text: added });
    };
    const { start } = tokens[statement.first]!;
    const { end } = tokens[statement.last]!;
    if (condition !== undefined) insert(tokens[statement.header!.first]!.start, `${condition}, `);
    if (statement.isBody) {
      if (before === undefined && after === undefined) return edits;
      insert(start, before === undefined ? '{ ' : `{ ${before}; `);
      insert(end, after === undefined ? ' }' : ` ${after}; }`);
      return edits;
    }
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const indent = /^[ \t]*/.exec(text.slice(lineStart, start))![0];
    const isFirst = lineStart + indent.length === start;
    const newLine = lineEndOf(text) + indent;
    if (before !== undefined) insert(start, isFirst ? `${before};${newLine}` : `${before}; `);
    if (after !== undefined) {
      // A comment to the end of the line stays with its statement.
      const comment = /^[ \t]*(?:\/\/[^\n\\]*?|\/\*[^\n]*?\*\/[ \t]*)?(?=\r?\n|$)/.exec(text.slice(end));
      if (comment === null || !isFirst) insert(end, ` ${after};`);
      else insert(end + comment[0].length, `${newLine}${after};`);
    }
    return edits;
  }
}

function fenceText(order: MemoryOrder, isCxx: boolean): string {
  const std = isCxx ? 'std::' : '';
  return `${std}atomic_thread_fence(${std}memory_order_${order})`;
}

function inWords({ change, operation, site, order }: OperationRepair, isCxx: boolean): string {
  const what = `the ${operation === 'rmw' ? 'read-modify-write' : operation} at ${formatSite(site)}`;
  if (change === 'order') return `give ${what} the order ${order}`;
  return `put ${fenceText(order, isCxx)} ${change === 'fence after' ? 'after' : 'before'} ${what}`;
}
