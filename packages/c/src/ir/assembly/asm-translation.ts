import { conditionBit, isCondition } from './asm-conditions.js';
import type { Sized } from './asm-emitter.js';
import { readFence } from './asm-fences.js';
import { SIZED, WHOLE, extend, moveIf, setCondition } from './asm-instructions.js';
import type { AsmMachine } from './asm-machine.js';
import type { AsmOperand, AsmStatement } from './asm-statements.js';

type AsmInstruction = Extract<AsmStatement, { kind: 'instruction' }>;

const BITS: Readonly<Record<string, number>> = { b: 8, w: 16, l: 32, q: 64 };

const CMOV = 'cmov';

/** Returns whether this is the name, without a width suffix, of an instruction whose operands have one width. */
function isSized(name: string): boolean {
  return SIZED.has(name) || (name.startsWith(CMOV) && isCondition(name.slice(CMOV.length)));
}

/** Emits statements of a template as LLVM IR. Lines that end in a colon begin a block. */
export class AsmTranslation {
  /** Whether a statement runs on x86 only. */
  isOfX86 = false;
  private readonly machine: AsmMachine;
  private readonly statements: readonly AsmStatement[];

  constructor(machine: AsmMachine, statements: readonly AsmStatement[]) {
    this.machine = machine;
    this.statements = statements;
  }

  /** Translates all statements; returns false if one of them is unknown. */
  run(): boolean {
    return this.statements.every((statement, at) => {
      if (statement.kind === 'instruction') return this.translate(statement, at);
      this.machine.emit(`br label %${this.blockOf(at)}`);
      this.machine.emit(`${this.blockOf(at)}:`);
      return true;
    });
  }

  private translate(instruction: AsmInstruction, at: number): boolean {
    const { machine } = this;
    const { name, locked, operands, text } = instruction;
    const fence = readFence(text);
    if (fence !== undefined) {
      this.isOfX86 ||= fence.isOfX86;
      if (fence.order !== undefined) machine.emit(`fence ${fence.order}`);
      return true;
    }
    this.isOfX86 = true;
    if (/^(?:ud2[ab]?|int3|int)$/.test(name)) return this.trap(instruction);
    const whole = WHOLE.get(name);
    if (whole !== undefined) return whole(machine, { bits: 64, locked, operands });
    const [, jump] = /^j(\w+)$/.exec(name) ?? [];
    if (jump !== undefined) return !locked && this.jump(jump, operands[0], at);
    const [, set] = /^set(\w+?)$/.exec(name) ?? [];
    if (set !== undefined && setCondition(machine, set, operands[0])) return !locked;
    const [, sign, from, to] = /^mov([zs])([bwl])([wlq])$/.exec(name) ?? [];
    if (sign !== undefined && !locked) {
      return extend(machine, sign === 'z' ? 'zext' : 'sext', BITS[from!]!, { bits: BITS[to!]!, locked, operands });
    }
    return this.sized(instruction);
  }

  /** Translates an instruction whose operands have one width. Its name may end with a suffix for the width. */
  private sized({ name, locked, operands }: AsmInstruction): boolean {
    const suffix = isSized(name) ? undefined : BITS[name.slice(-1)];
    const stem = suffix === undefined ? name : name.slice(0, -1);
    const bits = suffix ?? this.widthOf(operands);
    if (!isSized(stem) || bits === undefined) return false;
    const sized: Sized = { bits, locked, operands };
    const emit = SIZED.get(stem);
    return emit === undefined ? moveIf(this.machine, stem.slice(CMOV.length), sized) : emit(this.machine, sized);
  }

  /** Returns the width of the operands. Registers take precedence over memory. */
  private widthOf(operands: readonly AsmOperand[]): number | undefined {
    const registers = operands.filter((operand) => !this.machine.isMemory(operand));
    const widths = [...registers, ...operands].map((operand) => this.machine.widthOf(operand));
    return widths.find((width) => width !== undefined);
  }

  /** Emits a trap: illegal instructions and breakpoints end the program. */
  private trap({ name, operands: [number] }: AsmInstruction): boolean {
    if (name === 'int' && (number?.kind !== 'immediate' || number.value !== 3n)) return false;
    this.machine.emit('call void @llvm.trap()');
    return true;
  }

  private jump(condition: string, target: AsmOperand | undefined, at: number): boolean {
    const to = target?.kind === 'label' ? this.findLabel(target.name, at) : -1;
    if (to < 0) return false;
    const next = `${this.machine.scope.prefix}next${at}`;
    if (condition === 'mp') this.machine.emit(`br label %${this.blockOf(to)}`);
    else {
      const bit = conditionBit(this.machine, condition);
      if (bit === undefined) return false;
      this.machine.emit(`br i1 ${bit}, label %${this.blockOf(to)}, label %${next}`);
    }
    this.machine.emit(`${next}:`);
    return true;
  }

  /** Finds a label. Labels that are numbers may occur repeatedly: `1b` is the last one before, `1f` the next. */
  private findLabel(name: string, at: number): number {
    const [, number, direction] = /^(\d+)([bf])$/.exec(name) ?? [];
    const isIt = (statement: AsmStatement): boolean =>
      statement.kind === 'label' && statement.name === (number ?? name);
    if (direction === 'b') return this.statements.findLastIndex((each, index) => index < at && isIt(each));
    return this.statements.findIndex((each, index) => (direction === undefined || index > at) && isIt(each));
  }

  private blockOf(label: number): string {
    return `${this.machine.scope.prefix}at${label}`;
  }
}
