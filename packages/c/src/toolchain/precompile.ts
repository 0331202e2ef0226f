import type { Door, SourceFlags } from './compile.js';
import { DEPENDENCIES, dependencyFlags, frontEndFlags } from './compile.js';
import { parseMakeRule } from './make-rule.js';
import { isSystemPath } from './paths.js';
import type { Toolchain } from './toolchain.js';

/** Headers in the form that the compiler loads instead of reading them. */
export interface Precompiled {
  readonly bytes: Uint8Array;
  /** The files that were read. */
  readonly dependencies: readonly string[];
}

/** Flags that change no paths of headers. Other folders may get headers that hide those that were precompiled. */
const PLAIN = /^-(?:std=|[DU].|[Wfm]|pthread$|pedantic$|w$)/;

/** Whether sources with these flags may use precompiled headers. */
export function arePlain(flags: readonly string[]): boolean {
  return flags.every((flag) => PLAIN.test(flag));
}

/** What a precompiled header begins with. */
const MAGIC = 'CPCH';

/** Precompiles headers for C++ sources with these flags; undefined if they are not usable. */
export async function precompileHeaders(
  toolchain: Toolchain,
  headers: readonly string[],
  flags: Pick<SourceFlags, 'flags' | 'optimise'>,
  door: Door,
): Promise<Precompiled | undefined> {
  const args = [
    ...frontEndFlags(toolchain, { ...flags, language: 'c++' }, door),
    // Else each source instantiates the same templates.
    ...['-Xclang', '-fpch-instantiate-templates', '-x', 'c++-header', ...dependencyFlags(), '-o', '-', '-'],
  ];
  const input = headers.map((header) => `#include <${header}>\n`).join('');
  const { ok, output, messages } = await toolchain.run({ tool: 'clang', args: () => args, input });
  if (!ok || messages !== '') return undefined;
  const [bytes, rule] = split(Buffer.from(output.buffer, output.byteOffset, output.length));
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const dependencies = parseMakeRule(rule.toString('utf8'));
  // A header in a folder of the user would be found by another path than this one, or be edited.
  return dependencies.length > 0 && dependencies.every(isSystemPath) ? { bytes, dependencies } : undefined;
}

/** Separates the result from the list of files that were read, which comes before it or after it. */
function split(output: Buffer): readonly [bytes: Buffer, rule: Buffer] {
  const rule = output.lastIndexOf(`${DEPENDENCIES}:`);
  const at = rule === 0 ? output.indexOf(`\n${MAGIC}`) + 1 : Math.max(rule, 0);
  const [before, after] = [output.subarray(0, at), output.subarray(at)];
  return rule === 0 ? [after, before] : [before, after];
}
