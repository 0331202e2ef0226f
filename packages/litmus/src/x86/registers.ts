import type { Register, RegisterNames } from '../format/registers.js';
import type { Token, Tokens } from '../format/tokens.js';

/** The dialects of herd7's litmus format that we read. */
export type Architecture = 'X86_64' | 'X86';
export const ARCHITECTURES: readonly Architecture[] = ['X86_64', 'X86'];

// herd7's order, which is the order of the registers in its final states.
const FAMILIES = ['ax', 'bx', 'cx', 'dx', 'si', 'di', 'bp', 'sp'];
const NUMBERED = [8, 9, 10, 11, 12, 13, 14, 15];

/** Number of registers of a thread; translation uses higher numbers for its own temporaries. */
export const REGISTER_COUNT = FAMILIES.length + NUMBERED.length;

function tableOf(architecture: Architecture): ReadonlyMap<string, Register> {
  const registers: Register[] = [];
  FAMILIES.forEach((family, index) => {
    if (architecture === 'X86') registers.push({ name: `E${family.toUpperCase()}`, width: 32, index });
    else registers.push({ name: `r${family}`, width: 64, index }, { name: `e${family}`, width: 32, index });
  });
  if (architecture === 'X86_64') {
    NUMBERED.forEach((number, i) => {
      const index = FAMILIES.length + i;
      registers.push({ name: `r${number}`, width: 64, index }, { name: `r${number}d`, width: 32, index });
    });
  }
  return new Map(registers.map((register) => [register.name.toLowerCase(), register]));
}

const TABLES: Record<Architecture, ReadonlyMap<string, Register>> = { X86_64: tableOf('X86_64'), X86: tableOf('X86') };

export function findRegister(architecture: Architecture, name: string): Register | undefined {
  return TABLES[architecture].get(name.toLowerCase());
}

export function expectRegister(tokens: Tokens, architecture: Architecture, name: Token): Register {
  const register = findRegister(architecture, name.text);
  if (register !== undefined) return register;
  const hint = registersHint(architecture);
  if (isNarrowRegister(name.text)) {
    throw tokens.source.unsupported(name.offset, `${name.text} is a part of a register, which is not modelled`, hint);
  }
  throw tokens.source.syntaxError(name.offset, `${architecture} has no register '${name.text}'`, hint);
}

export function registerNames(architecture: Architecture): RegisterNames {
  return {
    example: architecture === 'X86_64' ? '0:rax' : '0:EAX',
    expect: (tokens, name) => expectRegister(tokens, architecture, name),
  };
}

/** Whether the name is a part of a register that we do not support, so that the message can explain the refusal. */
function isNarrowRegister(name: string): boolean {
  return /^([abcd][lhx]|[sd]il?|[sb]pl?|r(8|9|1[0-5])[bw])$/i.test(name);
}

function registersHint(architecture: Architecture): string {
  return architecture === 'X86_64'
    ? 'registers are rax, rbx, rcx, rdx, rsi, rdi, rbp, rsp, r8 to r15 and their 32-bit forms (eax …, r8d …)'
    : 'registers are EAX, EBX, ECX, EDX, ESI, EDI, EBP and ESP';
}
