import type { Reader } from '@fencepost/wasm';
import { BULK, OP, skipImmediates } from '@fencepost/wasm';

/**
 * The instructions of a function, as columns. Those that no path reaches, after a branch or a return, are left out:
 * their operands have no types.
 */
export interface Code {
  readonly bytes: Uint8Array;
  readonly op: number[];
  /** The position of each instruction, and that after it. */
  readonly at: number[];
  readonly next: number[];
  /** The local, global, function, type, label or type of block. */
  readonly operand: number[];
  /** Labels of a `br_table`. */
  readonly targets: Map<number, readonly number[]>;
  /** For `block`, `loop` and `if`: their `end`. For `end`: the instruction that it ends; -1 for the function. */
  readonly partner: number[];
  /** The `else` of an `if`. */
  readonly otherwise: Map<number, number>;
}

/** The number of immediates of these instructions. */
const BULK_OPERANDS: Readonly<Record<number, number>> = {
  [BULK.memoryInit]: 2,
  [BULK.dataDrop]: 1,
  [BULK.memoryCopy]: 2,
  [BULK.memoryFill]: 1,
};

/** Reads the instructions of a function, after its locals. */
export function decode(body: Reader): Code {
  const code: Code = {
    ...{ bytes: body.bytes, op: [], at: [], next: [], operand: [], partner: [] },
    ...{ targets: new Map(), otherwise: new Map() },
  };
  const open: number[] = [];
  /** Number of blocks opened since the last branch; -1: the code is reached. */
  let unreached = -1;
  while (!body.done) {
    const index = code.op.length;
    const start = body.position;
    const op = body.byte();
    const operand = operandOf(op, body, index, code);
    if (unreached >= 0) {
      if (op === OP.block || op === OP.loop || op === OP.if) unreached++;
      if (unreached > 0) {
        if (op === OP.end) unreached--;
        continue;
      }
      if (op !== OP.else && op !== OP.end) continue;
      unreached = -1;
    }
    code.at.push(start);
    code.next.push(body.position);
    code.op.push(op);
    code.operand.push(operand);
    code.partner.push(-1);
    if (op === OP.block || op === OP.loop || op === OP.if) open.push(index);
    else if (op === OP.else) code.otherwise.set(open.at(-1)!, index);
    else if (op === OP.br || op === OP.brTable || op === OP.return || op === OP.unreachable) unreached = 0;
    else if (op === OP.end) {
      const begin = open.pop() ?? -1;
      code.partner[index] = begin;
      if (begin >= 0) code.partner[begin] = index;
    }
  }
  return code;
}

function operandOf(op: number, body: Reader, index: number, { targets }: Code): number {
  switch (op) {
    case OP.block:
    case OP.loop:
    case OP.if:
      return body.byte();
    case OP.localGet:
    case OP.localSet:
    case OP.localTee:
    case OP.globalGet:
    case OP.globalSet:
    case OP.br:
    case OP.brIf:
    case OP.call:
      return body.unsigned();
    case OP.callIndirect: {
      const type = body.unsigned();
      body.skipNumber();
      return type;
    }
    case OP.brTable: {
      // If the code is not reached, the entry is replaced by that of the next instruction.
      const labels = Array.from({ length: body.unsigned() + 1 }, () => body.unsigned());
      targets.set(index, labels);
      return 0;
    }
    case OP.memorySize:
    case OP.memoryGrow:
      body.skipNumber();
      return 0;
    case OP.prefix: {
      const operation = body.unsigned();
      for (let left = BULK_OPERANDS[operation] ?? 0; left > 0; left--) body.skipNumber();
      return operation;
    }
    default:
      if (op >= OP.firstLoad && op <= OP.lastStore) {
        body.skipNumber();
        body.skipNumber();
      } else skipImmediates(op, body);
      return 0;
  }
}
