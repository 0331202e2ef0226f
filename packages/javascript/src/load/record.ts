import type { NamespaceShape } from './namespace-shape.js';
import type { ModuleSource } from './source.js';

/** The target of a specifier. */
export type Target =
  | { readonly kind: 'module'; readonly record: ModuleRecord }
  | { readonly kind: 'shim'; readonly specifier: string }
  | { readonly kind: 'external'; readonly external: External }
  | { readonly kind: 'missing'; readonly specifier: string; readonly reason: string };

/** A module that is not instrumented; shared by all worlds. */
export interface External {
  /** Argument for native `require`: a path, or `node:…`. */
  readonly id: string;
  /** Namespace object for importers. If the module could not be loaded, reading from it throws the reason. */
  readonly namespace: object;
}

/** The object `$m` of emitted code. */
export interface ModuleInterface {
  exports(getters: Readonly<Record<string, () => unknown>>): void;
  import(index: number): object;
  star(index: number): void;
  dynamic(specifier: unknown): unknown;
  readonly meta: object;
}

/** The object `module` of a CommonJS module. */
export interface CommonJsModule {
  exports: unknown;
  readonly id: string;
  readonly filename: string;
  readonly path: string;
  loaded: boolean;
  readonly children: readonly unknown[];
  readonly paths: readonly string[];
  readonly require: unknown;
}

/** Evaluates an ES module; yields the values to await. */
export type ModuleBody = Generator<unknown, readonly object[] | undefined, unknown>;

/** Creates an instance of the module; called in each world. */
export type Instantiate =
  | { readonly kind: 'esm'; readonly call: (module: ModuleInterface) => ModuleBody }
  | {
      readonly kind: 'cjs';
      readonly call: (
        this: unknown,
        exports: unknown,
        require: unknown,
        module: CommonJsModule,
        filename: string,
        dirname: string,
        $m: ModuleInterface,
      ) => void;
    };

/** An instrumented, compiled module: the part that all its instances share. */
export interface ModuleRecord {
  readonly index: number;
  readonly file: string;
  readonly source: ModuleSource;
  readonly instantiate: Instantiate;
  /**
   * Whether the module only declares functions and classes. Then worlds share one instance until one of them changes
   * it.
   */
  readonly declaresOnly: boolean;
  readonly shape: NamespaceShape;
  /** The specifiers of its imports, as in the instrumented module. */
  readonly specifiers: readonly string[];
  /** Targets of the imports, in the same order. */
  readonly imports: readonly Target[];
  /** Whether the whole imported module is used as a value; see `wholeImports`. */
  readonly importsAll: readonly boolean[];
  /** Targets of dynamic imports, by literal specifier. */
  readonly dynamicImports: ReadonlyMap<string, Target>;
  readonly requires: ReadonlyMap<string, Target>;
  /** This module and all its imports, in order of evaluation. */
  readonly order: readonly ModuleRecord[];
}
