import type { InstrumentedModule } from '../../src/transform/text/instrumented.js';
import type { FakeInstruments } from './fake-instruments.js';

type Exports = Record<string, unknown>;
type Instantiate = (...parameters: unknown[]) => Iterator<unknown, void>;

/** An evaluated esm module, with live bindings. */
export interface LinkedModule {
  readonly namespace: Exports;
  readonly meta: Exports;
  /** Runs the module up to its first `await` at the top, whose value it gives. */
  evaluate(): IteratorResult<unknown, void>;
}

export interface Surroundings {
  readonly instruments: FakeInstruments;
  readonly globals?: readonly unknown[];
  readonly namespaces?: readonly Exports[];
  readonly dynamic?: (specifier: unknown) => unknown;
}

function instantiateOf(module: InstrumentedModule, { instruments, globals = [] }: Surroundings): Instantiate {
  const outer = (0, eval)(module.code) as (...parameters: unknown[]) => Instantiate;
  return outer(instruments, 0, ...globals);
}

export function link(module: InstrumentedModule, surroundings: Surroundings): LinkedModule {
  const { namespaces = [], dynamic } = surroundings;
  const namespace: Exports = {};
  const meta = { url: 'file:///somewhere/module.js' };
  const define = (name: string, get: () => unknown): void => {
    Object.defineProperty(namespace, name, { get, enumerable: true, configurable: true });
  };
  const running = instantiateOf(
    module,
    surroundings,
  )({
    import: (k: number) => namespaces[k],
    star: (k: number) => {
      for (const name of Object.keys(namespaces[k]!)) if (name !== 'default') define(name, () => namespaces[k]![name]);
    },
    exports: (getters: Record<string, () => unknown>) => {
      for (const [name, get] of Object.entries(getters)) define(name, get);
    },
    meta,
    dynamic,
  });
  running.next();
  return { namespace, meta, evaluate: () => running.next() };
}

/** The `module.exports` of an evaluated cjs module. */
export function evaluateCommonJs(module: InstrumentedModule, surroundings: Surroundings): Exports {
  const it = { exports: {} as Exports };
  const { dynamic } = surroundings;
  const instantiate = instantiateOf(module, surroundings);
  Reflect.apply(instantiate, it.exports, [it.exports, () => undefined, it, '/f.js', '/', { dynamic }]);
  return it.exports;
}
