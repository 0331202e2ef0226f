import { isKnown, mayDoNothing } from '../../runtime/library.js';
import type { Context, Contexts, Site, Thread } from './contexts.js';
import { effectOf } from './library-effects.js';
import { mayUsePointers } from './open-functions.js';
import type { MemoryObject } from './memory.js';
import { Memory } from './memory.js';
import type { CallOperation, Operation, Sources } from './operations.js';
import { NotFollowed } from './operations.js';
import { synchronisationBy } from './synchronisation.js';
import type { Range } from './targets.js';
import { Targets } from './targets.js';

/** Variables outside the program that are only passed on. */
const STREAMS = new Set(['@stdin', '@stdout', '@stderr']);
/** Functions that do something even if the program does not say what. */
const SPECIAL = /^(?:llvm\.|__|_?setjmp|_?longjmp|v?fork|clone|pthread_|thrd_|mtx_|cnd_|tss_|call_once|sem_)/;
const NOTHING = new Targets();
/** More steps are not made. */
const MOST_STEPS = 4_000_000;

/**
 * What pointers may point to: by inclusion, without regard to the order of operations, for each path of calls of its own
 * (Andersen 1994).
 */
export class PointsTo {
  readonly contexts: Contexts;
  readonly objects: MemoryObject[] = [];
  readonly memory = new Memory();
  private readonly values: (Targets | undefined)[] = [];
  private readonly byName = new Map<string, MemoryObject>();
  private isChanged = true;

  /** Follows the program from the start of `main`. */
  constructor(contexts: Contexts) {
    this.contexts = contexts;
    const { program } = contexts;
    for (const variable of program.globals.values()) {
      const { number } = this.symbol(variable.name);
      for (const { at, to } of variable.pointers) {
        const range = { offset: at ?? 0, stride: at === undefined ? 1 : 0, bytes: 16 };
        this.memory.store(number, range, this.targets([to], undefined), '');
      }
    }
    const body = program.bodies.get('@main');
    if (body === undefined) throw new NotFollowed('there is no main');
    const { root } = contexts.main(body);
    const outside = this.object('outside', { symbol: 'argv' });
    const arguments_ = new Targets();
    arguments_.add(outside.number, 0, 1);
    this.memory.store(outside.number, { offset: 0, stride: 1, bytes: 1 }, arguments_, '');
    for (let i = 0; i < body.parameters; i++) this.flow(root.first + i, arguments_);
    for (let steps = 0; this.isChanged;) {
      this.isChanged = false;
      for (const context of contexts.all) {
        steps += context.body.locals + 1;
        if (steps > MOST_STEPS) throw new NotFollowed('too many pointers');
        this.visit(context);
      }
    }
  }

  /** Returns what a value may point to. */
  targets(sources: Sources, context: Context | undefined): Targets {
    const [first] = sources;
    if (first === undefined) return NOTHING;
    if (sources.length === 1 && 'local' in first) return this.values[context!.first + first.local] ?? NOTHING;
    const all = new Targets();
    for (const source of sources) {
      if ('local' in source) all.addAll(this.values[context!.first + source.local] ?? NOTHING);
      else all.add(this.symbol(source.symbol).number, source.offset ?? 0, source.offset === undefined ? 1 : 0);
    }
    return all;
  }

  /** Returns the functions that a call may reach, by their symbols. */
  callees(call: CallOperation, context: Context): readonly string[] {
    const [callee] = call.callee;
    if (call.callee.length === 1 && callee !== undefined && 'symbol' in callee) return [callee.symbol];
    return this.functions(call.callee, context);
  }

  /** Returns the objects and ranges that an access of this many bytes may concern. */
  ranges(address: Sources, context: Context, bytes: number): { object: MemoryObject; range: Range }[] {
    const found: { object: MemoryObject; range: Range }[] = [];
    for (const [number, { offsets, stride }] of this.targets(address, context).objects) {
      const object = this.objects[number]!;
      for (const offset of offsets) {
        // An access beyond the object would be an error of its own.
        const isBeyond =
          object.bytes !== undefined && (offset < 0 || offset + Math.min(bytes, 1) > object.bytes) && stride === 0;
        if (!isBeyond) found.push({ object, range: { offset, stride, bytes } });
      }
    }
    return found;
  }

  /** Returns what a local points to, by its number in the whole program. */
  targetsOf(value: number): Targets {
    return this.values[value] ?? NOTHING;
  }

  /** The results of a thread. */
  results(thread: Thread): Targets {
    return this.values[thread.root.result] ?? NOTHING;
  }

  /** The argument of a thread. */
  argument({ root }: Thread): Targets {
    return (root.body.parameters > 0 ? this.values[root.first] : undefined) ?? NOTHING;
  }

