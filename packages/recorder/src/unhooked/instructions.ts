import { spawnSync } from 'node:child_process';
import type { Environment } from '../programs.js';
import { LLVM_VERSIONS, firstOnPath } from '../programs.js';

/**
 * An instruction with which threads synchronise. In code with hooks, such an instruction that remains after compilation
 * is assembler.
 */
export interface FoundInstruction {
  readonly address: number;
  /** For example `lock xadd`. */
  readonly name: string;
  /**
   * Whether it is executed only after the hook of an access in the same call of its function. Then that access was
   * recorded if this instruction ran.
   */
  readonly isAfterHook: boolean;
}

/** Prefix of the hooks that compilers call. */
export const HOOK = '__tsan_';

/** The synchronisation and the calls of a function of a program. A stripped program is one function. */
export interface ScannedFunction {
  readonly start: number;
  readonly end: number;
  readonly instructions: readonly FoundInstruction[];
  /** Addresses of functions of the same file that it calls, or jumps to. */
  readonly calls: readonly number[];
  /** Names of functions of other files that it calls. */
  readonly callsOthers: readonly string[];
  /** Addresses of functions that it does not call, but may pass on. */
  readonly mentions: readonly number[];
  /** Functions that it passes as arguments to a function of the same file. */
  readonly passes: readonly { readonly mentioned: number; readonly to: number }[];
  /** Names of functions of other files that it may pass on. */
  readonly mentionsOthers: readonly string[];
  /** Whether it calls functions by pointers. */
  readonly callsPointers: boolean;
}

// x86-64: locked instructions, exchanges with memory (always locked), fences, and system calls made directly.
const X86 = String.raw`lock +[a-z].*\(|xchg +.*\(|[mls]fence|syscall`;
// AArch64: barriers, exclusive and ordered accesses, atomic instructions, system calls.
const ARM = String.raw`d[ms]b|ldax?[pr][bh]?|ldxr[bh]?|ldxp|stl?x[pr][bh]?|ldar[bh]?|ldapr[bh]?|stlr[bh]?|(cas|casp|swp)[al]*[bh]?|ld(add|clr|eor|set|[su]max|[su]min)[al]*[bh]?|svc`;
const SYNCHRONISES = String.raw`^ +[0-9a-f]+:\s+(${X86}|(${ARM})\s)`;
const HEADER = String.raw`^[0-9a-f]+ <.*>:$`;
// A jump with `notrack` goes to a case of a switch.
const CALLS_POINTER = String.raw`^ +[0-9a-f]+:\s+((call|jmp)q? +\*|(blr|br) x)`;
const CALLS = String.raw`^ +[0-9a-f]+:\s+(call|j[a-z]+|bl?)q? .*<[^+>]+>$`;
// Instructions after which execution may continue elsewhere, or end.
const BRANCH = String.raw`call|j[a-z]+|ret|repz|notrack|bnd|ud2|hlt|blr?|br?|b\.[a-z]+|cbn?z|tbn?z|brk|udf`;
const BRANCHES = String.raw`^ +[0-9a-f]+:\s+(${BRANCH})q?([[:space:]]|$)`;
const MENTIONS = String.raw`^ +[0-9a-f]+:\s+(lea|mov|adr) .*<[^+>]+>$`;

/** Returns the lines of a disassembled file that match, at most `most`; undefined if no disassembler is available. */
function linesOf(file: string, pattern: string, environment: Environment, most?: number): string[] | undefined {
  const disassembler = firstOnPath(
    ['objdump', 'llvm-objdump', ...LLVM_VERSIONS.map((version) => `llvm-objdump-${version}`)],
    environment,
  );
  if (disassembler === undefined) return undefined;
  const limit = most === undefined ? '' : `-m ${most}`;
  // `grep` filters the text, which is two orders of magnitude longer than the code, and stops early if one line
  // suffices.
  const script = `"$1" -d --no-show-raw-insn "$2" 2> /dev/null | grep ${limit} -E "$3"`;
  const { stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', disassembler, file, pattern], {
    encoding: 'utf8',
    env: { ...environment, LC_ALL: 'C' },
    maxBuffer: 1 << 30,
  }) as { stdout: string | null };
  return stdout === null ? undefined : stdout.split('\n').slice(0, -1);
}

/** Returns whether the file has such instructions; undefined if unknown. */
export function hasSynchronisation(file: string, environment: Environment = process.env): boolean | undefined {
  const lines = linesOf(file, SYNCHRONISES, environment, 1);
  return lines === undefined ? undefined : lines.length > 0;
}

