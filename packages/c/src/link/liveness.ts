import type { Reader } from '@fencepost/wasm';
import { BULK, OP, skipImmediates } from '@fencepost/wasm';

/** A place where a function is suspended, and the saved locals that are not used after it is resumed there. */
export interface Suspension {
  /** Position at which instructions can be inserted that run only during suspension. */
  readonly at: number;
  readonly dead: readonly number[];
}

/** The instructions of a function, as columns. */
interface Code {
  readonly op: number[];
  readonly at: number[];
  /** The local, global, label, constant or type of block. */
  readonly operand: number[];
  /** Labels of a `br_table`. */
  readonly targets: Map<number, readonly number[]>;
  /** For `block`, `loop` and `if`: their `end`. For `end`: the instruction that it ends; -1 for the function. */
  readonly partner: number[];
}

/** A block that contains the current instruction, during the backward walk. */
interface Label {
  readonly start: number;
  /** Locals that are live after its end. */
  readonly exit: Uint32Array;
  /** Locals that are live at the beginning of the part after `else`. */
  otherwise: Uint32Array | undefined;
}

/** The number of immediates of these instructions. */
const BULK_OPERANDS: Readonly<Record<number, number>> = {
  [BULK.memoryInit]: 2,
  [BULK.dataDrop]: 1,
  [BULK.memoryCopy]: 2,
  [BULK.memoryFill]: 1,
};

/** Outcomes of an `if` that Asyncify added, in normal execution. */
const TAKEN = 1;
const SKIPPED = 2;

/**
 * Finds the places where a function made resumable by Asyncify is suspended, and the saved locals that it does not use
 * when it continues from there. Walks backwards through the code as it runs normally: the code that Asyncify added
 * depends on a global, `state`, which is then 0. A call is repeated when the function is resumed, so its arguments are
 * live, too.
 */
export function liveness(body: Reader, state: number): readonly Suspension[] {
  const code = decode(body);
  const saved = savedLocals(code, state);
  return saved.length === 0 ? [] : new Liveness(code, state, saved).suspensions();
}

class Liveness {
  private readonly code: Code;
  private readonly state: number;
  private readonly saved: readonly number[];
  /** The bit of each local, or -1. */
  private readonly bits = new Map<number, number>();
  private readonly width: number;
  /** Locals that are live at the head of each loop. */
  private readonly heads = new Map<number, Uint32Array>();
  private live: Uint32Array;
  private changed = false;

  constructor(code: Code, state: number, saved: readonly number[]) {
    this.code = code;
    this.state = state;
    this.saved = saved;
    saved.forEach((local, bit) => this.bits.set(local, bit));
    this.width = (saved.length + 31) >> 5;
    this.live = this.none();
  }

  suspensions(): readonly Suspension[] {
    // Repeat until the sets of live locals at the heads of loops are stable.
    for (;;) {
      this.changed = false;
      const found = this.walk();
      if (!this.hasChanged()) return found;
    }
  }

  private hasChanged(): boolean {
    return this.changed;
  }

  private none(): Uint32Array {
    return new Uint32Array(this.width);
  }

  private walk(): Suspension[] {
    const found: Suspension[] = [];
    const { op, operand, partner } = this.code;
    const labels: Label[] = [];
    /** Places where the function is suspended in the call that the current `if` guards. */
    let pending: number[] = [];
    this.live = this.none();
    for (let i = op.length - 1; i >= 0; i--) {
      switch (op[i]) {
        case OP.end:
          if (partner[i]! >= 0) labels.push({ start: partner[i]!, exit: this.live.slice(), otherwise: undefined });
          break;
        case OP.else:
          labels.at(-1)!.otherwise = this.live;
          this.live = labels.at(-1)!.exit.slice();
          break;
        case OP.block:
          labels.pop();
          break;
        case OP.loop:
          labels.pop();
          this.head(i);
          break;
        case OP.if: {
          const { exit, otherwise = exit } = labels.pop()!;
          const why = this.purpose(i);
          if (why === SKIPPED) {
            this.live = otherwise.slice();
            if (this.suspends(i)) pending.push(i + 1);
          } else if (why !== TAKEN) add(this.live, otherwise);
          else if (this.isGuard(i)) {
            const dead = this.deadLocals();
            for (const place of pending) if (place < partner[i]!) found.push({ at: this.code.at[place]!, dead });
            pending = [];
          }
          break;
        }
        case OP.br:
          this.live = this.target(labels, operand[i]!).slice();
          break;
        case OP.brIf:
          add(this.live, this.target(labels, operand[i]!));
          break;
        case OP.brTable:
          this.live = this.none();
          for (const target of this.code.targets.get(i)!) add(this.live, this.target(labels, target));
          break;
        case OP.return:
        case OP.unreachable:
          this.live = this.none();
          break;
        default:
          this.access(op[i]!, operand[i]!);
      }
    }
    return found;
  }

  private access(op: number, local: number): void {
    if (op !== OP.localGet && op !== OP.localSet && op !== OP.localTee) return;
    const bit = this.bits.get(local);
    if (bit === undefined) return;
    if (op === OP.localGet) this.live[bit >> 5]! |= 1 << (bit & 31);
    else this.live[bit >> 5]! &= ~(1 << (bit & 31));
  }

