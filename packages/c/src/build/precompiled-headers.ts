import type { Door } from '../toolchain/compile.js';
import { frontEndFlags } from '../toolchain/compile.js';
import type { Dependency } from '../toolchain/dependencies.js';
import { recordDependencies, unchanged } from '../toolchain/dependencies.js';
import type { KeptFile } from '../toolchain/kept-files.js';
import { languageOf } from '../toolchain/language.js';
import { leadingHeaders } from '../toolchain/leading-headers.js';
import { arePlain, precompileHeaders } from '../toolchain/precompile.js';
import type { Toolchain } from '../toolchain/toolchain.js';
import type { Host, Source } from './host.js';

/*
 * Most sources of a project begin with the same headers of the standard library, which take longer to compile than the
 * rest. They are precompiled for the second source that begins with them, and for the first C++ source of all, which also
 * compiles the library.
 */

/** The headers of earlier sources with the same flags, the last ones first. */
interface Seen {
  readonly lists: readonly (readonly string[])[];
}

const MOST_LISTS = 16;

/** A precompiled header, and what it was made from. Without a file, the compiler has refused to make it. */
interface Kept {
  readonly file?: KeptFile;
  readonly dependencies: readonly Dependency[];
}

type Tools = Pick<Host, 'cache' | 'ownIdentity' | 'toolsIdentity'>;

/** Returns the file with the precompiled headers that a C++ source begins with, or with some of them, if there is one. */
export async function precompiledHeaders(
  { cache, ownIdentity, toolsIdentity }: Tools,
  toolchain: Toolchain,
  source: Source,
  door: Door,
): Promise<string | undefined> {
  const { flags, optimise, language = languageOf(source.file) } = source.flags;
  const { files } = cache;
  if (files === undefined || toolchain.ownHeaders || language !== 'c++' || !arePlain(flags)) return undefined;
  const headers = leadingHeaders(source.text);
  if (headers.length === 0) return undefined;
  const start = Date.now() + 1;
  const settings = JSON.stringify(frontEndFlags(toolchain, { flags, optimise, language }, door));
  const keyOf = (list: readonly string[] | undefined): string =>
    cache.key(['headers', ownIdentity(), toolsIdentity(), settings, JSON.stringify(list ?? null)]);
  const seen = await cache.load<Seen>(keyOf(undefined));
  const lists = seen?.facts.lists ?? [headers];
  const others = lists.filter((list) => JSON.stringify(list) !== JSON.stringify(headers));
  if (seen === undefined || lists.indexOf(others[0]!) === 0) {
    const facts: Seen = { lists: [headers, ...others].slice(0, MOST_LISTS) };
    await cache.store(keyOf(undefined), { facts, data: new Uint8Array() });
  }
  const common = Math.max(...lists.map((list) => commonLength(list, headers)));
  if (common === 0) return undefined;
  const wanted = headers.slice(0, common);
  const key = keyOf(wanted);
  const known = (await cache.load<Kept>(key))?.facts;
  if (known !== undefined && (await unchanged(known.dependencies))) {
    if (known.file === undefined) return undefined;
    if (await files.isIntact(known.file)) return known.file.path;
  }
  const made = await precompileHeaders(toolchain, wanted, { flags, optimise }, door).catch(() => 'crashed' as const);
  if (made === 'crashed') return undefined; // or was killed, and is not the next time
  const dependencies = await recordDependencies(made?.dependencies ?? [], start);
  const file = made && dependencies && (await files.write(key, made.bytes));
  if (dependencies === undefined || (made !== undefined && file === undefined)) return undefined;
  const facts: Kept = { ...(file && { file }), dependencies };
  await cache.store(key, { facts, data: new Uint8Array() });
  return file?.path;
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const end = b.findIndex((header, index) => header !== a[index]);
  return end < 0 ? b.length : end;
}
