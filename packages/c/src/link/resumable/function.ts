import { MalformedWasm, OP, TYPE, Writer } from '@fencepost/wasm';
import type { Code } from './code.js';
import { operandsOf, resultOf } from './effects.js';
import type { Frames, Saved } from './frames.js';
import { classesOf, restoreFrame, saveFrame } from './frames.js';
import { elementsOf, liveAfter } from './liveness.js';
import type { Sites } from './sites.js';

/** The type of a function. */
export interface Signature {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

/** What is known about the other parts of the module. */
export interface Surroundings {
  readonly types: readonly Signature[];
  /** The type of each function, imported ones first. */
  readonly functions: readonly Signature[];
  readonly globals: readonly number[];
  readonly frames: Frames;
}

/** A value on the operand stack. */
interface Value {
  readonly type: number;
  /** Position of its code in the output, if it is a constant or a local. */
  start: number;
  end: number;
  /** The instruction, if it is a constant; -1: it is none. */
  readonly constant: number;
  /** The local, and the number of times that it had been set; -1: no local. */
  local: number;
  readonly version: number;
}

/** A block around the current instruction. */
interface Label {
  readonly start: number;
  /** Type of its result, or `NOTHING`. */
  readonly type: number;
  /** Depth of the operand stack at its beginning. */
  readonly height: number;
  /** Number of blocks around it in the output. */
  readonly depth: number;
  /** Whether there are sites in it. */
  readonly isPart: boolean;
}

const NOTHING = 0x40;

/**
 * Rewrites the code of a function with sites. A local, `next`, is 0 while the function runs normally. When it is
 * resumed, it is the number of the site to go to: each sequence then begins with a jump to the part with that site, until
 * the call is reached. Values that are on the operand stack before such a part are in locals instead. A call that
 * returns because the thread is being suspended branches to the end of the function, where the locals that are used
 * later are saved.
 */
export function resumableCode(code: Code, locals: readonly number[], own: Signature, sites: Sites, to: Surroundings) {
  return new Rewriting(code, locals, own, sites, to).result();
}

class Rewriting {
  private readonly out: Writer;
  private readonly stack: Value[] = [];
  private readonly labels: Label[] = [];
  /** Number of blocks that are open in the output. */
  private depth = 2;
  private readonly next: number;
  private readonly top: number;
  private readonly condition: number;
  /** Types of the locals that are added. */
  private readonly added: number[] = [TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32];
  private readonly slots = new Map<number, number>();
  private readonly versions: Int32Array;
  /** What is saved, by site. */
  private readonly saved: Saved[] = [];
  private readonly live: ReadonlyMap<number, Uint32Array>;

  constructor(
    private readonly code: Code,
    private readonly locals: readonly number[],
    private readonly own: Signature,
    private readonly sites: Sites,
    private readonly to: Surroundings,
  ) {
    this.out = new Writer(4 * (code.next.at(-1)! - code.at[0]!));
    this.next = locals.length;
    this.top = this.next + 1;
    this.condition = this.next + 2;
    this.versions = new Int32Array(locals.length);
    this.live = liveAfter(code, locals.length, sites.numbers);
  }

  /** Returns the types of the locals that are added, and the code. */
  result(): { readonly added: readonly number[]; readonly code: Uint8Array } {
    const type = this.own.results[0] ?? NOTHING;
    this.labels.push({ start: -1, type, height: 0, depth: this.depth, isPart: false });
    this.begin(-1);
    for (let i = 0; i < this.code.op.length; i++) this.instruction(i);
    const body = this.out.result();
    const result = new Writer(2 * body.length);
    const { next, top } = this;
    const places = { ...this.to.frames, next, top, mask: this.condition + 1 };
    result.byte(OP.block, NOTHING);
    const classes = classesOf(this.saved);
    restoreFrame(result, places, classes);
    result.byte(OP.block, type);
    result.copy(body); // with its `end`
    result.byte(OP.return, OP.end);
    saveFrame(result, places, classes);
    if (type !== NOTHING) zero(result, type);
    result.byte(OP.end);
    return { added: this.added, code: result.result() };
  }

