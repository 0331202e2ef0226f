import { modules } from '#host/modules';
import { paths } from '#host/paths';
import { FencepostError } from '@fencepost/core';
import type { ModuleGraph } from '../load/graph.js';
import { guardChanges, guarded } from '../load/guarded.js';
import { noteFailedModule } from '../load/failed-modules.js';
import { moduleNotFound } from '../load/missing.js';
import type { Bindings } from '../load/namespace-shape.js';
import type { CommonJsModule, External, ModuleInterface, ModuleRecord, Target } from '../load/record.js';
import { guardBuiltin } from '../memory/natives/node-modules.js';
import { CommonState } from '../world/objects/common-objects.js';
import { addForeign } from '../world/objects/foreign.js';
import { SUSPENDED, current } from '../world/running/current.js';
import { shimExports } from '../world/running/shims.js';
import type { World } from '../world/running/world.js';

/** Instance of a module in a world. */
export interface Instance {
  /** Namespace object for importers that read single names. */
  readonly bindings: Bindings;
  /** Returns the same object for use as a value of the program. */
  namespace(): Bindings;
}

/** The modules of a world, as a CommonJS module uses them. */
export interface Linking {
  readonly world: World;
  readonly graph: ModuleGraph;
  /** `require.cache`. */
  readonly cache: Record<string, CommonJsModule>;
  evaluate(record: ModuleRecord): Instance;
  dynamicImport(from: ModuleRecord, specifier: unknown): object;
}

/** The requesting module. */
export type Requirer = Pick<ModuleRecord, 'file' | 'requires'>;

/** Instance of a CommonJS module (or a JSON file) in a world. */
export class CommonJsInstance implements Instance {
  readonly module: CommonJsModule;
  private readonly linking: Linking;
  private readonly record: ModuleRecord;
  private made: Bindings | undefined;
  private json: Bindings | undefined;
  private isNamespace = false;
  private state: 'new' | 'evaluated' | 'failed' = 'new';
  private error: unknown;

  constructor(linking: Linking, record: ModuleRecord) {
    this.linking = linking;
    this.record = record;
    const { file } = record;
    const require = requireFor(linking, record);
    this.module = {
      exports: {},
      id: file,
      filename: file,
      path: paths.dirname(file),
      loaded: false,
      children: [],
      paths: [],
      require,
    };
  }

  /** Namespace object: `default` is `module.exports`, and the other names are its properties after evaluation. */
  get bindings(): Bindings {
    if (this.made === undefined) {
      this.made = this.record.shape.make();
      this.record.shape.setModule(this.made, this.module);
      this.learnNames();
    }
    return this.made;
  }

  namespace(): Bindings {
    if (this.record.file.endsWith('.json')) return (this.json ??= jsonNamespace(this.module));
    const { bindings } = this;
    this.isNamespace = true;
    this.record.shape.own(bindings);
    return bindings;
  }

  /** Evaluates the module and returns `module.exports`; incomplete if the module is already being evaluated. */
  evaluate(): unknown {
    const { module, record, linking } = this;
    if (this.state === 'failed') throw this.error;
    if (this.state === 'new' && record.instantiate.kind === 'cjs') {
      this.state = 'evaluated';
      linking.cache[record.file] = module;
      const { call } = record.instantiate;
      const dynamic = commonJsInterface(linking, record);
      try {
        Reflect.apply(call, module.exports, [
          module.exports,
          module.require,
          module,
          record.file,
          module.path,
          dynamic,
        ]);
      } catch (error) {
        if (error !== SUSPENDED) {
          [this.state, this.error] = ['failed', error];
          noteFailedModule(error, record.file);
        }
        throw error;
      }
      module.loaded = true;
      this.learnNames();
    }
    return module.exports;
  }

  private learnNames(): void {
    const { exports } = this.module;
    if (this.made === undefined) return;
    if (exports !== null && (typeof exports === 'object' || typeof exports === 'function')) {
      this.record.shape.defineProperties(Object.keys(exports));
      if (this.module.loaded) this.record.shape.setNamed(this.made, exports);
    }
    if (this.isNamespace) this.record.shape.own(this.made);
  }
}

/** A JSON module has no other exports, though bundlers let programs import its properties by name. */
function jsonNamespace(module: CommonJsModule): Bindings {
  return Object.preventExtensions(
    Object.create(null, {
      default: { get: () => module.exports, enumerable: true },
      [Symbol.toStringTag]: { value: 'Module' },
    }) as Bindings,
  );
}

