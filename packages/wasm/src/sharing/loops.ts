import { Reader } from '../bytes.js';
import { OP } from '../format.js';
import type { Counter, Token } from './counters.js';
import { countersIn } from './counters.js';
import { MORE, skipInstruction } from './instructions.js';
import type { FunctionType } from './parse.js';

const BLOCK = 0x02;

/** The locals that a loop sets. */
export interface LoopLocals {
  readonly counters: readonly Counter[];
  /** Locals that it sets, other than counters. */
  readonly carried: readonly number[];
}

/** A loop that is being read. */
interface OpenLoop {
  readonly start: number;
  /** Index of its first instruction. */
  readonly first: number;
  readonly set: Set<number>;
}

interface ClosedLoop extends OpenLoop {
  /** Index after its last instruction. */
  readonly last: number;
}

const NUMBERED: ReadonlySet<number> = new Set([OP.localGet, OP.localSet, MORE.localTee]);

/** Returns the loops of a function, by their start positions. The reader is at the code. */
export function findLoops({ bytes, position, end }: Reader): ReadonlyMap<number, LoopLocals> {
  const body = new Reader(bytes, position, end);
  const loops = new Map<number, LoopLocals>();
  const open: (OpenLoop | undefined)[] = [];
  const closed: ClosedLoop[] = [];
  const tokens: Token[] = [];
  while (!body.done) {
    const start = body.position;
    const opcode = body.byte();
    let number = 0;
    if (NUMBERED.has(opcode)) number = body.unsigned();
    else if (opcode === OP.i32Const) number = Number(BigInt.asIntN(32, body.signed()));
    else skipInstruction(opcode, body);
    if (opcode === OP.localSet || opcode === MORE.localTee) for (const loop of open) loop?.set.add(number);
    tokens.push({ opcode, number });
    if (opcode === MORE.loop) open.push({ start, first: tokens.length, set: new Set() });
    else if (opcode === BLOCK || opcode === OP.if) open.push(undefined);
    else if (opcode === OP.end) {
      const loop = open.pop();
      if (loop !== undefined) closed.push({ ...loop, last: tokens.length });
    }
  }
  for (const loop of closed) loops.set(loop.start, localsOf(loop, tokens));
  return loops;
}

function localsOf({ set, first, last }: ClosedLoop, tokens: readonly Token[]): LoopLocals {
  const counters = countersIn({ tokens, first, last, set });
  const counted = new Set(counters.map(({ local }) => local));
  return { counters, carried: [...set].filter((local) => !counted.has(local)) };
}

/** Returns the parameters of the block whose type comes next. */
export function blockParameters(body: Reader, types: readonly FunctionType[]): readonly number[] {
  const { position } = body;
  const type = Number(body.signed());
  body.position = position;
  // A negative type has no parameters and at most one result.
  return type < 0 ? [] : types[type]!.parameters;
}