  private instruction(i: number): void {
    const { code, out, stack } = this;
    const op = code.op[i]!;
    const operand = code.operand[i]!;
    switch (op) {
      case OP.block:
      case OP.loop:
      case OP.if:
        this.open(i, op, operand);
        return;
      case OP.else:
        stack.length = this.labels.at(-1)!.height;
        out.byte(OP.else);
        this.begin(i);
        return;
      case OP.end:
        this.close();
        return;
      case OP.br:
      case OP.brIf:
        out.byte(op);
        out.unsigned(this.depthOf(operand));
        if (op === OP.brIf) stack.pop();
        return;
      case OP.brTable: {
        const targets = code.targets.get(i)!;
        out.byte(op);
        out.unsigned(targets.length - 1);
        for (const target of targets) out.unsigned(this.depthOf(target));
        return;
      }
      case OP.call:
        this.call(i, this.to.functions[operand]!);
        return;
      case OP.callIndirect:
        this.call(i, this.to.types[operand]!);
        return;
      case OP.localGet: {
        const start = out.length;
        this.copy(i);
        const version = this.versions[operand]!;
        const type = this.locals[operand]!;
        stack.push({ type, start, end: out.length, constant: -1, local: operand, version });
        return;
      }
      case OP.localSet:
        this.versions[operand]!++;
        break;
      case OP.localTee:
        this.versions[operand]!++;
        stack.pop();
        this.copy(i);
        this.push(this.locals[operand]!);
        return;
      case OP.globalGet:
        this.copy(i);
        this.push(this.to.globals[operand]!);
        return;
      case OP.select: {
        stack.length -= 2;
        this.copy(i);
        this.push(stack.pop()!.type);
        return;
      }
    }
    const start = out.length;
    this.copy(i);
    stack.length -= operandsOf(op, operand);
    const type = resultOf(op, operand);
    if (type === 0) return;
    const constant = op >= OP.i32Const && op <= OP.f64Const ? i : -1;
    stack.push({ type, start, end: out.length, constant, local: -1, version: 0 });
  }

  private copy(i: number): void {
    this.out.copy(this.code.bytes.subarray(this.code.at[i], this.code.next[i]));
  }

  private push(type: number): void {
    this.stack.push({ type, start: -1, end: -1, constant: -1, local: -1, version: 0 });
  }

  private depthOf(label: number): number {
    return this.depth - this.labels[this.labels.length - 1 - label]!.depth;
  }

  /** Begins a sequence: a jump to the part with the site to be resumed. */
  private begin(sequence: number): void {
    const parts = this.sites.parts.get(sequence);
    if (parts === undefined) return;
    const { out } = this;
    this.depth += parts.length;
    for (let left = parts.length; left > 0; left--) out.byte(OP.block, NOTHING);
    if (parts.length === 1) {
      this.get(this.next);
      out.byte(OP.brIf, 0);
      return;
    }
    out.byte(OP.block, NOTHING);
    this.get(this.next);
    out.byte(OP.i32Eqz, OP.brIf, 0);
    for (let part = parts.length - 1; part > 0; part--) {
      this.get(this.next);
      out.byte(OP.i32Const);
      out.signed32(parts[part]!);
      out.byte(OP.i32GeU, OP.brIf);
      out.unsigned(part + 1);
    }
    out.byte(OP.br, 1, OP.end);
  }

  private open(i: number, op: number, type: number): void {
    const { out, stack, sites } = this;
    if (type !== NOTHING && type < TYPE.f64) throw new MalformedWasm(`a block with several results`);
    const end = this.code.partner[i]!;
    const isPart = sites.before[end]! > sites.before[i]!;
    if (op === OP.if) stack.pop();
    const height = stack.length;
    if (isPart) {
      if (op === OP.if) this.set(this.condition);
      this.spill(this.height, height);
      this.arrive();
      if (op === OP.if) this.choose(i, end);
    }
    out.byte(op, type);
    this.labels.push({ start: i, type, height, depth: ++this.depth, isPart });
    this.begin(i);
  }

  /** Pushes the condition of an `if`: when the function is resumed, whether the site is in the part before `else`. */
  private choose(i: number, end: number): void {
    const { out, sites, next, condition } = this;
    const otherwise = this.code.otherwise.get(i) ?? end;
    const last = sites.before[otherwise]!;
    if (last === sites.before[end]) {
      this.get(condition);
      this.get(next);
      out.byte(OP.i32Or);
      return;
    }
    this.get(next);
    out.byte(OP.i32Const);
    out.signed32(last);
    out.byte(OP.i32LeU);
    this.get(condition);
    this.get(next);
    out.byte(OP.select);
  }

  private close(): void {
    const { start, type, height, isPart } = this.labels.pop()!;
    this.out.byte(OP.end);
    if (start < 0) return;
    this.depth--;
    this.stack.length = height;
    this.reload(isPart ? this.height : height, height, type === NOTHING ? undefined : type);
  }