function commonJsInterface(linking: Linking, record: ModuleRecord): Pick<ModuleInterface, 'dynamic'> {
  return { dynamic: (specifier) => linking.dynamicImport(record, specifier) };
}

interface Require {
  (specifier: unknown): unknown;
  resolve: (specifier: string) => string;
  cache: Record<string, CommonJsModule>;
  main: undefined;
}

/** Returns the function `require` of a module. */
export function requireFor(linking: Linking, record: Requirer): Require {
  const require = (specifier: unknown): unknown => requireModule(linking, record, specifier);
  require.resolve = (specifier: string) => resolveFrom(linking, record, specifier);
  require.cache = linking.cache;
  require.main = undefined;
  return require;
}

function requireModule(linking: Linking, from: Requirer, specifier: unknown): unknown {
  if (typeof specifier !== 'string' || specifier === '') {
    throw new TypeError(`The "id" argument must be a non-empty string. Received ${String(specifier)}`);
  }
  const target = from.requires.get(specifier) ?? linking.graph.lookup(from.file, specifier, 'require');
  if (target.kind !== 'not loaded') return requireTarget(linking, from, target);
  const record = linking.graph.loadNow(target.file);
  if (record === undefined) throw notLoaded(linking, from, specifier, 'require');
  return requireTarget(linking, from, { kind: 'module', record });
}

function requireTarget(linking: Linking, from: Requirer, target: Target): unknown {
  switch (target.kind) {
    case 'missing':
      throw moduleNotFound(target.specifier, from.file, 'MODULE_NOT_FOUND');
    case 'external':
      return requireNatively(linking.graph, from.file, target.external);
    case 'shim': {
      const exports = shimExports(linking.world, target.specifier);
      return modules.isBuiltin(target.specifier) ? (exports['default'] ?? exports) : exports;
    }
    case 'module': {
      const instance = linking.evaluate(target.record);
      if (instance instanceof CommonJsInstance) return instance.module.exports;
      const namespace = instance.namespace();
      return 'module.exports' in namespace ? namespace['module.exports'] : namespace;
    }
  }
}

/** Exports of natively loaded modules. As in Node, each is loaded once per process. */
const required = new Map<string, unknown>();

function requireNatively(graph: ModuleGraph, from: string, { id }: External): unknown {
  if (!required.has(id)) {
    guardBuiltin(id);
    const isBuiltin = modules.isBuiltin(id);
    const before = isBuiltin ? undefined : CommonState.now();
    try {
      const exports = modules.requireFrom(from, id);
      addForeign(id, exports);
      required.set(id, isBuiltin ? exports : guarded(exports, graph.foreigner(id)));
    } finally {
      if (before !== undefined) guardChanges(before, graph.foreigner(id));
    }
  }
  return required.get(id);
}

function resolveFrom(linking: Linking, from: Requirer, specifier: string): string {
  const target = from.requires.get(specifier) ?? linking.graph.lookup(from.file, specifier, 'require');
  switch (target.kind) {
    case 'missing':
      throw moduleNotFound(specifier, from.file, 'MODULE_NOT_FOUND');
    case 'not loaded':
      return target.file;
    case 'shim':
      return specifier;
    case 'external':
      return modules.isBuiltin(specifier) ? specifier : target.external.id;
    case 'module':
      return target.record.file;
  }
}

/** Returns the error for a module that could not be known in advance. */
export function notLoaded({ graph, world }: Linking, from: Requirer, specifier: string, how: string): FencepostError {
  const site = world.context.siteOf(current.site);
  return new FencepostError(
    'JS_MODULE',
    `${how}('${specifier}') in ${graph.shownAs(from.file)}: this module was not loaded`,
    {
      ...(site === undefined ? {} : { site }),
      hint: 'Modules are loaded before the check runs: give the specifier as a literal, or import the module statically as well.',
    },
  );
}

/** Namespace objects by exports object. Exports with state exist once per world. */
const withDefault = new WeakMap<object, object>();

/**
 * Returns the namespace object for importers of a shim. As with Node's own modules, the default export contains all
 * exports.
 */
export function shimNamespace(world: World, specifier: string): object {
  const exports = shimExports(world, specifier);
  if ('default' in exports) return exports;
  let namespace = withDefault.get(exports);
  if (namespace === undefined) {
    namespace = Object.create(exports, { default: { value: exports, enumerable: true } }) as object;
    withDefault.set(exports, namespace);
  }
  return namespace;
}

/** Returns the names that can be imported from a shim. */
export function shimNames(world: World, specifier: string): readonly string[] {
  return Object.keys(shimExports(world, specifier));
}
