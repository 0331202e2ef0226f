import { Reader } from '../bytes.js';
import { OP } from '../format.js';
import { MORE, skipInstruction } from './instructions.js';
import type { FunctionType } from './parse.js';

const BLOCK = 0x02;

/** The locals that each loop of a function sets, by where it begins. The reader is at the code. */
export function findLoops({ bytes, position, end }: Reader): ReadonlyMap<number, ReadonlySet<number>> {
  const body = new Reader(bytes, position, end);
  const loops = new Map<number, Set<number>>();
  const open: (Set<number> | undefined)[] = [];
  while (!body.done) {
    const start = body.position;
    const opcode = body.byte();
    if (opcode === MORE.loop) {
      const set = new Set<number>();
      loops.set(start, set);
      open.push(set);
    } else if (opcode === BLOCK || opcode === OP.if) open.push(undefined);
    else if (opcode === OP.end) open.pop();
    if (opcode === OP.localSet || opcode === MORE.localTee) {
      const local = body.unsigned();
      for (const loop of open) loop?.add(local);
    } else skipInstruction(opcode, body);
  }
  return loops;
}

/** The parameters of the block whose type comes next. */
export function blockParameters(body: Reader, types: readonly FunctionType[]): readonly number[] {
  const { position } = body;
  const type = Number(body.signed());
  body.position = position;
  // Negative: at most one result.
  return type < 0 ? [] : types[type]!.parameters;
}