  /** Depth of the operand stack at the beginning of the current block. */
  private get height(): number {
    return this.labels.at(-1)!.height;
  }

  private call(i: number, { parameters, results }: Signature): void {
    const { stack, out, next } = this;
    const site = this.sites.numbers.get(i);
    const isIndirect = this.code.op[i] === OP.callIndirect;
    const first = stack.length - parameters.length - (isIndirect ? 1 : 0);
    if (site === undefined) {
      this.copy(i);
      stack.length = first;
      for (const type of results) this.push(type);
      return;
    }
    this.save(i, first, isIndirect);
    // The function that is called restores its own parameters, and an import ignores them when the thread is resumed.
    const mayVary = isIndirect ? stack.length - 1 : stack.length;
    if (isIndirect) this.spill(mayVary, stack.length);
    this.spill(first, mayVary, true);
    this.spill(this.height, first);
    this.arrive();
    out.byte(OP.i32Const);
    out.signed32(site);
    this.set(next);
    for (let place = first; place < stack.length; place++) this.recall(place, place < mayVary);
    this.copy(i);
    out.byte(OP.globalGet);
    out.unsigned(this.to.frames.state);
    out.byte(OP.brIf);
    out.unsigned(this.depth - 1);
    out.byte(OP.i32Const, 0);
    this.set(next);
    stack.length = first;
    this.reload(this.height, first, results[0]);
  }

  /** Notes which locals the function needs after a site. */
  private save(i: number, first: number, isIndirect: boolean): void {
    const live = this.live.get(i)!;
    const saved = elementsOf(live).map((local) => ({ local, type: this.locals[local]! }));
    const { stack } = this;
    const keep = (place: number): void => {
      const { type, constant } = stack[place]!;
      if (constant < 0) saved.push({ local: this.slot(place), type });
    };
    for (let place = 0; place < first; place++) keep(place);
    if (isIndirect) keep(stack.length - 1);
    this.saved.push(saved);
  }

  /** Ends the block around the code before a part: from here on, the code is the same when the function is resumed. */
  private arrive(): void {
    this.out.byte(OP.end);
    this.depth--;
  }

  /** Takes these values from the operand stack. `mayBeLocals`: they may be read from their locals again. */
  private spill(from: number, to: number, mayBeLocals = false): void {
    const { out, stack } = this;
    for (let place = to - 1; place >= from; place--) {
      const value = stack[place]!;
      if (value.constant < 0 && !(mayBeLocals && this.isUnchanged(value))) this.set(this.slot(place));
      else if (value.end === out.length) out.truncate(value.start);
      else out.byte(OP.drop);
    }
  }

  private isUnchanged({ local, version }: Value): boolean {
    return local >= 0 && this.versions[local] === version;
  }

  /** Puts a value back on the operand stack. */
  private recall(place: number, mayBeLocal: boolean): void {
    const value = this.stack[place]!;
    value.start = this.out.length;
    if (value.constant >= 0) this.copy(value.constant);
    else if (mayBeLocal && this.isUnchanged(value)) this.get(value.local);
    else {
      this.get(this.slot(place));
      value.local = -1; // a function that was resumed in between has not restored it
    }
    value.end = this.out.length;
  }

  /** Puts values back below a result of this type. */
  private reload(from: number, to: number, result: number | undefined): void {
    if (result !== undefined) this.push(result);
    if (from === to) return;
    if (result !== undefined) this.set(this.slot(to));
    for (let place = from; place < to; place++) this.recall(place, false);
    if (result !== undefined) this.get(this.slot(to));
  }

  /** The local for the value at this depth of the operand stack. */
  private slot(place: number): number {
    const { type } = this.stack[place]!;
    const key = place * 4 + (TYPE.i32 - type);
    let local = this.slots.get(key);
    if (local === undefined) {
      local = this.locals.length + this.added.length;
      this.added.push(type);
      this.slots.set(key, local);
    }
    return local;
  }

  private get(local: number): void {
    this.out.byte(OP.localGet);
    this.out.unsigned(local);
  }

  private set(local: number): void {
    this.out.byte(OP.localSet);
    this.out.unsigned(local);
  }
}

function zero(to: Writer, type: number): void {
  if (type === TYPE.i32) to.byte(OP.i32Const, 0);
  else if (type === TYPE.i64) to.byte(OP.i64Const, 0);
  else if (type === TYPE.f32) to.byte(OP.f32Const, 0, 0, 0, 0);
  else to.byte(OP.f64Const, 0, 0, 0, 0, 0, 0, 0, 0);
}
