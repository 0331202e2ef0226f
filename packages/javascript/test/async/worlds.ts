import { execFileSync } from 'node:child_process';
import '../../src/globals/globals.js';
import { Context } from '../../src/world/context/context.js';
import { current } from '../../src/world/running/current.js';
import { createInstruments } from '../../src/runtime/instruments.js';
import { Sites } from '../../src/world/context/sites.js';
import { instrument } from '../../src/transform/instrument.js';
import { GLOBAL_NAMES, globalValues } from '../../src/world/objects/global-names.js';
import type { Role } from '../../src/world/running/world.js';
import { World } from '../../src/world/running/world.js';

export interface Outcome {
  readonly log: readonly string[];
  /** What the program failed with, if it did. */
  readonly failure: string | undefined;
}

/** A new world, in which `inside` runs. */
export function inWorld<T>(inside: (world: World) => T, kind: Role['kind'] = 'set-up'): T {
  const before = current.world;
  const world = new World(new Context(new Sites()), { kind, thread: 0, name: 'test' }, current);
  current.world = world;
  try {
    return inside(world);
  } finally {
    current.world = before;
  }
}

type Instantiate = (...parameters: unknown[]) => unknown;

/** The text of an instrumented CommonJS module as a function that evaluates it in the world that runs. */
export function compile(source: string, extra: Readonly<Record<string, unknown>>): () => void {
  const { code } = instrument(source, '/program.cjs', {
    kind: 'cjs',
    globals: [...GLOBAL_NAMES, ...Object.keys(extra)],
  });
  const outer = (0, eval)(code) as (...parameters: unknown[]) => Instantiate;
  const instantiate = outer(createInstruments(), 0, ...globalValues(), ...Object.values(extra));
  return () => void Reflect.apply(instantiate, {}, [{}, undefined, {}, '', '', {}]);
}

/** Runs a program on the model until its event loop has nothing left to do. */
export function runOnModel(source: string): Outcome {
  return inWorld((world) => {
    const log: string[] = [];
    try {
      compile(source, { log: (event: unknown) => void log.push(String(event)) })();
      world.loop.run();
    } catch (error) {
      return { log, failure: String(error) };
    }
    return { log, failure: undefined };
  });
}

/** Runs the programs one after the other in Node, as they are. */
export function runNatively(sources: readonly string[]): readonly Outcome[] {
  const script = `
    const programs = ${JSON.stringify(sources)};
    const outcomes = [];
    let log, failure, at = 0;
    const run = () => {
      if (at === programs.length) return console.log(JSON.stringify(outcomes));
      log = [];
      failure = undefined;
      const note = (event) => { if (failure === undefined) log.push(String(event)) };
      setImmediate(() => new Function('log', programs[at])(note));
    };
    process.on('uncaughtException', (error) => {
      failure ??= error?.code === 'ERR_UNHANDLED_REJECTION' ? error.message.match(/reason "(.*)"/)[1] : String(error);
    });
    // When nothing is left to do, however long that took.
    process.on('beforeExit', () => {
      if (at === programs.length) return;
      outcomes.push({ log, failure });
      at++;
      run();
    });
    run();`;
  const output = execFileSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(output) as Outcome[]).map(({ log, failure }) => ({ log, failure }));
}
