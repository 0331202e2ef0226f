import { modules } from '#host/modules';
import { platform } from '#host/platform';
import { registerShim } from '../world/running/shims.js';
import type { ShimExports } from '../world/running/shims.js';
import { modelConsole } from './console.js';
import { modelProcess } from './process.js';
import { modelPerformance } from './performance.js';
import { theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import { timerFunctions, timerPromises } from '../async/timers.js';

/** Returns the exports of a Node module: its names, and an object with all of them as the default export. */
function namespace(exports: object): ShimExports {
  return { ...exports, default: exports };
}

function timersShim(): ShimExports {
  return namespace({ ...timerFunctions, promises: timerPromises });
}

function timersPromisesShim(): ShimExports {
  return namespace(timerPromises);
}

class PerformanceObserver {
  static readonly supportedEntryTypes: readonly string[] = [];
  observe(): void {
    // No measurements are ever reported.
    if (theWorld().task !== '')
      throw unsupported('PerformanceObserver is not supported in tasks', 'pass the code under test a stand-in');
  }
  disconnect(): void {
    // No measurements are ever reported.
  }
}

const ignore = (): void => undefined;

/** Returns a histogram of Node. Its only state is the recorded values. */
function createHistogram(options?: unknown): unknown {
  const create: unknown = Reflect.get(modules.exportsOf('node:perf_hooks') ?? {}, 'createHistogram');
  if (typeof create !== 'function') throw unsupported('createHistogram is not supported');
  return Reflect.apply(create, undefined, options === undefined ? [] : [options]) as unknown;
}

/** Returns a histogram that stays empty. */
function emptyHistogram(): object {
  return {
    count: 0,
    exceeds: 0,
    min: 0,
    max: 0,
    mean: 0,
    stddev: 0,
    percentiles: new Map<number, number>(),
    percentile: () => 0,
    reset: ignore,
  };
}

function perfHooksShim(): ShimExports {
  return namespace({
    performance: modelPerformance,
    eventLoopUtilization: modelPerformance.eventLoopUtilization,
    timerify: modelPerformance.timerify,
    PerformanceObserver,
    createHistogram,
    monitorEventLoopDelay: () => ({ ...emptyHistogram(), enable: () => true, disable: () => true }),
    constants: {},
  });
}

function processShim(): ShimExports {
  const exports: Record<string, unknown> = { default: modelProcess };
  for (const name of new Set([...Object.keys(modelProcess), ...Object.keys(platform.process)])) {
    // Getters, because reading some properties, such as `stdin`, has effects.
    Object.defineProperty(exports, name, { enumerable: true, get: (): unknown => Reflect.get(modelProcess, name) });
  }
  return exports;
}

const SHIMS: readonly (readonly [name: string, make: () => ShimExports])[] = [
  ['timers', timersShim],
  ['timers/promises', timersPromisesShim],
  ['perf_hooks', perfHooksShim],
  ['process', processShim],
  ['console', () => namespace(modelConsole)],
];
for (const [name, make] of SHIMS) {
  const exports = once(make);
  registerShim(name, exports);
  registerShim(`node:${name}`, exports);
}

/** Creates the exports only once. They have no state, so all worlds may share them. */
function once(make: () => ShimExports): () => ShimExports {
  let made: ShimExports | undefined;
  return () => (made ??= make());
}
