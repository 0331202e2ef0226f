import { modules } from '#host/modules';
import { paths } from '#host/paths';
import { FencepostError } from '@fencepost/core';
import type { ModuleGraph } from '../load/graph.js';
import { importMeta } from './import-meta.js';
import { noteFailedModule } from '../load/failed-modules.js';
import { missingExport, moduleNotFound } from '../load/missing.js';
import type { Bindings } from '../load/namespace-shape.js';
import type { CommonJsModule, ModuleBody, ModuleInterface, ModuleRecord, Target } from '../load/record.js';
import { isTypeScript, packageOf } from '../load/source.js';
import { starNames, starsAreStatic } from '../load/star-names.js';
import { SUSPENDED, theWorld } from '../world/running/current.js';
import type { Instance, Linking } from './interop.js';
import { CommonJsInstance, notLoaded, requireFor, shimNames, shimNamespace } from './interop.js';
import { Pristine } from './pristine.js';
import { awaitValue, newCapability } from '../async/promise.js';
import { guard } from '../world/running/guard.js';
import { compileTextsBy } from '../world/running/texts.js';
import { registerShim } from '../world/running/shims.js';
import type { World } from '../world/running/world.js';

/** Exports of a module. */
export type Namespace = Readonly<Record<string, unknown>>;

const LINKER = Symbol('modules');

/**
 * Imports a module in the running world. First evaluates all modules it needs that are not yet evaluated. At a
 * top-level await, runs the world's event loop. The result is only for reading single exports: they are not its own
 * properties.
 */
export function importModule(world: World, graph: ModuleGraph, file: string): Namespace {
  const record = graph.recordOf(file);
  if (record === undefined) throw new FencepostError('JS_MODULE', `${graph.shownAs(file)} was not loaded`);
  // Node evaluates ES modules in a microtask.
  const isEsModule = record.instantiate.kind === 'esm';
  try {
    return world.slot(LINKER, () => new Linker(world, graph)).evaluate(record).bindings;
  } finally {
    if (isEsModule) world.loop.wasMicrotask();
  }
}

compileTextsBy((world, text) => (world.known(LINKER) as Linker | undefined)?.graph.bodyOf(text));

/** Returns the file for which the modules of this world were loaded. */
export function entryOf(world: World): string {
  return linkerOf(world).graph.entry;
}

function linkerOf(world: World): Linker {
  return world.slot<Linker>(LINKER, () => {
    throw new Error('no module was imported in this world');
  });
}

/** An ES module in a world. */
class EsInstance implements Instance, ModuleInterface {
  readonly bindings: Bindings;
  readonly record: ModuleRecord;
  state: 'new' | 'linked' | 'evaluated' | 'failed' = 'new';
  error: unknown;
  body: ModuleBody | undefined;
  private readonly linker: Linker;
  /** Whether the namespace object itself is a value of the program. */
  isNamespace = false;
  private knownMeta: object | undefined;

  constructor(linker: Linker, record: ModuleRecord) {
    this.linker = linker;
    this.record = record;
    this.bindings = record.shape.make();
  }

  namespace(): Bindings {
    if (!this.isNamespace) {
      this.isNamespace = true;
      this.record.shape.own(this.bindings);
    }
    return this.bindings;
  }

  /** Updates the namespace object after further names have become known. */
  renew(): void {
    if (this.isNamespace) this.record.shape.own(this.bindings);
  }

  exports(getters: Readonly<Record<string, () => unknown>>): void {
    this.record.shape.setExports(this.bindings, getters);
  }

  import(index: number): object {
    return this.linker.imported(this.record.imports[index]!, this.record.importsAll[index]!);
  }

  star(index: number): void {
    this.record.shape.setStar(this.bindings, index, this.import(index));
  }

  dynamic(specifier: unknown): object {
    return this.linker.dynamicImport(this.record, specifier);
  }

  get meta(): object {
    return (this.knownMeta ??= importMeta(this.linker.graph, this.record));
  }
}

