import { usageError } from './errors.js';

/** Options of the compiler whose value is the next argument. */
const WITH_VALUE = new Set([
  ...['-I', '-D', '-U', '-include', '-imacros', '-isystem', '-iquote', '-idirafter', '-iprefix', '-iwithprefix'],
  ...['-isysroot', '--sysroot', '-x', '-Xclang', '-Xpreprocessor', '-mllvm'],
]);

/** Options of the linker whose value is the next argument; they do no harm, as what they link is not there to run. */
const LINKER_WITH_VALUE = new Set(['-L', '-l', '-T', '-Xlinker', '-z']);
const LINKER = /^(?:-[lL].|-Wl,|-static$|-static-lib|-rdynamic$|-s$|-no-pie$|-pie$|-fuse-ld=)/;

/** Levels of debug information: we need our own. */
const DEBUG = /^-g(?:$|\d|gdb|dwarf|line|column|no-|z|split|pubnames|lldb)/;

interface Refusal {
  readonly flag: RegExp;
  readonly why: string;
  readonly hint?: string;
}

const REFUSED: readonly Refusal[] = [
  { flag: /^(?:-c|-S|-E|-emit-llvm|-emit-.*|-fsyntax-only)$/, why: 'the program is compiled and run here' },
  { flag: /^(?:-o.*|--output.*)$/, why: 'no file is written' },
  { flag: /^(?:-shared|-r|-dynamiclib|-bundle)$/, why: 'what is checked is a whole program, with main' },
  { flag: /^-M/, why: 'no dependencies are written' },
  { flag: /^(?:-###|--help|-help|--version|-dump.*|-print-.*|--print-.*|-save-temps.*)$/, why: 'it is no help here' },
  { flag: /^(?:--target|-target|-m32|-mx32|-m16|--triple|-arch)(?:=|$)/, why: 'the target is fixed' },
  { flag: /^-fsanitize=/, why: 'sanitizers need a runtime of their own', hint: 'data races are found without' },
  { flag: /^(?:-flto|-fprofile|-fcoverage|--coverage|-pg)/, why: 'it needs a runtime or linker of its own' },
  { flag: /^(?:-fexceptions|-fcxx-exceptions)$/, why: 'C++ exceptions are not supported' },
  { flag: /^-frtti$/, why: 'C++ run-time type information is not supported' },
];

const OPTIMISE = /^-O(?!0$)/;

export interface CheckedFlags {
  /** For the front end. */
  readonly flags: readonly string[];
  /** `-O1` or such, if the compiler shall optimise before the program is instrumented. */
  readonly optimise: string | undefined;
  /** Folders and files the compiler may read. */
  readonly reads: readonly string[];
}

/** Flags as a user has them for a compiler; refuses what would have no effect or a wrong one. */
export function checkFlags(given: readonly string[], optimiseFirst: boolean): CheckedFlags {
  const flags: string[] = [];
  const reads: string[] = [];
  let optimise = optimiseFirst ? '-O2' : undefined;
  for (let i = 0; i < given.length; i++) {
    const flag = given[i]!;
    refuse(flag);
    if (OPTIMISE.test(flag)) {
      if (!optimiseFirst) {
        throw usageError(
          `the compiler flag ${flag} is refused: optimisation removes and moves accesses before they can be checked`,
          'leave it out: the checked program runs optimised anyway',
        );
      }
      optimise = flag;
    } else if (WITH_VALUE.has(flag)) {
      const value = given[++i];
      if (value === undefined) throw usageError(`the compiler flag ${flag} needs a value`, `write ${flag} VALUE`);
      flags.push(flag, value);
      if (/^-(?:I|i)/.test(flag)) reads.push(value);
    } else if (LINKER_WITH_VALUE.has(flag)) {
      i++;
    } else if (!flag.startsWith('-') || flag === '-') {
      throw usageError(
        `'${flag}' is no compiler flag`,
        'after -- come flags for the compiler, which start with a dash, and further sources; our own options come before',
      );
    } else if (!LINKER.test(flag) && !DEBUG.test(flag) && flag !== '-O0') {
      flags.push(flag);
      if (flag.startsWith('-I')) reads.push(flag.slice(2));
    }
  }
  return { flags, optimise, reads };
}

function refuse(flag: string): void {
  const refusal = REFUSED.find(({ flag: pattern }) => pattern.test(flag));
  if (refusal === undefined) return;
  throw usageError(`the compiler flag ${flag} is refused: ${refusal.why}`, refusal.hint ?? `leave ${flag} out`);
}
