import type { Context, Thread } from './contexts.js';
import { isOnce } from './contexts.js';
import { expressionOf, origin } from './counted-loops.js';
import type { Name, Names } from './names.js';
import { isNumber } from './names.js';
import type { Access, CallOperation, CountedLoop, Sources, Term } from './operations.js';
import type { PointsTo } from './points-to.js';
import { nameOf } from './points-to.js';
import { synchronisationBy } from './synchronisation.js';

/** An element of an array, by the counter of a loop. */
interface Slot {
  readonly stride: number;
  readonly array: Name;
}

/** A call of a loop that starts or joins a thread by the handle in a slot. */
interface SlotCall {
  readonly call: CallOperation;
  readonly loop: CountedLoop;
  readonly slot: Slot;
  readonly block: number;
  readonly index: number;
}

/**
 * Loops after which all threads of another loop have ended: one stores the handles in elements of an array, the other one joins
 * them, and both count in the same way.
 */
export class JoinLoops {
  private readonly pointsTo: PointsTo;
  private readonly names: Names;
  private readonly known = new Map<Context, ReadonlyMap<string, readonly Thread[]>>();

  constructor(pointsTo: PointsTo, names: Names) {
    this.pointsTo = pointsTo;
    this.names = names;
  }

  /** Returns the threads that have ended when the control flow goes from one block to the other. */
  joined(context: Context, from: number, to: number): readonly Thread[] {
    if (context.body.loops.length < 2) return [];
    let found = this.known.get(context);
    if (found === undefined) this.known.set(context, (found = this.find(context)));
    return found.get(`${from} ${to}`) ?? [];
  }

  private find(context: Context): ReadonlyMap<string, readonly Thread[]> {
    const found = new Map<string, Thread[]>();
    const starts = this.calls(context, 'create');
    for (const join of this.calls(context, 'join')) {
      const { loop } = join;
      if (!loop.always.has(join.block)) continue;
      for (const start of starts) {
        if (!this.isSame(start, join, context) || !this.isOnlyWriter(start, context)) continue;
        const edge = `${loop.header} ${loop.exit}`;
        const threads = this.pointsTo.contexts.startedBy(context, start.call);
        found.set(edge, [...(found.get(edge) ?? []), ...threads]);
      }
    }
    return found;
  }

  /** Returns the calls of loops that concern slots. */
  private calls(context: Context, kind: 'create' | 'join'): SlotCall[] {
    const found: SlotCall[] = [];
    context.body.blocks.forEach(({ operations }, block) => {
      operations.forEach((call, index) => {
        if (call.kind !== 'call') return;
        const names = this.pointsTo.callees(call, context);
        if (names.length !== 1 || synchronisationBy(names[0]!.slice(1))?.kind !== kind) return;
        const handle = call.terms[0];
        if (handle === undefined) return;
        const loaded = this.loadOf(handle, context);
        const address = kind === 'create' ? handle : loaded && termOf(loaded.address);
        for (const loop of context.body.loops) {
          const slot = address && loop.once.has(block) ? this.slot(address, loop, context) : undefined;
          if (slot !== undefined && (kind === 'create' || slot.stride >= loaded!.bytes))
            found.push({ call, loop, slot, block, index });
        }
      });
    });
    return found;
  }

  /** Returns where a value was loaded from memory. */
  private loadOf(value: Term, { body }: Context): Access | undefined {
    const local = origin(value, body.expressions)?.of;
    for (const { operations } of body.blocks) {
      for (const each of operations) if (each.kind === 'load' && each.to === local && !body.read.has(each)) return each;
    }
    return undefined;
  }

  private slot(address: Term, { counter }: CountedLoop, context: Context): Slot | undefined {
    const { expressions } = context.body;
    const element = expressionOf(address, expressions);
    const stride = Number(/^element of (\d+)$/.exec(element?.form ?? '')?.[1] ?? 0);
    if (element === undefined || stride === 0) return undefined;
    const [base, index] = element.operands;
    const widened = expressionOf(index!, expressions);
    const number = /^[sz]ext i\d+ _ to i\d+$/.test(widened?.form ?? '') ? widened!.operands[0]! : index!;
    const array = this.names.ofTerm(base!, context);
    if (array === undefined || origin(number, expressions)?.of !== counter) return undefined;
    return { stride, array: { ...array, bytes: array.bytes + element.bytes } };
  }

  /** Whether the loops count in the same way, the first one once, and mean the same slots. */
  private isSame(start: SlotCall, join: SlotCall, context: Context): boolean {
    const [a, b] = [start.loop, join.loop];
    if (a.form !== b.form || start.slot.stride !== join.slot.stride) return false;
    if (a.blocks.has(b.header) || b.blocks.has(a.header)) return false;
    if (!isOnce({ context, block: a.before, index: 0 })) return false;
    const pairs = [[start.slot.array, join.slot.array], this.named(a.first, b.first, context)];
    if (a.bound !== undefined || b.bound !== undefined) pairs.push(this.named(a.bound, b.bound, context));
    return pairs.every(([one, other]) => {
      if (one === undefined || other === undefined || one.text !== other.text || one.bytes !== other.bytes)
        return false;
      return [...one.roots].every((root) => this.isOutside(root, a, context) && this.isOutside(root, b, context));
    });
  }

  private named(one: Term | undefined, other: Term | undefined, context: Context): (Name | undefined)[] {
    return [one, other].map((term) => {
      const name = term && this.names.ofTerm(term, context);
      return name && isNumber(name) ? name : undefined;
    });
  }

  /** Whether the root is not computed again in the loop. */
  private isOutside(root: number, { blocks }: CountedLoop, context: Context): boolean {
    for (let at = context.caller?.context; at !== undefined; at = at.caller?.context) {
      if (root >= at.first && root < at.first + at.body.locals) return true;
    }
    const local = root - context.first;
    if (local < 0 || local >= context.body.locals) return false;
    return [...blocks].every((block) =>
      context.block(block).operations.every((each) => !('to' in each) || each.to !== local),
    );
  }

  /** Whether the array holds only handles that this call has stored, and is of one thread. */
  private isOnlyWriter({ call, block, index }: SlotCall, context: Context): boolean {
    const [array, ...others] = this.pointsTo.targets(call.arguments[0] ?? [], context).objects.keys();
    if (array === undefined || others.length > 0) return false;
    const writers = this.pointsTo.memory.writers(array, { offset: 0, stride: 1, bytes: 1 });
    return writers.size === 1 && writers.has(nameOf({ context, block, index }));
  }
}

function termOf([address]: Sources): Term | undefined {
  return address !== undefined && 'local' in address ? { of: address.local, bytes: 0 } : undefined;
}