interface SharedInstance {
  /** Undefined: the module is no longer shared. */
  readonly instance: EsInstance | undefined;
  readonly pristine: Pristine;
}

const sharedInstances = new WeakMap<ModuleRecord, SharedInstance>();

/**
 * Returns the instance that worlds share, for a module that only declares functions and classes. Classes are costly to
 * create, and code that uses objects of ever new classes is slow. If a world changes the declarations or obtains the
 * namespace object, they can no longer be shared: then each world has its own instance again.
 */
function sharedInstance(record: ModuleRecord): EsInstance | undefined {
  if (!record.declaresOnly) return undefined;
  const shared = sharedInstances.get(record);
  if (shared?.instance === undefined) return undefined;
  if (!shared.instance.isNamespace && shared.pristine.isIntact) return shared.instance;
  sharedInstances.set(record, { ...shared, instance: undefined });
  return undefined;
}

/** Shares the instance of a module that has just been evaluated. */
function share(instance: EsInstance, declared: readonly object[]): void {
  const { record } = instance;
  if (!sharedInstances.has(record)) sharedInstances.set(record, { instance, pristine: new Pristine(declared) });
}

/** The modules of one world. */
class Linker implements Linking {
  readonly world: World;
  readonly graph: ModuleGraph;
  readonly cache: Record<string, CommonJsModule> = {};
  private readonly instances: (EsInstance | CommonJsInstance | undefined)[] = [];

  constructor(world: World, graph: ModuleGraph) {
    this.world = world;
    this.graph = graph;
  }

  evaluate(record: ModuleRecord): Instance {
    const { order } = record;
    let isSettled = true;
    for (const each of order) isSettled = this.link(each) && isSettled;
    if (!isSettled) this.settle(order);
    for (const each of order) this.runIn(packageOf(each.file), each);
    return this.instanceOf(record);
  }

  imported(target: Target, asNamespace: boolean): object {
    switch (target.kind) {
      case 'module': {
        const instance = this.instanceOf(target.record);
        return asNamespace ? instance.namespace() : instance.bindings;
      }
      case 'shim':
        return shimNamespace(this.world, target.specifier);
      case 'external':
        return target.external.namespace;
      case 'missing':
        throw new Error(`'${target.specifier}' was imported although it is missing`);
    }
  }

  dynamicImport(from: ModuleRecord, specifier: unknown): object {
    const { promise, resolve, reject } = newCapability();
    this.world.loop.enqueue(() => {
      try {
        resolve(this.importNow(from, String(specifier)));
      } catch (error) {
        guard(error);
        reject(error);
      }
    });
    return promise;
  }

  private importNow(from: ModuleRecord, specifier: string): object {
    const target = from.dynamicImports.get(specifier) ?? this.graph.lookup(from.file, specifier, 'import');
    if (target.kind === 'not loaded') throw notLoaded(this, from, specifier, 'import');
    if (target.kind === 'missing') throw moduleNotFound(specifier, from.file, 'ERR_MODULE_NOT_FOUND');
    return target.kind === 'module' ? this.evaluate(target.record).namespace() : this.imported(target, true);
  }

  private instanceOf(record: ModuleRecord): EsInstance | CommonJsInstance {
    const known = this.instances[record.index];
    if (known !== undefined) return known;
    const Kind = record.instantiate.kind === 'esm' ? EsInstance : CommonJsInstance;
    return (this.instances[record.index] = sharedInstance(record) ?? new Kind(this, record));
  }

  /** Returns whether all exported names of the module are known. */
  private link(record: ModuleRecord): boolean {
    const instance = this.instanceOf(record);
    if (instance instanceof CommonJsInstance) return true;
    if (instance.state === 'new' && record.instantiate.kind === 'esm') {
      instance.state = 'linked';
      // Called without a receiver, because `this` of an ES module is undefined.
      const { call } = record.instantiate;
      instance.body = call(instance);
      instance.body.next();
    }
    return record.shape.settled;
  }

