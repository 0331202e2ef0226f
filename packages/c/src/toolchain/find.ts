import type { Cache } from './cache.js';
import { SUPPORTED, clangCandidates, identity, locateManifest, locatePackage } from './locate.js';
import type { Candidate, Environment } from './locate.js';
import { missingTools, toolsFound } from './missing-tools.js';
import { NativeToolchain } from './native.js';
import { runProcess } from './process.js';
import type { Toolchain } from './toolchain.js';
import { YOWASP, loadYowasp } from './yowasp-package.js';

/** Identifies everything that determines which tools `findToolchain` finds, without starting any. */
export function toolchainIdentity(environment: Environment = process.env): string {
  const files = clangCandidates(environment).flatMap(({ clang, linker }) => [clang, linker ?? clang]);
  const yowasp = locateManifest(YOWASP);
  return [...files, ...(yowasp === undefined ? [] : [yowasp])].map(identity).join('\n');
}

/** Finds the newest clang that compiles for WebAssembly and has its linker; otherwise the npm package. */
export async function findToolchain(cache: Cache, environment: Environment = process.env): Promise<Toolchain> {
  const reasons: string[] = [];
  let withoutLinker: Candidate | undefined;
  const wanted = environment['FENCEPOST_CLANG'] ?? '';
  const yowasp = wanted === '' ? locatePackage(YOWASP) : undefined;
  // A clang of another system finds no headers of glibc.
  if (yowasp !== undefined && process.platform !== 'linux') return loadYowasp(yowasp);
  const candidates = clangCandidates(environment);
  if (wanted !== '' && candidates.length === 0) reasons.push(`${wanted} (FENCEPOST_CLANG) is not a program`);
  for (const candidate of candidates) {
    const found = await examine(candidate, cache);
    if (typeof found !== 'string') return found;
    reasons.push(found);
    if (found.endsWith(NO_LINKER)) withoutLinker ??= candidate;
  }
  if (yowasp !== undefined) return loadYowasp(yowasp);
  throw missingTools(toolsFound(environment, withoutLinker, reasons), environment);
}

const NO_LINKER = 'has no wasm-ld';

/** Returns the toolchain, or the reason why it is not suitable. */
async function examine({ clang, linker }: Candidate, cache: Cache): Promise<Toolchain | string> {
  const { version, wasm } = await facts(clang, cache);
  const major = Number.parseInt(version, 10);
  if (!SUPPORTED.some((supported) => supported === major)) return `${clang} is version ${version || 'unknown'}`;
  if (!wasm) return `${clang} does not compile for WebAssembly`;
  if (linker === undefined) return `${clang} ${NO_LINKER}`;
  return new NativeToolchain(version, { clang, 'wasm-ld': linker });
}

interface Facts {
  readonly version: string;
  readonly wasm: boolean;
}

/** Queries clang itself, once per installed file. */
async function facts(clang: string, cache: Cache): Promise<Facts> {
  const key = cache.key(['clang', identity(clang)]);
  const known = await cache.load<Facts>(key);
  if (known !== undefined) return known.facts;
  let found: Facts = { version: '', wasm: false };
  try {
    // One process prints both: its version on stderr.
    const { output, messages } = await runProcess(clang, ['-v', '-print-targets'], undefined);
    const version = /\bclang version (\d[\w.]*)/.exec(messages)?.[1] ?? '';
    found = { version, wasm: /^\s*wasm64\b/m.test(Buffer.from(output).toString('utf8')) };
  } catch {
    // It cannot be started, so its version is unknown.
  }
  if (found.version !== '') await cache.store(key, { facts: found, data: new Uint8Array() });
  return found;
}
