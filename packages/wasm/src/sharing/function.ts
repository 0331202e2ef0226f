import type { Reader } from '../bytes.js';
import { Writer } from '../bytes.js';
import { BULK, OP, TYPE } from '../format.js';
import { UnsupportedWasm } from '../unsupported.js';
import type { Access, Shape } from './accesses.js';
import { atomicShape, otherShape, plainShape } from './accesses.js';
import { Code } from './code.js';
import type { Collected } from './collected.js';
import type { Counter } from './counters.js';
import type { HelperName } from './helpers.js';
import { FENCE, MORE, TABLE, memoryArgument, skipInstruction } from './instructions.js';
import { Locals } from './locals.js';
import type { LoopLocals } from './loops.js';
import { blockParameters, findLoops } from './loops.js';

/** Rewrites the body of one function. Accesses to memory become calls, because all memory is shared. */
export class FunctionRewriter {
  private readonly body: Reader;
  private readonly collected: Collected;
  private readonly number: number;
  private readonly code: Code;
  private readonly locals: Locals;
  private copied: number;

  /** `number`: number of the function in the original module. */
  constructor(body: Reader, parameters: readonly number[], number: number, collected: Collected) {
    this.body = body;
    this.collected = collected;
    this.number = number;
    this.locals = new Locals(body, parameters);
    this.code = new Code(collected, 2 * (body.end - body.position));
    this.copied = body.position;
  }

  /** Returns the new locals and code. */
  rewrite(): Uint8Array {
    const { body } = this;
    const loops = findLoops(body);
    while (!body.done) {
      const start = body.position;
      const opcode = body.byte();
      const plain = plainShape(opcode);
      if (plain !== undefined) this.access(start, plain);
      else if (opcode === MORE.loop) this.loop(start, loops.get(start)!);
      else this.other(opcode, start);
    }
    this.copyUpTo(body.end);
    const result = new Writer(body.end);
    this.locals.write(result);
    result.copy(this.code.result());
    return result.result();
  }

  private other(opcode: number, start: number): void {
    const { body } = this;
    switch (opcode) {
      case MORE.call:
      case MORE.returnCall:
      case MORE.refFunc:
        this.reference(opcode, start);
        return;
      case OP.globalSet:
        this.before(start, 'touch', body.unsigned());
        return;
      case OP.memorySize: {
        const memory = body.unsigned();
        this.replace(start);
        this.code.call('size', memory);
        return;
      }
      case OP.memoryGrow:
        this.range(start, 'grow', body.unsigned());
        return;
      case OP.prefix:
        this.bulk(start);
        return;
      case MORE.atomic:
        this.atomic(start);
        return;
      default:
        if (opcode === MORE.tableSet) this.before(start, 'effect');
        skipInstruction(opcode, body);
    }
  }

  /** Copies the code before this position that is not yet in `code`, or replaced there. */
  private copyUpTo(position: number): void {
    if (position > this.copied) this.code.copy(this.body.bytes.subarray(this.copied, position));
    this.copied = position;
  }

  /** Replaces the instruction read since `start`. */
  private replace(start: number): void {
    this.copyUpTo(start);
    this.copied = this.body.position;
  }

  /** Inserts a call of a helper before the instruction at `start`. */
  private before(start: number, helper: HelperName, ...args: readonly number[]): void {
    this.copyUpTo(start);
    this.code.call(helper, ...args);
  }

  private add(start: number, shape: Shape, memory: number, more: Partial<Access> = {}): number {
    const place = { function: this.number, offset: start };
    return this.collected.addAccess({ ...shape, place, memory, from: memory, offset: 0, segment: 0, ...more });
  }

  /** Rewrites a load, a store, or an atomic access. */
  private access(start: number, shape: Shape): void {
    const { memory, offset } = memoryArgument(this.body);
    const { code } = this;
    const { kind, isFloat, isWide } = shape;
    this.replace(start);
    if (isFloat && kind === 'store') code.byte(isWide ? OP.i64ReinterpretF64 : OP.i32ReinterpretF32);
    code.call(helperFor(shape), this.add(start, shape, memory, { offset }));
    if (isFloat && kind === 'load') code.byte(isWide ? OP.f64ReinterpretI64 : OP.f32ReinterpretI32);
  }

