import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { Site } from '@fencepost/core';
import type { RecordedPlace, RecordedSite } from '@fencepost/recording';
import type { Environment } from './programs.js';
import { LLVM_VERSIONS, firstOnPath } from './programs.js';

interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the source positions of sites, from the debug information of their modules; null if unknown. */
export function symbolise(
  sites: readonly RecordedSite[],
  environment: Environment = process.env,
): (RecordedPlace | null)[] {
  const places: (RecordedPlace | null)[] = sites.map(() => null);
  const byModule = new Map<string, number[]>();
  sites.forEach(({ module }, i) => {
    if (module !== undefined) byModule.set(module, [...(byModule.get(module) ?? []), i]);
  });
  for (const [module, indexes] of byModule) {
    if (!existsSync(module)) continue;
    // The recorded address is the one after the call.
    const offsets = indexes.map((i) => `0x${Math.max(0, sites[i]!.offset - 1).toString(16)}`);
    const found = framesOf(module, offsets, environment);
    indexes.forEach((index, i) => (places[index] = siteIn(found[i] ?? [])));
  }
  return places;
}

/** Headers of the language, which are less informative than the code that includes them. */
const OF_LANGUAGE = /^\/usr\/(?:include\/c\+\+|lib\/(?:gcc|clang|llvm))|\/c\+\+\/v\d+\/|\/stdatomic\.h$/;
/** Maximum number of callers of an inlined position. */
const MOST_CALLERS = 3;

/**
 * Returns the position of an instruction. Code inlined from such a header is replaced by its caller; other inlined code
 * is reported with its callers.
 */
function siteIn(frames: readonly Frame[]): RecordedPlace | null {
  const known = frames.filter(({ file, line }) => line > 0 && file !== '' && !file.startsWith('?'));
  const first = Math.max(
    0,
    known.findIndex(({ file }) => !OF_LANGUAGE.test(file)),
  );
  const [innermost, ...callers] = known.slice(first, first + 1 + MOST_CALLERS).map(siteOf);
  if (innermost === undefined) return null;
  return callers.length === 0 ? innermost : { ...innermost, callers };
}

function siteOf({ file, line, column }: Frame): Site {
  const fromHere = relative(process.cwd(), file);
  const short = isAbsolute(file) && !fromHere.startsWith('..') ? fromHere : file;
  return { file: short, line, ...(column > 0 ? { column } : {}) };
}

function framesOf(module: string, offsets: readonly string[], environment: Environment): Frame[][] {
  const llvm = ['llvm-symbolizer', ...LLVM_VERSIONS.map((version) => `llvm-symbolizer-${version}`)];
  const symboliser = firstOnPath(llvm, environment);
  const input = `${offsets.join('\n')}\n`;
  if (symboliser !== undefined) {
    const lines = run(symboliser, [`--obj=${module}`, '--output-style=JSON', '--inlines'], input);
    if (lines.length === offsets.length) return lines.map(framesInJson);
  }
  const addr2line = firstOnPath(['addr2line'], environment);
  if (addr2line === undefined) return [];
  const found: Frame[][] = [];
  for (const line of run(addr2line, ['-a', '-i', '-e', module], input)) {
    if (line.startsWith('0x')) found.push([]);
    else found.at(-1)?.push(frameInLine(line));
  }
  return found;
}

function run(program: string, args: readonly string[], input: string): string[] {
  // Null if it cannot be run, contrary to the type definitions.
  const { stdout } = spawnSync(program, args, { input, maxBuffer: 1 << 30 }) as { stdout: Buffer | null };
  return (stdout?.toString('utf8') ?? '').split('\n').filter((line) => line !== '');
}

function framesInJson(line: string): Frame[] {
  try {
    const { Symbol: frames } = JSON.parse(line) as { Symbol?: { FileName?: string; Line?: number; Column?: number }[] };
    return (frames ?? []).map(({ FileName = '', Line = 0, Column = 0 }) => ({
      file: FileName,
      line: Line,
      column: Column,
    }));
  } catch {
    return [];
  }
}

/** Parses `file:line`, perhaps with ` (discriminator 2)`. */
function frameInLine(line: string): Frame {
  const [, file = '', number = '0'] = /^(.*):(\d+)(?: .*)?$/.exec(line) ?? [];
  return { file, line: Number(number), column: 0 };
}
