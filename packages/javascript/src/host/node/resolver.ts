import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endingsOf } from '@fencepost/core';
import type { NapiResolveOptions } from 'oxc-resolver';
import { ResolverFactory } from 'oxc-resolver';
import { nearest } from '../../load/nearest.js';
import type { Manner, ResolveOptions, Resolved, Resolving } from '../../load/resolve.js';

const SHARED: NapiResolveOptions = {
  extensions: [...endingsOf('TypeScript', 'JavaScript'), '.json', '.node'],
  extensionAlias: {
    '.js': ['.js', '.ts', '.tsx'],
    '.jsx': ['.jsx', '.tsx'],
    '.mjs': ['.mjs', '.mts'],
    '.cjs': ['.cjs', '.cts'],
  },
  builtinModules: true,
};

/** Resolves specifiers like Node, TypeScript and bundlers. */
export class Resolver implements Resolving {
  private readonly alias: readonly (readonly [string, string])[];
  private readonly factories: Readonly<Record<Manner, ResolverFactory>>;
  private readonly conditions: Readonly<Record<Manner, readonly string[]>>;
  private readonly byTsconfig = new Map<string, ResolverFactory>();

  constructor({ alias, conditions }: ResolveOptions) {
    this.alias = Object.entries(alias);
    this.conditions = {
      import: [...conditions, 'node', 'import', 'module-sync'],
      require: [...conditions, 'node', 'require', 'module-sync'],
    };
    const make = (manner: Manner) =>
      new ResolverFactory({ ...SHARED, tsconfig: 'auto', conditionNames: [...this.conditions[manner]] });
    this.factories = { import: make('import'), require: make('require') };
  }

  resolve(from: string, specifier: string, manner: Manner): Resolved {
    const url = /^([a-z][a-z\d+.-]+):/i.exec(specifier)?.[1];
    if (url === 'file') return this.resolve(from, fileURLToPath(specifier), manner);
    if (url !== undefined) return { kind: 'builtin', specifier };
    const request = this.withoutAlias(specifier);
    const first = this.factories[manner].resolveFileSync(from, request);
    const result = first.error === undefined || first.builtin !== undefined ? first : this.retry(from, request, manner);
    if (result.path !== undefined) return { kind: 'file', file: result.path };
    if (result.builtin !== undefined) return { kind: 'builtin', specifier: result.builtin.resolved };
    return { kind: 'missing', reason: first.error ?? `Cannot find module '${specifier}'` };
  }

  private withoutAlias(specifier: string): string {
    for (const [name, target] of this.alias) {
      if (specifier === name) return target;
      const prefix = name.endsWith('/') ? name : `${name}/`;
      if (specifier.startsWith(prefix)) return target + specifier.slice(name.length);
    }
    return specifier;
  }

  /**
   * Resolves again with the nearest tsconfig.json. Tests are often not among its files, but are written as if its
   * `paths` applied. An unreadable tsconfig.json need not matter.
   */
  private retry(from: string, request: string, manner: Manner): ReturnType<ResolverFactory['sync']> {
    const tsconfig = nearest(from, 'tsconfig.json');
    const key = `${manner} ${tsconfig ?? ''}`;
    let factory = this.byTsconfig.get(key);
    if (factory === undefined) {
      const paths: NapiResolveOptions = tsconfig === undefined ? {} : { tsconfig: { configFile: tsconfig } };
      factory = new ResolverFactory({ ...SHARED, ...paths, conditionNames: [...this.conditions[manner]] });
      this.byTsconfig.set(key, factory);
    }
    const directory = path.dirname(from);
    const result = factory.sync(directory, request);
    if (result.error === undefined || tsconfig === undefined) return result;
    return new ResolverFactory({ ...SHARED, conditionNames: [...this.conditions[manner]] }).sync(directory, request);
  }
}