/** Returns all functions of a file; undefined if they cannot be determined. */
export function scannedFunctions(file: string, environment: Environment = process.env): ScannedFunction[] | undefined {
  const lines = linesOf(file, [SYNCHRONISES, HEADER, CALLS_POINTER, CALLS, BRANCHES, MENTIONS].join('|'), environment);
  if (lines === undefined) return undefined;
  const found: (ScannedFunction & Writable)[] = [];
  for (const line of lines) {
    const [, start] = /^([\da-f]+) <.*>:$/.exec(line) ?? [];
    if (start === undefined) addTo(found.at(-1), line);
    else {
      const address = Number.parseInt(start, 16);
      if (found.length > 0) found.at(-1)!.end = address;
      found.push({
        ...{ start: address, end: Infinity, instructions: [], calls: [], callsOthers: [] },
        ...{ mentions: [], passes: [], mentionsOthers: [], callsPointers: false, prepared: [] },
        // The cold part of a function can be entered anywhere.
        hook: line.includes('.cold') ? 'unknown' : 'none',
      });
    }
  }
  return found;
}

interface Writable {
  end: number;
  readonly instructions: FoundInstruction[];
  readonly calls: number[];
  readonly callsOthers: string[];
  readonly mentions: number[];
  readonly passes: { mentioned: number; to: number }[];
  readonly mentionsOthers: string[];
  /** Addresses of functions in registers that are arguments of the next call. */
  prepared: number[];
  callsPointers: boolean;
  /** Whether every path from the start of the function to the current instruction has passed the hook of an access. */
  hook: 'none' | 'passed' | 'unknown';
}

const INSTRUCTION = /^ +([\da-f]+):\s+(\S+)(?: +(\S+))?/;
/** `call 1040 <puts@plt>`, `call *0x2fe2(%rip)  # 3fd8 <puts@GLIBC_2.2.5>`, `lea 0x10(%rip),%rdi  # 11a0 <f>`. */
const TARGET = /([\da-f]+) <([^+>@]+)(@[^>]*)?>$/;
const ARGUMENT = /,%(?:r[ds]i|r[cd]x|r[89])$/;
const CALL = /^(?:call|bl)q?$/;
const IS_BRANCH = new RegExp(`^(?:${BRANCH})q?$`);
/** Branches after which execution may also continue with the next instruction, and that stay in the same function. */
const CONDITIONAL = /^(?:j(?!mp)[a-z]+|b\.[a-z]+|cbn?z|tbn?z)$/;
/** Hooks that record an access whenever they are called. */
const HOOK_OF_ACCESS = /^__tsan_(?:unaligned_|volatile_)*(?:atomic|read|write|read_write)\d/;

function addTo(found: Writable | undefined, line: string): void {
  const [, address, first = '', second = ''] = INSTRUCTION.exec(line) ?? [];
  if (found === undefined || address === undefined) return;
  const [, to, name, elsewhere] = TARGET.exec(line) ?? [];
  if (IS_BRANCH.test(first)) {
    found.hook = hookAfter(found.hook, first, name);
    if (CALL.test(first)) {
      if (to !== undefined && elsewhere === undefined)
        found.passes.push(...found.prepared.map((mentioned) => ({ mentioned, to: Number.parseInt(to, 16) })));
      found.prepared = [];
    }
    if (isPointerCall(first, second) && elsewhere === undefined) found.callsPointers = true;
    else if (to === undefined) return;
    else if (elsewhere === undefined) found.calls.push(Number.parseInt(to, 16));
    else found.callsOthers.push(name!);
  } else if (/^(?:lea|mov|adr)/.test(first)) {
    if (to === undefined) return;
    if (elsewhere === undefined) {
      found.mentions.push(Number.parseInt(to, 16));
      if (ARGUMENT.test(second)) found.prepared.push(Number.parseInt(to, 16));
    } else found.mentionsOthers.push(name!);
  } else
    found.instructions.push({
      address: Number.parseInt(address, 16),
      name: first === 'lock' ? `lock ${second}` : first,
      isAfterHook: found.hook === 'passed',
    });
}

/**
 * Returns the state after a branch. In a stripped program, the code after a return, a jump or a call that may not
 * return may belong to another function.
 */
function hookAfter(before: Writable['hook'], branch: string, name: string | undefined): Writable['hook'] {
  if (before === 'unknown') return before;
  if (CONDITIONAL.test(branch)) return before === 'passed' ? before : 'unknown';
  if (!CALL.test(branch) || name === undefined || !name.startsWith(HOOK)) return 'unknown';
  return HOOK_OF_ACCESS.test(name) ? 'passed' : before;
}

/** Returns whether this is a call through a register, or a word in memory. */
function isPointerCall(first: string, second: string): boolean {
  return (/^(?:call|jmp)q?$/.test(first) && second.startsWith('*')) || (/^bl?r$/.test(first) && /^x\d/.test(second));
}
