import type { Binding } from './asm-operands.js';
import { registerPart } from './asm-registers.js';
import type { AsmOperand } from './asm-statements.js';
import { unsupported } from '../../unsupported.js';
import type { Type } from '../syntax/types.js';

/** The flags that conditions are computed from: zero, carry, sign, and less than (sign differs from overflow). */
export type Flag = 'zero' | 'carry' | 'sign' | 'less';

/** Source of names, and declarations for the whole function. */
export interface AsmScope {
  /** A prefix for all locals. */
  readonly prefix: string;
  /** Types of variables, by name; all live in the first block of the function. */
  readonly variables: Map<string, string>;
  /** Returns an unused number. */
  next(): number;
  bytes(type: Type): number;
  /** Declares an intrinsic function. */
  declare(name: string, signature: string): void;
}

/**
 * The state of a processor as LLVM IR: registers and flags are variables, which are private to the function, and
 * instructions of the template become instructions of LLVM.
 */
export class AsmMachine {
  readonly lines: string[] = [];
  readonly scope: AsmScope;
  private readonly operands: readonly Binding[];
  /** Flags to which the last instructions gave a defined value. */
  private readonly defined = new Set<Flag>();

  constructor(scope: AsmScope, operands: readonly Binding[]) {
    this.scope = scope;
    this.operands = operands;
  }

  emit(line: string): void {
    this.lines.push(line);
  }

  define(text: string): string {
    const name = `%${this.scope.prefix}${this.scope.next()}`;
    this.emit(`${name} = ${text}`);
    return name;
  }

  /** Returns the variable of the function that holds a register or a flag. */
  private variable(name: string, type: string): string {
    const full = `%${this.scope.prefix}${name}`;
    this.scope.variables.set(full, type);
    return full;
  }

  /** Reads all bits of a register. */
  register(name: string): string {
    return this.define(`load i64, ptr ${this.variable(name, 'i64')}`);
  }

  setRegister(name: string, value: string): void {
    this.emit(`store i64 ${value}, ptr ${this.variable(name, 'i64')}`);
  }

  setFlag(flag: Flag, bit: string): void {
    this.defined.add(flag);
    this.emit(`store i1 ${bit}, ptr ${this.variable(flag, 'i1')}`);
  }

  /** Marks flags as undefined by the instruction, or as defined in a way that no program uses. */
  forget(...flags: readonly Flag[]): void {
    for (const flag of flags) this.defined.delete(flag);
  }

  flag(flag: Flag): string {
    if (!this.defined.has(flag)) throw unknownOperand();
    return this.define(`load i1, ptr ${this.variable(flag, 'i1')}`);
  }

  isMemory(operand: AsmOperand): boolean {
    return operand.kind === 'memory' || (operand.kind === 'operand' && this.bound(operand).kind === 'memory');
  }

  /** Returns the bits of an operand, if the operand alone determines them. */
  widthOf(operand: AsmOperand): number | undefined {
    if (operand.kind === 'register') return registerPart(operand.name)?.bits;
    if (operand.kind !== 'operand') return undefined;
    const binding = this.bound(operand);
    if (binding.kind === 'value' && /^-?\d+$/.test(binding.text)) return undefined;
    if (binding.kind === 'memory') return 8 * this.scope.bytes(binding.type);
    return MODIFIED[operand.modifier] ?? Math.max(8, 8 * this.scope.bytes(binding.type));
  }

  address(operand: AsmOperand): string {
    if (operand.kind === 'operand') {
      const binding = this.bound(operand);
      if (binding.kind === 'memory') return binding.address;
    }
    if (operand.kind !== 'memory') throw unknownOperand();
    const { base, offset } = operand;
    const binding = base.kind === 'operand' ? this.bound(base) : undefined;
    // A pointer keeps its provenance: it is known to point into its object.
    if (binding?.kind === 'value' && binding.type.kind === 'pointer') {
      return offset === 0n ? binding.text : this.define(`getelementptr i8, ptr ${binding.text}, i64 ${offset}`);
    }
    const sum = this.define(`add i64 ${this.read(base, 64)}, ${offset}`);
    return this.define(`inttoptr i64 ${sum} to ptr`);
  }

  /** Reads an operand. An access to memory must be neither omitted nor duplicated, so it is volatile. */
  read(operand: AsmOperand, bits: number): string {
    if (operand.kind === 'immediate') return String(BigInt.asIntN(bits, operand.value));
    if (this.isMemory(operand)) return this.define(`load volatile i${bits}, ptr ${this.address(operand)}`);
    if (operand.kind === 'operand') {
      const binding = this.bound(operand);
      if (binding.kind === 'value') return this.resized(this.wide(binding.text, binding.type), bits);
    }
    const { register, shift } = this.part(operand);
    const whole = this.register(register);
    return this.resized(shift === 0 ? whole : this.define(`lshr i64 ${whole}, ${shift}`), bits);
  }

  /**
   * Writes an operand. As on the processor, a 32-bit value clears the rest of the register; a narrower one keeps it.
   */
  write(operand: AsmOperand, bits: number, value: string): void {
    if (this.isMemory(operand)) {
      this.emit(`store volatile i${bits} ${value}, ptr ${this.address(operand)}`);
      return;
    }
    const { register, shift } = this.part(operand);
    const whole = bits === 64 ? value : this.define(`zext i${bits} ${value} to i64`);
    if (bits >= 32) {
      this.setRegister(register, whole);
      return;
    }
    const mask = ~(((1n << BigInt(bits)) - 1n) << BigInt(shift));
    const kept = this.define(`and i64 ${this.register(register)}, ${mask}`);
    const placed = shift === 0 ? whole : this.define(`shl i64 ${whole}, ${shift}`);
    this.setRegister(register, this.define(`or i64 ${kept}, ${placed}`));
  }

  /** Widens a value of the program to 64 bits. */
  wide(text: string, type: Type): string {
    if (type.kind === 'pointer') return this.define(`ptrtoint ptr ${text} to i64`);
    if (type.kind !== 'int' || type.bits > 64) throw unknownOperand();
    return type.bits === 64 ? text : this.define(`zext ${type.text} ${text} to i64`);
  }

  /** Narrows 64 bits to a value of this type; the inverse of `wide`. */
  narrow(whole: string, type: Type): string {
    if (type.kind === 'pointer') return this.define(`inttoptr i64 ${whole} to ptr`);
    if (type.kind !== 'int' || type.bits > 64) throw unknownOperand();
    return this.resized(whole, type.bits);
  }

  private resized(whole: string, bits: number): string {
    return bits === 64 ? whole : this.define(`trunc i64 ${whole} to i${bits}`);
  }

  private bound({ index }: { readonly index: number }): Binding {
    const binding = this.operands[index];
    if (binding === undefined) throw unknownOperand();
    return binding;
  }

  private part(operand: AsmOperand): { readonly register: string; readonly shift: number } {
    if (operand.kind === 'register') {
      const part = registerPart(operand.name);
      if (part !== undefined) return part;
    } else if (operand.kind === 'operand') {
      const binding = this.bound(operand);
      if (binding.kind === 'register') return { register: binding.register, shift: operand.modifier === 'h' ? 8 : 0 };
    }
    throw unknownOperand();
  }
}

const MODIFIED: Readonly<Record<string, number>> = { b: 8, h: 8, w: 16, k: 32, q: 64 };

function unknownOperand(): Error {
  return unsupported('an unknown operand of inline assembly', undefined);
}
