import type { Context, Site, Thread } from '../races/contexts.js';
import type { Body, CallOperation } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import type { PointsTo } from '../races/points-to.js';
import { addAlternative } from './alternatives.js';
import { choose } from './conditions.js';
import { Environment } from './environment.js';
import { forgetElements } from './elements.js';
import { evaluate, notZero, valueOf } from './evaluation.js';
import { allIntegers } from '../syntax/integer-sets.js';
import { results } from './arithmetic.js';
import { initialValues } from './initial-values.js';
import { LibraryCalls } from './library-calls.js';
import { FunctionStates, orderOf } from './function-states.js';
import type { MemoryAccess } from './memory-access.js';
import { union } from './number-sets.js';
import { ARGUMENT, pastOf, placeOf } from './places.js';
import type { Situations } from './situations.js';
import type { Step, StepBlock } from './steps.js';
import { sweep } from './sweep.js';
import type { Term } from './terms.js';

/** More steps are not made. */
const MOST_STEPS = 600_000;

export interface Analysed {
  readonly pointsTo: PointsTo;
  readonly situations: Situations;
  readonly memory: MemoryAccess;
  readonly steps: (body: Body) => readonly StepBlock[];
  readonly thresholds: readonly bigint[];
  /** Notes that a thread may come to a block. */
  readonly reach: (context: Context, block: number) => void;
  /** More cases are not told apart. */
  readonly most: number;
  /** Whether the call of a function is a failure. */
  readonly fails: (name: string) => boolean;
}

type CallStep = Extract<Step, { readonly kind: 'call' }>;

/** The values of variables in each thread, by abstract interpretation (Cousot, Cousot 1977) of its calls. */
export class ThreadValues {
  /** The failures that may be reached. */
  readonly failures = new Set<string>();
  private readonly given: Analysed;
  private readonly library: LibraryCalls;
  private count = 0;

  constructor(given: Analysed) {
    this.given = given;
    this.library = new LibraryCalls(given.memory, given.pointsTo);
  }

  /** Follows the thread from its start, if it may be started. */
  follow(thread: Thread): void {
    const { memory } = this.given;
    const isMain = thread.parent === undefined;
    const at = isMain ? new Environment() : memory.published.startOf(thread);
    if (at === undefined) return;
    const argument = at.terms.get(ARGUMENT);
    at.terms.delete(ARGUMENT);
    for (const cell of memory.cells.all) {
      const { variable } = cell.object;
      if (variable === undefined || (cell.extent === 'shared' && !isMain)) continue;
      const first = at.fresh(cell.bits, initialValues(variable, cell));
      if (cell.extent !== 'many') at.terms.set(placeOf(cell), first);
      else memory.published.store(cell, at.set(first));
      if (variable.isConstant && cell.extent === 'shared') memory.published.leave(memory.published.cluster(cell), at);
    }
    if (argument !== undefined && thread.root.body.parameters > 0) at.terms.set(2 * thread.root.first, argument);
    for (const end of this.run(thread.root, at)) {
      // Nobody joins the main thread: what others could not access when it returned, they never can.
      if (!isMain) memory.leaveOthers(end, undefined);
    }
  }

  /** Returns what may hold when the function returns. The result is at its place. */
  private run(context: Context, entry: Environment): Environment[] {
    if (context.isRecursive) throw new NotFollowed('a recursion');
    const blocks = this.given.steps(context.body);
    const states = new FunctionStates(blocks, orderOf(blocks), 2 * context.first, this.given);
    states.enter(entry);
    const ends: Environment[] = [];
    for (let reached = states.next(); reached !== undefined; reached = states.next()) {
      const { block } = reached;
      this.given.reach(context, block);
      for (const at of this.through(context, block, reached.at)) {
        if (blocks[block]!.exits.length > 0) states.leave(block, at);
        else addAlternative(ends, at, 2 * context.result, this.given.most, this.given.memory);
      }
    }
    for (const end of ends) this.forget(context, end);
    return ends;
  }

  /** Forgets the variables of a call that has returned. */
  private forget(context: Context, at: Environment): void {
    const { first, body, result } = context;
    const { memory } = this.given;
    for (const cell of memory.cells.ofCall(context)) {
      if (cell.extent === 'shared' && at.terms.has(placeOf(cell)))
        memory.published.leave(memory.published.cluster(cell), at);
    }
    for (const cell of memory.cells.ofCall(context)) {
      forgetElements(at, cell);
      at.terms.delete(placeOf(cell));
      at.terms.delete(pastOf(cell));
    }
    for (const place of at.terms.keys()) {
      if (place >= 2 * first && place < 2 * (first + body.locals) && place !== 2 * result) at.terms.delete(place);
    }
    sweep(at);
  }

  /** Returns what may hold after a block; nothing if that is not reached, or the function does not return there. */
  private through(context: Context, block: number, at: Environment): readonly Environment[] {
    let now: readonly Environment[] = [at];
    for (const step of this.given.steps(context.body)[block]!.steps) {
      this.count += now.length;
      if (this.count > MOST_STEPS) throw new NotFollowed('too many steps');
      if (step.kind === 'call') now = this.callStep(step, context, block, now);
      else now = this.split(step, context, block, now).flatMap((each) => this.step(step, context, block, each) ?? []);
      if (now.length === 0 || step.kind === 'return') return now;
    }
    return this.given.steps(context.body)[block]!.exits.length > 0 ? now : [];
  }

