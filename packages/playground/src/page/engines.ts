import { endingsOf, isCxx } from '@fencepost/core';
import { SIZES } from './sizes.js';

/** An engine, which checks one kind of file. */
export interface Engine {
  readonly name: string;
  /** Extensions of its files. */
  readonly languages: readonly string[];
  /** Download size in bytes. */
  readonly size: number;
  /** Its script, and further files that the script requests. */
  readonly files: readonly [script: string, ...others: string[]];
  /**
   * Whether the sandbox is reused, which makes further checks faster. Only safe if the checked code is not JavaScript,
   * because then it cannot change the engine.
   */
  readonly isReused: boolean;
}

const engine = (
  name: string,
  languages: readonly string[],
  files: Engine['files'],
  { isReused = false } = {},
): Engine => ({
  ...{ name, languages, files, isReused },
  size: files.reduce((sum, file) => sum + SIZES[file]!, 0),
});

const LLVM = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm', 'llvm-resources.tar'];
const TOOLS = ['clang.js', ...LLVM].map((file) => `${file}.packed`);

const OXC = ['oxc-parser.wasm.packed', 'oxc-transform.wasm.packed'];

export const ENGINES: readonly Engine[] = [
  engine('litmus', endingsOf('litmus'), ['litmus.js']),
  engine('TypeScript', endingsOf('TypeScript', 'JavaScript'), ['typescript.js', ...OXC]),
  engine('C', endingsOf('C', 'LLVM IR'), ['c.js', ...TOOLS], { isReused: true }),
];

/** Files that the command can check, but no engine of this page can. */
const ELSEWHERE: readonly { readonly files: (file: string) => boolean; readonly hint: string }[] = [
  {
    files: isCxx,
    hint: 'C++ needs the headers of a C++ library, which this page does not include: use fencepost check on the command line, with the headers of your machine',
  },
];

/** Returns the engine for a file name, or the reason why there is none. */
export function engineFor(file: string): Engine | { readonly message: string; readonly hint: string } {
  const found = ENGINES.find(({ languages }) => languages.some((extension) => file.endsWith(extension)));
  if (found !== undefined) return found;
  const endings = ENGINES.flatMap(({ languages }) => languages).join(', ');
  return {
    message: `${file} cannot be checked in a browser`,
    hint: ELSEWHERE.find(({ files }) => files(file))?.hint ?? `supported files end in ${endings}`,
  };
}
