import { endingsOf } from '@fencepost/core';
import type { Manner, Resolved, Resolving } from '../../load/resolve.js';
import { files } from './files.js';
import { modules } from './modules.js';
import { paths } from './paths.js';

const EXTENSIONS = [...endingsOf('TypeScript', 'JavaScript'), '.json'];

/** Source extensions by compiled extension: the name of a compiled file may refer to its source. */
const SOURCES: readonly (readonly [compiled: RegExp, sources: readonly string[]])[] = [
  [/\.js$/, ['.js', '.ts', '.tsx']],
  [/\.jsx$/, ['.jsx', '.tsx']],
  [/\.mjs$/, ['.mjs', '.mts']],
  [/\.cjs$/, ['.cjs', '.cts']],
];

/** Resolves specifiers among the provided files. */
export class Resolver implements Resolving {
  resolve(from: string, specifier: string, manner: Manner): Resolved {
    const url = /^([a-z][a-z\d+.-]+):/i.exec(specifier)?.[1];
    if (url === 'file') return this.resolve(from, paths.fileURLToPath(specifier), manner);
    if (url !== undefined || modules.isBuiltin(specifier)) return { kind: 'builtin', specifier };
    const isPath = /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..';
    const file = isPath ? found(paths.resolve(paths.dirname(from), specifier)) : undefined;
    if (file !== undefined) return { kind: 'file', file };
    return { kind: 'missing', reason: `Cannot find module '${specifier}'` };
  }
}

function found(path: string): string | undefined {
  const [compiled, sources] = SOURCES.find(([pattern]) => pattern.test(path)) ?? [/$/, ['']];
  const candidates = [
    ...sources.map((extension) => path.replace(compiled, extension)),
    ...EXTENSIONS.map((extension) => path + extension),
    ...EXTENSIONS.map((extension) => `${path}/index${extension}`),
  ];
  return candidates.find((file) => files.exists(file));
}