  /** Records the locals that are live at the head of a loop: they are live at every branch to it. */
  private head(loop: number): void {
    const known = this.heads.get(loop);
    if (known?.every((word, i) => word === this.live[i]) === true) return;
    this.heads.set(loop, this.live.slice());
    if (known !== undefined || this.live.some((word) => word !== 0)) this.changed = true;
  }

  private target(labels: readonly Label[], depth: number): Uint32Array {
    const label = labels[labels.length - 1 - depth];
    if (label === undefined) return this.none(); // returns
    return this.code.op[label.start] === OP.loop ? (this.heads.get(label.start) ?? this.none()) : label.exit;
  }

  private deadLocals(): readonly number[] {
    return this.saved.filter((_, bit) => (this.live[bit >> 5]! & (1 << (bit & 31))) === 0);
  }

  /**
   * Returns the outcome of an `if` of Asyncify. `if (state == n)`: taken if n is 0. `if (state == 0 ? 1 : …)` or `if
   * (state == 0 | …)`, around a call: taken.
   */
  private purpose(i: number): typeof TAKEN | typeof SKIPPED | undefined {
    const compared = comparedState(this.code, this.state, i);
    if (compared !== undefined) return compared === 0 ? TAKEN : SKIPPED;
    return this.isGuard(i) ? TAKEN : undefined;
  }

  private isGuard(i: number): boolean {
    const { op, operand, partner } = this.code;
    // The form of newer versions of Binaryen (132), which compares the number of the call in any state.
    if (op[i - 1] === OP.i32Or) return op[i - 2] === OP.i32Eq && comparedState(this.code, this.state, i - 4) === 0;
    if (op[i - 1] !== OP.end) return false;
    const inner = partner[i - 1]!;
    if (op[inner] !== OP.if || comparedState(this.code, this.state, inner) !== 0) return false;
    return op[inner + 1] === OP.i32Const && operand[inner + 1] === 1 && op[inner + 2] === OP.else;
  }

  /** Recognises `if (state == 1) br … (number of the call)`; if the call has a result, `else` keeps it. */
  private suspends(i: number): boolean {
    const { op } = this.code;
    const isLast = op[i + 3] === OP.end || op[i + 3] === OP.else;
    const isBranch = op[i + 1] === OP.i32Const && op[i + 2] === OP.br && isLast;
    return isBranch && comparedState(this.code, this.state, i) === 1;
  }
}

/** Returns the n of `if (state == n)`. */
function comparedState({ op, operand }: Code, state: number, i: number): number | undefined {
  const compares = op[i - 1] === OP.i32Eq && op[i - 2] === OP.i32Const && op[i - 3] === OP.globalGet;
  return compares && operand[i - 3] === state ? operand[i - 2] : undefined;
}

/** Returns the locals that are loaded at the beginning of a function that is resumed. */
function savedLocals(code: Code, state: number): readonly number[] {
  const { op, operand, partner } = code;
  const resumes = op.findIndex((each, i) => each === OP.if && comparedState(code, state, i) === 2);
  if (resumes !== 3) return [];
  const saved = new Set<number>();
  for (let i = resumes; i < partner[resumes]!; i++) {
    const isLoaded = op[i - 1]! >= OP.firstLoad && op[i - 1]! <= OP.lastLoad;
    if (op[i] === OP.localSet && isLoaded && op[i - 2] === OP.localGet) saved.add(operand[i]!);
  }
  return [...saved];
}

function add(to: Uint32Array, from: Uint32Array): void {
  for (let i = 0; i < to.length; i++) to[i]! |= from[i]!;
}

function decode(body: Reader): Code {
  const code: Code = { op: [], at: [], operand: [], targets: new Map(), partner: [] };
  const open: number[] = [];
  while (!body.done) {
    const index = code.op.length;
    code.at.push(body.position);
    const op = body.byte();
    code.op.push(op);
    code.partner.push(-1);
    code.operand.push(operandOf(op, body, index, code));
    if (op === OP.block || op === OP.loop || op === OP.if) open.push(index);
    if (op !== OP.end) continue;
    const start = open.pop() ?? -1;
    code.partner[index] = start;
    if (start >= 0) code.partner[start] = index;
  }
  return code;
}

function operandOf(op: number, body: Reader, index: number, { targets }: Code): number {
  switch (op) {
    case OP.localGet:
    case OP.localSet:
    case OP.localTee:
    case OP.globalGet:
    case OP.br:
    case OP.brIf:
      return body.unsigned();
    case OP.i32Const:
      return Number(body.signed());
    case OP.brTable:
      targets.set(
        index,
        Array.from({ length: body.unsigned() + 1 }, () => body.unsigned()),
      );
      return 0;
    case OP.memorySize:
    case OP.memoryGrow:
      body.skipNumber();
      return 0;
    case OP.prefix:
      for (let left = BULK_OPERANDS[body.unsigned()] ?? 0; left > 0; left--) body.skipNumber();
      return 0;
    default:
      if (op >= OP.firstLoad && op <= OP.lastStore) {
        body.skipNumber();
        body.skipNumber();
      } else skipImmediates(op, body);
      return 0;
  }
}
