import { OP } from '@fencepost/wasm';
import type { Code } from './code.js';

/** A set of locals, one bit each. */
export type Locals = Uint32Array;

/** A block that contains the current instruction, during the backward walk. */
interface Label {
  readonly start: number;
  /** Locals that are live after its end. */
  readonly exit: Locals;
  /** Locals that are live at the beginning of the part after `else`. */
  otherwise: Locals | undefined;
}

/** Returns the locals of a set, in order. */
export function elementsOf(set: Locals): number[] {
  const found: number[] = [];
  for (let word = 0; word < set.length; word++) {
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) found.push(32 * word + 31 - Math.clz32(bits & -bits));
  }
  return found;
}

/** Returns, for each of these instructions, the locals whose values are used after it. */
export function liveAfter(code: Code, locals: number, places: ReadonlyMap<number, unknown>): Map<number, Locals> {
  return new Liveness(code, (locals + 31) >> 5, places).find();
}

class Liveness {
  /** Locals that are live at the head of each loop. */
  private readonly heads = new Map<number, Locals>();
  private live: Locals = new Uint32Array(0);
  private isStable = false;

  constructor(
    private readonly code: Code,
    private readonly width: number,
    private readonly places: ReadonlyMap<number, unknown>,
  ) {}

  find(): Map<number, Locals> {
    for (;;) {
      this.isStable = true;
      const found = this.walk();
      if (this.stable) return found;
    }
  }

  private get stable(): boolean {
    return this.isStable;
  }

  private walk(): Map<number, Locals> {
    const found = new Map<number, Locals>();
    const { op, operand, partner, targets } = this.code;
    const labels: Label[] = [];
    this.live = this.none();
    for (let i = op.length - 1; i >= 0; i--) {
      switch (op[i]!) {
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
          add(this.live, otherwise);
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
          for (const target of targets.get(i)!) add(this.live, this.target(labels, target));
          break;
        case OP.return:
        case OP.unreachable:
          this.live = this.none();
          break;
        case OP.call:
        case OP.callIndirect:
          if (this.places.has(i)) found.set(i, this.live.slice());
          break;
        case OP.localGet:
          this.live[operand[i]! >> 5]! |= 1 << (operand[i]! & 31);
          break;
        case OP.localSet:
        case OP.localTee:
          this.live[operand[i]! >> 5]! &= ~(1 << (operand[i]! & 31));
      }
    }
    return found;
  }

  private none(): Locals {
    return new Uint32Array(this.width);
  }

  /** Records the locals that are live at the head of a loop: they are live at every branch to it. */
  private head(loop: number): void {
    const known = this.heads.get(loop);
    if (known?.every((word, i) => word === this.live[i]) === true) return;
    this.heads.set(loop, this.live.slice());
    if (known !== undefined || this.live.some((word) => word !== 0)) this.isStable = false;
  }

  private target(labels: readonly Label[], depth: number): Locals {
    const label = labels[labels.length - 1 - depth];
    if (label === undefined) return this.none(); // returns
    return this.code.op[label.start] === OP.loop ? (this.heads.get(label.start) ?? this.none()) : label.exit;
  }
}

function add(to: Locals, from: Locals): void {
  for (let i = 0; i < to.length; i++) to[i]! |= from[i]!;
}
