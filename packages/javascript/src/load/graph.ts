import { files } from '#host/files';
import { paths } from '#host/paths';
import { platform } from '#host/platform';
import { Resolver } from '#host/resolver';
import { FencepostError } from '@fencepost/core';
import { Sites } from '../world/context/sites.js';
import { instrument } from '../transform/instrument.js';
import type { InstrumentedModule } from '../transform/text/instrumented.js';
import { GLOBAL_NAMES, globalValues, globalValuesOfPackages } from '../world/objects/global-names.js';
import { Externals } from './externals.js';
import { GrowingRecord } from './growing-record.js';
import { jsonModule } from './json.js';
import { asShown, missingImport } from './missing.js';
import { wholeImports } from './whole-imports.js';
import type { Instantiate, ModuleRecord, Target } from './record.js';
import type { Manner, Resolved } from './resolve.js';
import type { ModuleSource } from './source.js';
import type { Foreigner } from './guarded.js';
import type { Packages } from './packages.js';
import { LeftOut } from './packages.js';
import { isProgramText, packageOf } from './source.js';
import { compiled } from './compiled.js';

/** Options for finding and transforming modules. */
export interface GraphOptions {
  /** The object `$` of emitted code. */
  readonly instruments: object;
  /** Selects the packages in node_modules to instrument. */
  readonly packages: Packages;
  /** Aliases as in bundlers: maps a specifier, or a prefix of it, to its replacement. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Further conditions for `exports` of packages. */
  readonly conditions?: readonly string[];
  /** Texts to use instead of file contents. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Returns whether a module of Fencepost replaces this one. */
  readonly isShim: (specifier: string) => boolean;
  /** Returns whether the modules note all accesses to objects, given the text of the first. */
  readonly records?: (text: string) => boolean;
  /** Returns the file name as shown to users. */
  readonly shownAs: (file: string) => string;
}

/** The target of a specifier at run time. */
export type Lookup = Target | { readonly kind: 'not loaded'; readonly file: string };

/** All modules reachable from a file, instrumented and compiled. Worlds create instances of them. */
export class ModuleGraph {
  readonly sites = new Sites();
  readonly entry: string;
  private readonly options: GraphOptions;
  private readonly resolver: Resolver;
  private readonly externals = new Externals((id) => this.foreigner(id));
  private readonly records = new Map<string, ModuleRecord>();
  private readonly lookups = new Map<string, Lookup>();
  /** Compiled code that the program creates from strings, by its text. */
  private readonly bodies = new Map<string, () => unknown>();
  /** Errors of files that could not be loaded. */
  private readonly unusable = new Map<string, unknown>();
  /** Number of records created; all record indices are smaller. */
  size = 0;
  /**
   * True until checks run. Until then, modules with computed names can still be loaded. Later, site numbers would
   * depend on the order of runs.
   */
  private isOpen = true;
  /** Whether all modules note all accesses to objects. */
  isRecorded = false;

  private constructor(entry: string, options: GraphOptions) {
    this.entry = entry;
    this.options = options;
    this.resolver = new Resolver({ alias: options.alias ?? {}, conditions: options.conditions ?? [] });
  }

  static async load(entry: string, options: GraphOptions): Promise<ModuleGraph> {
    const graph = new ModuleGraph(realPath(entry), options);
    await graph.add(graph.entry);
    return graph;
  }

  /** Adds another file that threads may start with, and all modules reachable from it. */
  async add(file: string): Promise<void> {
    const resolved = this.resolver.resolve(file, file, 'import');
    await this.record(resolved.kind === 'file' ? resolved.file : file);
    this.lookups.clear();
  }

  has(file: string): boolean {
    return this.recordOf(file) !== undefined;
  }

  /** Digest of all instrumented sources. */
  get digest(): string {
    const texts = [...this.records.values()].map(
      ({ file, source }) => [this.options.shownAs(file), source.text] as const,
    );
    return platform.digest(texts.sort(([a], [b]) => (a < b ? -1 : 1)).map((each) => JSON.stringify(each)));
  }

  /** All instrumented modules. */
  get files(): string[] {
    return [...this.records.keys()];
  }

  /** Returns whether the text of any instrumented module matches. */
  mentions(word: RegExp): boolean {
    return [...this.records.values()].some(({ source }) => word.test(source.text));
  }