  private functions(sources: Sources, context: Context): string[] {
    return [...this.targets(sources, context).objects.keys()].flatMap((number) => {
      const { kind, symbol } = this.objects[number]!;
      return kind === 'function' ? [symbol!] : [];
    });
  }

  private symbol(name: string): MemoryObject {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const variable = this.contexts.program.globals.get(name);
    const object =
      variable === undefined
        ? this.object('function', { symbol: name })
        : this.object('variable', { symbol: name, bytes: variable.bytes, variable });
    this.byName.set(name, object);
    return object;
  }

  private object(kind: MemoryObject['kind'], facts: Partial<MemoryObject>): MemoryObject {
    const none = { symbol: undefined, bytes: undefined, site: undefined, thread: undefined, variable: undefined };
    const object = { ...none, ...facts, kind, number: this.objects.length };
    this.objects.push(object);
    return object;
  }

  /** Returns the object that an operation allocates, or the thread that it starts. */
  private madeBy(key: string, make: () => MemoryObject): MemoryObject {
    let object = this.byName.get(key);
    if (object === undefined) this.byName.set(key, (object = make()));
    return object;
  }

  private flow(value: number, targets: Targets, bytes = 0, stride = 0): void {
    if (targets.objects.size === 0) return;
    const into = (this.values[value] ??= new Targets());
    if (into.addAll(targets, bytes, stride)) this.isChanged = true;
  }

  private point(value: number, { number }: MemoryObject): void {
    if ((this.values[value] ??= new Targets()).add(number, 0, 0)) this.isChanged = true;
  }

  private visit(context: Context): void {
    context.body.blocks.forEach(({ operations }, block) => {
      operations.forEach((operation, index) => this.apply(operation, { context, block, index }));
    });
  }

  private apply(operation: Operation, site: Site): void {
    const { context, block } = site;
    const local = (to: number): number => context.first + to;
    switch (operation.kind) {
      case 'copy':
        this.flow(local(operation.to), this.targets(operation.from, context));
        break;
      case 'offset':
        this.flow(local(operation.to), this.targets(operation.from, context), operation.bytes, operation.stride);
        break;
      case 'alloca': {
        const facts = { bytes: operation.bytes, site: { context, block } };
        this.point(
          local(operation.to),
          this.madeBy(`alloca ${local(operation.to)}`, () => this.object('frame', facts)),
        );
        break;
      }
      case 'load': {
        const read = context.body.read.get(operation);
        if (read !== undefined) {
          this.flow(local(operation.to), this.targets(read, context));
          break;
        }
        const into = (this.values[local(operation.to)] ??= new Targets());
        for (const { object, range } of this.ranges(operation.address, context, operation.bytes)) {
          if (object.variable?.bytes === undefined && object.kind === 'variable' && !STREAMS.has(object.symbol!)) {
            throw new NotFollowed(`the variable ${object.symbol!}, which is not defined`);
          }
          if (this.memory.load(object.number, range, into)) this.isChanged = true;
        }
        if (operation.isRelaxed) this.refuseAllocated(into);
        break;
      }
      case 'store': {
        const values = this.targets(operation.value, context);
        if (operation.isRelaxed) this.refuseAllocated(values);
        this.store(operation.address, operation.bytes, values, site);
        break;
      }
      case 'return':
        this.flow(context.result, this.targets(operation.value, context));
        break;
      case 'call':
        this.call(operation, site);
        break;
    }
  }

  /** Another thread may get the pointer before the allocation is visible to it. */
  private refuseAllocated({ objects }: Targets): void {
    const isAllocated = (number: number): boolean => this.objects[number]!.site !== undefined;
    if ([...objects.keys()].some(isAllocated)) throw new NotFollowed('relaxed accesses that pass on a pointer');
  }

  private store(address: Sources, bytes: number, values: Targets, site: Site): void {
    const writer = nameOf(site);
    for (const { object, range } of this.ranges(address, site.context, bytes)) {
      if (this.memory.store(object.number, range, values, writer)) this.isChanged = true;
    }
  }

  private call(call: CallOperation, site: Site): void {
    const { context } = site;
    for (const name of this.callees(call, context)) {
      if (!this.contexts.program.bodies.has(name)) {
        this.library(name.slice(1), call, site);
        continue;
      }
      const callee = this.contexts.callee(site, call, name);
      const { parameters } = callee.body;
      call.arguments.slice(0, parameters).forEach((argument, place) => {
        this.flow(callee.first + place, this.targets(argument, context));
      });
      if (call.to >= 0) this.flow(context.first + call.to, this.targets([{ local: callee.body.locals }], callee));
    }
  }