  private reference(opcode: number, start: number): void {
    const original = this.body.unsigned();
    this.replace(start);
    this.code.byte(opcode);
    this.code.unsigned(this.collected.functionNumber(original));
  }

  private atomic(start: number): void {
    const opcode = this.body.unsigned();
    const shape = atomicShape(opcode);
    if (opcode === FENCE) {
      this.body.byte();
      this.range(start, 'fence', 0);
    } else if (shape === undefined) throw new UnsupportedWasm(`instruction 0xfe 0x${opcode.toString(16)}`);
    else this.access(start, shape);
  }

  private bulk(start: number): void {
    const { body } = this;
    const { position } = body;
    const operation = body.unsigned();
    if (operation === BULK.memoryInit) {
      const segment = body.unsigned();
      this.range(start, 'init', body.unsigned(), { segment });
    } else if (operation === BULK.memoryCopy) {
      const to = body.unsigned();
      this.range(start, 'copy', to, { from: body.unsigned() });
    } else if (operation === BULK.memoryFill) this.range(start, 'fill', body.unsigned());
    else if (operation === BULK.dataDrop) this.before(start, 'drop', body.unsigned());
    else {
      if (operation >= TABLE.init && operation !== TABLE.size) this.before(start, 'effect');
      body.position = position;
      skipInstruction(OP.prefix, body);
    }
  }

  /** Rewrites an instruction whose operands are those of its helper. */
  private range(start: number, kind: RangeKind, memory: number, more?: Partial<Access>): void {
    this.replace(start);
    this.code.call(kind, this.add(start, otherShape(kind), memory, more));
  }

  /** Inserts calls that report when a loop is entered and, at its head, the values that it carries along. */
  private loop(start: number, { carried, counters }: LoopLocals): void {
    const { body, collected, locals, code } = this;
    const parameters = blockParameters(body, collected.types);
    body.skipNumber();
    const entered = locals.add(TYPE.i32);
    const place = { function: this.number, offset: start };
    this.before(start, 'enter', collected.addLoop({ place, isCounted: counters.length > 0 }));
    code.setLocal(entered);
    this.copyUpTo(body.position);
    const operands = parameters.map((type) => locals.add(type));
    for (const local of operands.toReversed()) code.setLocal(local);
    for (const local of [...carried, ...operands]) this.carry(local);
    for (const counter of counters) this.count(counter);
    code.getLocal(entered);
    code.call('head');
    counters.forEach(({ local }, i) => {
      code.getLocal(local);
      code.getLocal(entered);
      code.call('passed', i);
      code.byte(I32_ADD);
      code.setLocal(local);
    });
    for (const local of operands) code.getLocal(local);
  }

  private count({ local, limits }: Counter): void {
    const { code } = this;
    code.getLocal(local);
    code.call('count');
    for (const limit of limits) {
      if ('local' in limit) {
        code.getLocal(limit.local);
        code.call('limit');
      } else code.call('limit', limit.constant);
    }
  }

  private carry(local: number): void {
    const { code } = this;
    const type = this.locals.typeOf(local);
    const reinterpret = REINTERPRETED.get(type);
    if (reinterpret === undefined && type !== TYPE.i32 && type !== TYPE.i64) {
      // Values of this type cannot be compared.
      code.call('effect');
      return;
    }
    code.getLocal(local);
    if (reinterpret !== undefined) code.byte(reinterpret);
    code.call(type === TYPE.i32 || type === TYPE.f32 ? 'carry32' : 'carry64');
  }
}

const REINTERPRETED = new Map<number, number>([
  [TYPE.f32, OP.i32ReinterpretF32],
  [TYPE.f64, OP.i64ReinterpretF64],
]);

const I32_ADD = 0x6a;

type RangeKind = 'init' | 'copy' | 'fill' | 'fence' | 'grow';

function helperFor({ kind, isWide }: Shape): HelperName {
  switch (kind) {
    case 'load':
    case 'store':
    case 'wait':
      return `${kind}${isWide ? 64 : 32}`;
    case 'notify':
      return 'notify';
    case 'cas':
      return isWide ? 'exchange64' : 'exchange32';
    default:
      return isWide ? 'update64' : 'update32';
  }
}