  shownAs(file: string): string {
    return this.options.shownAs(file);
  }

  /** Returns the record of a file. `./worker.js` may refer to `./worker.ts`. */
  recordOf(file: string): ModuleRecord | undefined {
    const known = this.records.get(file);
    if (known !== undefined) return known;
    if (this.unusable.has(file)) throw this.unusable.get(file);
    const found = this.lookup(file, file, 'import');
    return found.kind === 'module' ? found.record : undefined;
  }

  /** Resolves a specifier that is only known at run time. */
  lookup(from: string, specifier: string, manner: Manner): Lookup {
    const key = `${manner} ${paths.dirname(from)} ${specifier}`;
    const known = this.lookups.get(key);
    if (known !== undefined) return known;
    const found = this.find(from, specifier, manner);
    this.lookups.set(key, found);
    return found;
  }

  private find(from: string, specifier: string, manner: Manner): Lookup {
    if (this.options.isShim(specifier)) return { kind: 'shim', specifier };
    const resolved = this.resolver.resolve(from, specifier, manner);
    if (resolved.kind === 'missing') return { ...resolved, specifier };
    const id = resolved.kind === 'file' ? resolved.file : resolved.specifier;
    const record = this.records.get(id);
    if (record !== undefined) return { kind: 'module', record };
    if (manner === 'import' || this.isInstrumented(id)) return { kind: 'not loaded', file: id };
    return { kind: 'external', external: { id, namespace: {} } };
  }

  private isInstrumented(file: string): boolean {
    if (!paths.isAbsolute(file)) return false;
    if (file.endsWith('.json')) return true;
    if (!isProgramText(file)) return false;
    return this.options.packages.has(file);
  }

  /** Describes a module that is not instrumented. */
  foreigner(id: string): Foreigner {
    return { name: packageOf(id) ?? this.shownAs(id), ...this.options.packages.whyNot(id) };
  }

  get packages(): Packages {
    return this.options.packages;
  }

  /** Stops the loading of further modules. */
  close(): void {
    this.isOpen = false;
  }

  /**
   * Loads a CommonJS or JSON module whose name becomes known only at run time. Returns undefined if it is too late to
   * load, or is another kind of module.
   */
  loadNow(file: string): ModuleRecord | undefined {
    const isJson = file.endsWith('.json');
    if (!(this.isOpen || isJson) || !this.isInstrumented(file)) return undefined;
    const text = this.options.texts?.[file] ?? files.read(file);
    const made: Compiled = isJson ? jsonModule(file, text, this.shownAs(file)) : this.translate(file, text);
    if (made.source.kind !== 'cjs') return undefined;
    this.lookups.clear();
    return this.register(made);
  }

  /** Returns the module's record. In an import cycle, the imports may still be incomplete. */
  private async record(file: string): Promise<ModuleRecord> {
    const known = this.records.get(file);
    if (known !== undefined) return known;
    const text =
      this.options.texts?.[file] ??
      (await files.readLater(file).catch((error: unknown) => {
        throw new FencepostError('JS_MODULE', `cannot read ${this.shownAs(file)}: ${(error as Error).message}`);
      }));
    // Another import may have loaded it concurrently.
    return this.records.get(file) ?? (await this.make(file, text));
  }

  private async make(file: string, text: string): Promise<ModuleRecord> {
    if (file.endsWith('.json')) return this.register(jsonModule(file, text, this.shownAs(file)));
    const { source, module, instantiate } = this.translate(file, text);
    const record = this.register({ source, instantiate, module });
    try {
      await this.follow(record, module);
    } catch (error) {
      this.records.delete(file);
      throw this.options.packages.blamed(file, error);
    }
    return record;
  }

  /** Returns an instrumented function with this body, which sees globals only. Throws if that is impossible. */
  bodyOf(text: string): () => unknown {
    let body = this.bodies.get(text);
    if (body === undefined) {
      const file = `code-${this.bodies.size + 1}`;
      const module = instrument(text, `${file}.cjs`, {
        kind: 'cjs',
        globals: GLOBAL_NAMES,
        isBody: true,
        records: this.isRecorded,
      });
      this.isRecorded &&= module.isRecorded;
      const outer = (0, eval)(module.code) as (...parameters: unknown[]) => () => unknown;
      body = outer(this.options.instruments, this.sites.add(module, file), ...globalValues());
      this.bodies.set(text, body);
    }
    return body;
  }