  /**
   * Completes the exported names and checks the imported ones. Needed in the first world only, because the exports of
   * modules are the same in all worlds.
   */
  private settle(order: readonly ModuleRecord[]): void {
    for (const record of order) {
      this.addStars(record);
      record.shape.settled = starsAreStatic(record);
    }
    for (const record of order) this.checkImports(record);
  }

  private addStars(record: ModuleRecord): void {
    const instance = this.instanceOf(record);
    if (record.shape.settled || instance instanceof CommonJsInstance) return;
    for (const [index, names] of starNames(record, (specifier) => shimNames(this.world, specifier))) {
      record.shape.defineStar(index, names);
    }
    instance.renew();
  }

  /** Checks that imported names exist. Skips TypeScript, where an imported name may be a type. */
  private checkImports({ source, specifiers, imports }: ModuleRecord): void {
    if (isTypeScript(source.file)) return;
    for (const { specifier, name } of source.imports) {
      const target = imports[specifiers.indexOf(specifier)];
      if (name === '*' || target === undefined || isThere(target, name)) continue;
      const error = missingExport(source, specifier, name, this.graph.shownAs(source.file));
      noteFailedModule(error, source.file);
      throw error;
    }
  }

  private runIn(loading: string | undefined, record: ModuleRecord): void {
    const { world } = this;
    const before = world.loading;
    world.loading = loading;
    try {
      this.run(record);
    } finally {
      world.loading = before;
    }
  }

  private run(record: ModuleRecord): void {
    const instance = this.instanceOf(record);
    if (instance instanceof CommonJsInstance) {
      instance.evaluate();
      return;
    }
    if (instance.state === 'failed') throw instance.error;
    if (instance.state === 'evaluated') return;
    instance.state = 'evaluated';
    if (!record.shape.settled) {
      // `export *` from a CommonJS module, which has been evaluated by now.
      this.addStars(record);
      record.shape.settled = true;
    }
    try {
      const body = instance.body!;
      let step = body.next();
      while (step.done !== true) step = this.resume(body, step.value, record);
      if (step.value !== undefined) share(instance, step.value);
    } catch (error) {
      if (error !== SUSPENDED) {
        [instance.state, instance.error] = ['failed', error];
        noteFailedModule(error, record.file);
      }
      throw error;
    }
  }

  /** Resumes after a top-level await. */
  private resume(body: ModuleBody, awaited: unknown, record: ModuleRecord): ReturnType<ModuleBody['next']> {
    let goOn: (() => ReturnType<ModuleBody['next']>) | undefined;
    awaitValue(
      awaited,
      (value) => (goOn = () => body.next(value)),
      (reason) => (goOn = () => body.throw(reason)),
    );
    this.world.loop.wasMicrotask();
    this.world.loop.runWithin(() => goOn !== undefined);
    if (goOn !== undefined) return goOn();
    throw new FencepostError('JS_MODULE', `a top-level await in ${this.graph.shownAs(record.file)} never ends`);
  }
}

function isThere(target: Target, name: string): boolean {
  if (target.kind === 'external') return name in target.external.namespace;
  if (target.kind !== 'module' || target.record.instantiate.kind === 'cjs') return true;
  const { shape } = target.record;
  return !shape.settled || shape.names.has(name);
}

/** Implements `createRequire`: resolves to the modules of the running world. */
function createRequire(from: string | URL): unknown {
  const isUrl = typeof from !== 'string' || from.startsWith('file:');
  return requireFor(linkerOf(theWorld()), { file: isUrl ? paths.fileURLToPath(from) : from, requires: new Map() });
}
const moduleShim: Record<string, unknown> = {};
Object.assign(moduleShim, modules.ownExports, { createRequire, default: moduleShim });
for (const name of ['module', 'node:module']) registerShim(name, () => moduleShim);
