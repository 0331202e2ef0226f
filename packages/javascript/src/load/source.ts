import { files } from '#host/files';
import { language } from '#host/language';
import { paths } from '#host/paths';
import { SCRIPT_LANGUAGES, isWrittenIn } from '@fencepost/core';
import type { EcmaScriptModule } from 'oxc-parser';
import { nearest } from './nearest.js';

export type ModuleKind = 'esm' | 'cjs';

/** An imported name: the name in the other module, or `*` for the whole module. */
export interface ImportedName {
  readonly specifier: string;
  readonly name: string;
}

/** Imports and exports of a module, according to its source text. */
export interface ModuleSource {
  readonly file: string;
  readonly text: string;
  readonly kind: ModuleKind;
  readonly imports: readonly ImportedName[];
  /** Re-exports, by name. */
  readonly reexports: ReadonlyMap<string, ImportedName>;
  /** Returns the line of the first import (or `export … from`) with this specifier. */
  lineOf(specifier: string): number | undefined;
}

/** Returns whether the file is executable JavaScript or TypeScript, judging by its name. */
export function isProgramText(file: string): boolean {
  return isWrittenIn(file, SCRIPT_LANGUAGES) && !/\.d\.[cm]?ts$/.test(file);
}

export function isTypeScript(file: string): boolean {
  return isWrittenIn(file, ['TypeScript']);
}

/** Finds the imports and exports of a text. */
export function readSource(file: string, text: string): ModuleSource {
  const record = language.parseSync(file, text, { sourceType: 'unambiguous' }).module;
  const imports: ImportedName[] = [];
  const reexports = new Map<string, ImportedName>();
  const offsets = new Map<string, number>();
  /**
   * Positions of the local names of default imports. If such an import is exported again, the parser reports its local
   * name as the imported one.
   */
  const defaults = new Set<number>();
  for (const { moduleRequest, entries } of record.staticImports) {
    const specifier = moduleRequest.value;
    if (!offsets.has(specifier)) offsets.set(specifier, moduleRequest.start);
    for (const { importName, localName, isType } of entries) {
      if (nameOf(importName) === 'default') defaults.add(localName.start);
      if (!isType) imports.push({ specifier, name: nameOf(importName) });
    }
  }
  for (const { moduleRequest, importName, exportName, isType } of record.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    if (moduleRequest === null || isType) continue;
    const specifier = moduleRequest.value;
    if (!offsets.has(specifier)) offsets.set(specifier, moduleRequest.start);
    const isDefault = importName.start !== null && defaults.has(importName.start);
    const imported = { specifier, name: isDefault ? 'default' : nameOf(importName) };
    const exported = nameOf(exportName);
    if (exported === '*') continue;
    imports.push(imported);
    reexports.set(exported, imported);
  }
  const lineOf = (specifier: string) => {
    const offset = offsets.get(specifier);
    return offset === undefined ? undefined : text.slice(0, offset).split('\n').length;
  };
  return { file, text, kind: kindOf(file, text, record), imports, reexports, lineOf };
}

function nameOf({ kind, name }: { readonly kind: string; readonly name: string | null }): string {
  return kind === 'Default' ? 'default' : (name ?? '*');
}

/** TypeScript's `export = …` and `import x = require(…)`, which mean CommonJS. */
const TYPESCRIPT_REQUIRE = /(?:^|[;}])\s*(export\s*=|import\s+\w+\s*=\s*require\b)/m;

/**
 * Decides the kind as Node and TypeScript do, but more tolerantly: module syntax makes an ES module regardless of
 * package.json, as with TypeScript, Vite and Babel.
 */
function kindOf(file: string, text: string, record: EcmaScriptModule): ModuleKind {
  const { hasModuleSyntax, staticImports, staticExports } = record;
  const isStatic = staticImports.length > 0 || staticExports.length > 0;
  if (!isStatic && isTypeScript(file) && TYPESCRIPT_REQUIRE.test(text)) return 'cjs';
  if (/\.m[jt]s$/.test(file) || hasModuleSyntax) return 'esm';
  if (/\.c[jt]s$/.test(file)) return 'cjs';
  return packageType(file) === 'module' ? 'esm' : 'cjs';
}

function packageType(file: string): string | undefined {
  const found = nearest(file, 'package.json');
  if (found === undefined) return undefined;
  try {
    const description: unknown = JSON.parse(files.read(found));
    return (description as { readonly type?: string } | null)?.type;
  } catch {
    return undefined;
  }
}

/** Returns the package in node_modules that contains a file, or undefined if there is none. */
export function packageOf(file: string): string | undefined {
  const parts = file.split(paths.sep);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return undefined;
  const name = parts[at + 1] ?? '';
  return name.startsWith('@') ? `${name}/${parts[at + 2] ?? ''}` : name;
}