  private async follow(record: GrowingRecord, module: InstrumentedModule): Promise<void> {
    const { source, file } = record;
    for (const specifier of module.imports) record.imports.push(await this.target(source, specifier));
    for (const specifier of module.dynamicImports) {
      record.dynamicImports.set(specifier, await this.targetIfAny(source, specifier, 'import'));
    }
    for (const specifier of module.requires) {
      record.requires.set(specifier, await this.targetIfAny(source, specifier, 'require'));
    }
    for (const specifier of module.workerFiles) await this.addWorkerFile(file, specifier);
    for (const joined of module.joinedFiles) await this.addIfPossible(paths.resolve(paths.dirname(file), joined));
  }

  private register({ source, instantiate, module }: Compiled): GrowingRecord {
    const wholes = module === undefined ? [] : wholeImports(module);
    const record = new GrowingRecord(
      this.size++,
      source,
      instantiate,
      module?.imports ?? [],
      wholes,
      module?.declaresOnly === true,
    );
    this.records.set(source.file, record);
    return record;
  }

  private noteAccesses(file: string, text: string): boolean {
    if (file === this.entry) this.isRecorded = this.options.records?.(text) === true;
    return this.isRecorded;
  }

  private translate(file: string, text: string): Compiled & { readonly module: InstrumentedModule } {
    const { packages, instruments } = this.options;
    const shown = this.shownAs(file);
    packages.refuseLong(file, text);
    try {
      const { source, module, outer } = compiled(file, text, this.noteAccesses(file, text));
      this.isRecorded &&= module.isRecorded;
      const globals = packageOf(file) === undefined ? globalValues() : globalValuesOfPackages();
      const call = outer(instruments, this.sites.add(module, shown), ...globals);
      return { source, module, instantiate: { kind: source.kind, call } as Instantiate };
    } catch (error) {
      throw packages.blamed(file, asShown(error, file, shown));
    }
  }

  private async target(source: ModuleSource, specifier: string): Promise<Target> {
    const target = await this.targetIfAny(source, specifier, 'import');
    if (target.kind !== 'missing') return target;
    throw missingImport(source, target, this.shownAs(source.file));
  }

  private async targetIfAny(source: ModuleSource, specifier: string, manner: Manner): Promise<Target> {
    if (this.options.isShim(specifier)) return { kind: 'shim', specifier };
    const resolved = this.resolver.resolve(source.file, specifier, manner);
    if (resolved.kind === 'missing') return { ...resolved, specifier };
    return this.resolvedTarget(resolved, manner);
  }

  private async resolvedTarget(resolved: Exclude<Resolved, { kind: 'missing' }>, manner: Manner): Promise<Target> {
    const id = resolved.kind === 'file' ? resolved.file : resolved.specifier;
    if (this.isInstrumented(id)) return { kind: 'module', record: await this.record(id) };
    // `require` loads the module when it is called. No preparation is needed, and many calls never happen.
    const external = manner === 'import' ? await this.externals.load(id) : { id, namespace: {} };
    return { kind: 'external', external };
  }

  /** Adds the file of a worker. A missing file is an error only if a worker is started with it. */
  private async addWorkerFile(from: string, specifier: string): Promise<void> {
    const url = new URL(specifier, paths.pathToFileURL(from));
    if (url.protocol !== 'file:') return;
    await this.addProgram(paths.fileURLToPath(url));
  }

  private async addProgram(file: string): Promise<void> {
    const resolved = this.resolver.resolve(file, file, 'import');
    if (resolved.kind === 'file' && this.isInstrumented(resolved.file)) await this.record(resolved.file);
  }

  /** Adds a file that may be a worker. Errors in it are reported only if a worker is started with it. */
  private async addIfPossible(file: string): Promise<void> {
    await this.addProgram(file).catch((error: unknown) => {
      const isLeft = error instanceof LeftOut;
      this.unusable.set(file, isLeft ? new FencepostError('JS_UNSUPPORTED', error.message) : error);
    });
  }
}

interface Compiled {
  readonly source: ModuleSource;
  readonly instantiate: Instantiate;
  /** Undefined for JSON. */
  readonly module?: InstrumentedModule;
}

function realPath(file: string): string {
  try {
    return files.realPath(file);
  } catch {
    return paths.resolve(file);
  }
}