  /** Tells apart the cases of what a load finds. */
  private split(step: Step, context: Context, block: number, all: readonly Environment[]): readonly Environment[] {
    const { memory, most, situations } = this.given;
    const around = step.kind === 'load' && most > 1 ? situations.of(context, block, step.at) : undefined;
    const operation = around && context.block(block).operations[(step as { readonly at: number }).at]!;
    if (operation?.kind !== 'load' || all.length >= most) return all;
    return all.flatMap((at) => {
      memory.move(at, around!.before);
      return memory.split(at, operation.address, operation.bytes, context, around!.before);
    });
  }

  private callStep(step: CallStep, context: Context, block: number, before: readonly Environment[]): Environment[] {
    const { situations, memory, most } = this.given;
    const around = situations.of(context, block, step.at);
    if (around === undefined) return [];
    const operation = context.block(block).operations[step.at]!;
    if (operation.kind !== 'call') throw new NotFollowed('a call');
    const first = 2 * context.first;
    const all: Environment[] = [];
    for (const at of before) {
      memory.move(at, around.before);
      const values = step.values.map((each) => valueOf(at, each, first));
      for (const after of this.call(operation, values, { context, block, index: step.at }, at)) {
        memory.move(after, around.after);
        const result = after.terms.get(-Infinity);
        after.terms.delete(-Infinity);
        const place = first + 2 * step.to;
        if (step.to >= 0) {
          if (result?.bits === step.bits) after.terms.set(place, result);
          else after.terms.delete(place);
        }
        addAlternative(all, after, place, most, memory);
      }
    }
    return all;
  }

  private step(
    step: Exclude<Step, CallStep>,
    context: Context,
    block: number,
    at: Environment,
  ): Environment | undefined {
    const first = 2 * context.first;
    const assign = (to: number, term: Term | undefined): Environment => {
      if (to < 0) return at;
      if (term === undefined) at.terms.delete(first + 2 * to);
      else at.terms.set(first + 2 * to, term);
      return at;
    };
    if (step.kind === 'set') return assign(step.to, evaluate(at, step.value, first));
    const { situations, memory, pointsTo } = this.given;
    const around = situations.of(context, block, step.at);
    if (around === undefined) return undefined;
    memory.move(at, around.before);
    const operation = context.block(block).operations[step.at]!;
    switch (step.kind) {
      case 'alloca':
        for (const object of pointsTo.targetsOf(context.first + step.to).objects.keys()) {
          memory.allocate(at, object, around.before);
        }
        return assign(step.to, notZero(at, step.bits));
      case 'load': {
        if (operation.kind !== 'load') throw new NotFollowed('an access');
        const { address, bytes } = operation;
        const where = valueOf(at, step.address, first);
        const value = memory.load(at, address, bytes, step.bits, context, around.before, where);
        return value && assign(step.to, value);
      }
      case 'store': {
        if (operation.kind !== 'store') throw new NotFollowed('an access');
        const value = valueOf(at, step.value, first);
        memory.storing = { context, operation };
        const where = valueOf(at, step.address, first);
        memory.store(at, operation.address, operation.bytes, value, context, around.before, where);
        memory.storing = undefined;
        return at;
      }
      case 'update': {
        if (operation.kind !== 'load') throw new NotFollowed('an access');
        const { address, bytes } = operation;
        const other = valueOf(at, step.value, first);
        const old = memory.load(at, address, bytes, other.bits, context, around.before);
        if (old === undefined) return undefined;
        memory.store(at, address, bytes, this.updated(at, step.how, old, other), context, around.before);
        return assign(step.to, step.how === 'cmpxchg' ? undefined : old);
      }
      case 'return':
        if (step.value !== undefined) at.terms.set(2 * context.result, valueOf(at, step.value, first));
        else at.terms.delete(2 * context.result);
        return at;
    }
  }

  private updated(at: Environment, how: string, old: Term, value: Term): Term | undefined {
    if (how === 'xchg') return value;
    if (how === 'cmpxchg') return at.fresh(old.bits, union(at.set(old), at.set(value)));
    if (!/^(?:add|sub|and|or|xor)$/.test(how)) return at.fresh(old.bits, allIntegers(old.bits));
    return at.fresh(old.bits, results(how, at.set(old), at.set(value), old.bits));
  }

  private call(call: CallOperation, values: readonly Term[], site: Site, at: Environment): Environment[] {
    const names = this.given.pointsTo.callees(call, site.context);
    return names.flatMap((name) => this.callOf(name, call, values, site, at.copy()));
  }

  private callOf(
    name: string,
    call: CallOperation,
    values: readonly Term[],
    site: Site,
    at: Environment,
  ): Environment[] {
    const { pointsTo, situations, fails } = this.given;
    const { context, block, index } = site;
    const plain = name.slice(1).replace(/#\d+$/, '');
    if (fails(plain) && !(plain === '__VERIFIER_assert' && !choose(at.copy(), values[0]!, [0n], true))) {
      this.failures.add(plain);
    }
    const { bodies } = pointsTo.contexts.program;
    if (!bodies.has(name)) {
      const around = situations.of(context, block, index)!;
      const given = { name: name.slice(1), call, values, context, around };
      const result = this.library.result(at, given);
      if (!this.library.apply(at, given)) return [];
      if (result !== undefined) at.terms.set(-Infinity, result);
      return [at];
    }
    const callee = pointsTo.contexts.callee(site, call, name);
    for (let place = 0; place < callee.body.parameters; place++) {
      const value = values[place];
      if (value === undefined) at.terms.delete(2 * (callee.first + place));
      else at.terms.set(2 * (callee.first + place), value);
    }
    const ends = this.run(callee, at);
    for (const end of ends) {
      const result = end.terms.get(2 * callee.result);
      end.terms.delete(2 * callee.result);
      if (result !== undefined) end.terms.set(-Infinity, result);
    }
    return ends;
  }
}