  private library(name: string, call: CallOperation, site: Site): void {
    const { context } = site;
    const to = context.first + call.to;
    const synchronisation = synchronisationBy(name);
    switch (synchronisation?.kind) {
      case 'create':
        this.create(call, synchronisation, site);
        return;
      case 'join': {
        const threads = this.targets(call.arguments[0] ?? [], context).objects.keys();
        for (const number of threads) {
          const { thread } = this.objects[number]!;
          if (thread !== undefined) {
            this.store(call.arguments[synchronisation.result] ?? [], 8, this.results(thread), site);
          }
        }
        return;
      }
      case 'exit':
        this.flow(context.thread.root.result, this.targets(call.arguments[0] ?? [], context));
        return;
      case 'self':
        if (call.to >= 0)
          this.point(
            to,
            this.madeBy('self', () => this.object('thread', {})),
          );
        return;
      case undefined:
        break;
      default:
        return;
    }
    // A join of a detached thread does not wait.
    if (name === 'pthread_attr_setdetachstate' && call.constants[1] !== 0) throw new NotFollowed('detached threads');
    const effect = effectOf(name);
    if (effect === undefined) {
      if (!this.isOpen(name, call)) throw new NotFollowed(`a call of ${name}`);
      // The same memory for all: two calls may return the same pointer.
      if (call.returnsPointer && call.to >= 0) this.point(to, this.outside());
      return;
    }
    if (effect.result === undefined && call.returnsPointer && !name.startsWith('llvm.')) {
      throw new NotFollowed(`a pointer from ${name}`);
    }
    if (effect.result === 'heap' && call.to >= 0) {
      const bytes = name === 'malloc' ? call.constants[0] : undefined;
      const facts = { bytes, site: { context, block: site.block } };
      this.point(
        to,
        this.madeBy(`heap ${nameOf(site)}`, () => this.object('heap', facts)),
      );
    } else if (effect.result === 'own' && call.to >= 0) {
      const { root } = context.thread;
      const facts = { bytes: undefined, site: { context: root, block: 0 } };
      this.point(
        to,
        this.madeBy(`${name} of ${root.first}`, () => this.object('heap', facts)),
      );
    } else if (typeof effect.result === 'number' && call.to >= 0) {
      // A pointer somewhere into what the argument points to.
      const isStart = effect.copies !== undefined || effect.length !== undefined || name.startsWith('llvm.');
      this.flow(to, this.targets(call.arguments[effect.result] ?? [], context), 0, isStart ? 0 : 1);
    }
    if (effect.copies !== undefined) this.copy(call, effect.copies.to, effect.copies.from, site);
  }

  /** Whether a function without a definition is taken to do nothing. */
  private isOpen(name: string, call: CallOperation): boolean {
    const { openFunctions, openPointers } = this.contexts.program;
    if (!openFunctions || isKnown(name) || !mayDoNothing(name)) return false;
    if (openPointers && !mayUsePointers(name)) return true;
    return !SPECIAL.test(name) && !call.returnsPointer && !call.pointers.includes(true);
  }

  /** Returns memory of which nothing is known. */
  private outside(): MemoryObject {
    return this.madeBy('outside', () => this.object('outside', { symbol: 'memory from outside' }));
  }

  private create(call: CallOperation, places: { handle: number; start: number; argument: number }, site: Site): void {
    const { context } = site;
    const starts = this.functions(call.arguments[places.start] ?? [], context);
    for (const start of starts) {
      if (!this.contexts.program.bodies.has(start)) throw new NotFollowed(`threads that start at ${start}`);
      const thread = this.contexts.starts(site, call, start);
      const { first, body } = thread.root;
      if (body.parameters > 0) this.flow(first, this.targets(call.arguments[places.argument] ?? [], context));
      const handle = this.madeBy(`thread ${thread.number}`, () => this.object('thread', { thread }));
      const value = new Targets();
      value.add(handle.number, 0, 0);
      this.store(call.arguments[places.handle] ?? [], 8, value, site);
    }
  }

  private copy(call: CallOperation, to: number, from: number, site: Site): void {
    const bytes = call.constants[2] ?? Infinity;
    const writer = nameOf(site);
    const sources = this.ranges(call.arguments[from] ?? [], site.context, bytes);
    for (const target of this.ranges(call.arguments[to] ?? [], site.context, bytes)) {
      for (const source of sources) {
        const [a, b] = [source.object.number, target.object.number];
        if (this.memory.copy(a, source.range, b, target.range, writer)) this.isChanged = true;
      }
    }
  }
}

/** The name of an operation in its context. */
export function nameOf({ context, block, index }: Site): string {
  return `${context.first} ${block} ${index}`;
}
