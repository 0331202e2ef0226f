import { basename, isAbsolute } from 'node:path';
import { FencepostError } from '@fencepost/core';
import type { Candidate, Environment } from './locate.js';
import { hasProgram, locatePackage } from './locate.js';
import { YOWASP } from './yowasp-package.js';

/** The tools that compile a program, and where they were found. */
export interface Tools {
  /** A clang that is suitable; undefined if there is none. */
  readonly clang: string | undefined;
  readonly 'wasm-ld': string | undefined;
  /** Why clangs that were found are not suitable. */
  readonly reasons: readonly string[];
  /** The version of clang whose linker is missing. */
  readonly major: number | undefined;
}

type Tool = 'clang' | 'wasm-ld';
const TOOLS: readonly Tool[] = ['clang', 'wasm-ld'];

/** The version to install where packages have one in their names; any version from 16 works. */
const USUAL = 19;

/** How to install packages: the command, and what it calls them. */
interface Manager {
  readonly command: string;
  readonly packages: (tool: Tool, major: number) => string;
  readonly note?: string;
}

const PLAIN = { clang: 'clang', 'wasm-ld': 'lld' } as const;

/** By the program that shows that a system has it, in order of preference. */
const MANAGERS: Readonly<Record<string, Manager>> = {
  'apt-get': {
    command: 'apt install',
    packages: (tool, major) => `${PLAIN[tool]}-${major}`,
    note: 'clang 16 or later',
  },
  dnf: { command: 'dnf install', packages: (tool) => PLAIN[tool] },
  pacman: { command: 'pacman -S', packages: (tool) => PLAIN[tool] },
  apk: { command: 'apk add', packages: (tool) => PLAIN[tool] },
  brew: {
    command: 'brew install',
    packages: (tool) => (tool === 'clang' ? 'llvm' : PLAIN[tool]),
    note: 'with FENCEPOST_CLANG="$(brew --prefix llvm)/bin/clang"',
  },
};

/**
 * Returns the tools of this machine. `clang`: a suitable one, perhaps without a linker; undefined if there is none.
 * `reasons`: why clangs are not suitable.
 */
export function toolsFound(environment: Environment, clang: Candidate | undefined, reasons: readonly string[]): Tools {
  // The package is not used if the environment names a compiler.
  const ofNpm = isNamed(environment) ? undefined : locatePackage(YOWASP);
  return {
    clang: clang?.clang ?? (ofNpm && YOWASP),
    'wasm-ld': clang?.linker ?? (ofNpm && YOWASP),
    reasons,
    major: clang?.major,
  };
}

function isNamed(environment: Environment): boolean {
  return (environment['FENCEPOST_CLANG'] ?? '') !== '';
}

/** Returns the error for a machine that lacks tools: it names all of them, and how to get them there. */
export function missingTools(tools: Tools, environment: Environment): FencepostError {
  const missing = TOOLS.filter((tool) => tools[tool] === undefined);
  const found = new Set(TOOLS.flatMap((tool) => (tools[tool] === undefined ? [] : [nameOf(tools[tool])])));
  const why = tools.reasons.length === 0 ? '' : ` (${tools.reasons.join('; ')})`;
  const there = `found: ${found.size === 0 ? 'none of them' : [...found].join(', ')}`;
  return new FencepostError('C_TOOLCHAIN', `C needs clang and wasm-ld; ${there}${why}`, {
    hint: `${isNamed(environment) ? NAMED : ''}quickest: npm i -D ${YOWASP}${systemPackages(missing, tools.major, environment)}`,
  });
}

const NAMED = 'FENCEPOST_CLANG names the compiler: unset it, or name clang 16 or later; ';

/** The name of a program, or of a package. */
function nameOf(tool: string): string {
  return isAbsolute(tool) ? basename(tool) : tool;
}

function systemPackages(missing: readonly Tool[], major: number | undefined, environment: Environment): string {
  const manager = Object.entries(MANAGERS).find(([program]) => hasProgram(program, environment))?.[1];
  if (manager === undefined) return '';
  const packages = missing.map((tool) => manager.packages(tool, major ?? USUAL));
  const needsNote = manager.note !== undefined && missing.includes('clang');
  return `; or ${manager.command} ${packages.join(' ')}${needsNote ? ` (${manager.note})` : ''}`;
}
