import type { Context } from './contexts.js';
import { isOnce } from './contexts.js';
import type { MemoryObject } from './memory.js';
import { isSingle } from './memory.js';
import type { Operation, Sources, Term } from './operations.js';
import { SAME } from './operations.js';
import type { PointsTo } from './points-to.js';

/**
 * A value as text, plus `bytes`. While none of its roots is computed again, a thread that computes the name twice gets the
 * same value.
 */
export interface Name {
  readonly text: string;
  readonly bytes: number;
  /** Values of locals, by their numbers in the whole program. */
  readonly roots: ReadonlySet<number>;
}

/** Returns the name of a result that is not followed further. */
export function nameOfRoot(value: number): string {
  return `%${value}`;
}

/** Whether the name is good for numbers: where a pointer is stored once, different numbers may be besides. */
export function isNumber({ text }: Name): boolean {
  return !text.includes('[');
}

const NONE: ReadonlySet<number> = new Set();

/** Names values, as far as they are functions of constants and of results that are not followed. */
export class Names {
  private readonly pointsTo: PointsTo;
  private readonly known = new Map<number, Name | undefined>();
  private readonly makers = new Map<Context['body'], ReadonlyMap<number, Operation>>();

  constructor(pointsTo: PointsTo) {
    this.pointsTo = pointsTo;
  }

  /** Returns the name of an operand. */
  of([source, ...others]: Sources, context: Context): Name | undefined {
    if (source === undefined || others.length > 0) return undefined;
    if ('local' in source) return this.ofTerm({ of: source.local, bytes: 0 }, context);
    return source.offset === undefined ? undefined : { text: source.symbol, bytes: source.offset, roots: NONE };
  }

  ofTerm({ of, bytes }: Term, context: Context): Name | undefined {
    if (typeof of === 'string') return { text: of, bytes, roots: NONE };
    const name = this.local(of, context);
    return name && { ...name, bytes: name.bytes + bytes };
  }

  private local(local: number, context: Context): Name | undefined {
    // Several calls of a recursion have the same locals.
    if (context.isRecursive) return undefined;
    const value = context.first + local;
    if (!this.known.has(value)) this.known.set(value, this.find(local, context));
    return this.known.get(value);
  }

  private find(local: number, context: Context): Name | undefined {
    const value = context.first + local;
    const root = { text: nameOfRoot(value), bytes: 0, roots: new Set([value]) };
    const expression = context.body.expressions.get(local);
    if (expression !== undefined) {
      const { form, bytes } = expression;
      const operands = expression.operands.map((each) => this.ofTerm(each, context));
      const all = operands.filter((each) => each !== undefined);
      if (all.length < operands.length) return root;
      if (form === SAME) return { ...all[0]!, bytes: all[0]!.bytes + bytes };
      const mayVary = (name: Name, place: number): boolean =>
        !isNumber(name) && (place > 0 || !form.startsWith('element'));
      if (all.some(mayVary)) return root;
      const inner = all.map((each) => `${each.text} + ${each.bytes}`).join(', ');
      return { text: `${form} (${inner})`, bytes, roots: new Set(all.flatMap(({ roots }) => [...roots])) };
    }
    if (local < context.body.parameters) return this.argument(local, context) ?? root;
    return this.result(this.maker(local, context), context) ?? root;
  }

  /** Returns the name of a parameter where the function is called. */
  private argument(place: number, { caller }: Context): Name | undefined {
    if (caller === undefined) return undefined;
    const call = caller.context.block(caller.block).operations[caller.index];
    const term = call?.kind === 'call' ? call.terms[place] : undefined;
    return term && this.ofTerm(term, caller.context);
  }

  private result(maker: Operation | undefined, context: Context): Name | undefined {
    if (maker?.kind === 'load') {
      const [place, ...others] = this.pointsTo.ranges(maker.address, context, maker.bytes);
      if (place === undefined || others.length > 0 || place.range.stride > 0) return undefined;
      const { object, range } = place;
      return this.isWrittenOnce(object, range.offset, maker.bytes)
        ? { text: `[${object.number} + ${range.offset}]`, bytes: 0, roots: NONE }
        : undefined;
    }
    if (maker?.kind !== 'call' || this.pointsTo.callees(maker, context).length > 1) return undefined;
    const [callee, ...others] = this.pointsTo.contexts.callees(context, maker);
    if (callee === undefined || others.length > 0) return undefined;
    const returns = callee.body.blocks.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'return'));
    const [only] = returns;
    return returns.length === 1 && only?.kind === 'return' && only.term && !callee.isRecursive
      ? this.ofTerm(only.term, callee)
      : undefined;
  }

  /** Whether a pointer is stored there at most once. What is read before would not be a pointer. */
  private isWrittenOnce(object: MemoryObject, offset: number, bytes: number): boolean {
    if (!isSingle(object)) return false;
    const writers = this.pointsTo.memory.writers(object.number, { offset, stride: 0, bytes });
    const [writer] = writers;
    if (writer === undefined || writers.size > 1) return false;
    const [first, block, index] = writer.split(' ').map(Number);
    const context = this.pointsTo.contexts.all.find((each) => each.first === first);
    return writer === '' || (context !== undefined && isOnce({ context, block: block!, index: index! }));
  }

  private maker(local: number, { body }: Context): Operation | undefined {
    let makers = this.makers.get(body);
    if (makers === undefined) {
      const operations = body.blocks.flatMap((block) => block.operations);
      makers = new Map(operations.flatMap((each) => ('to' in each && each.to >= 0 ? [[each.to, each] as const] : [])));
      this.makers.set(body, makers);
    }
    return makers.get(local);
  }
}
