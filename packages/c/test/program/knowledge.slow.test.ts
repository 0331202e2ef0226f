import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, isRestart } from '@fencepost/core';
import type { Exploration, Frontier } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_BOUNDS, compiledProgram } from '../../src/program.js';
import type { Built } from '../../src/build/pipeline.js';
import { build } from '../../src/build/build.js';
import type { Compiled } from '@fencepost/testing/compiled';
import { MODELS, canCompile, compile, corpus, explored, file, settled } from '@fencepost/testing/compiled';

/** What is learned of each: what would be lost if it were not saved. */
const PROGRAMS: readonly (readonly [name: string, learns: string, options: Compiled])[] = [
  ['structures/treiber_pop.c', 'objects on the heap', {}],
  ['structures/treiber_free.c', 'objects that are freed', {}],
  ['structures/msqueue.c', 'objects on the heap', {}],
  ['memory/use_after_free_race.c', 'objects that are freed', {}],
  ['memory/memcpy.c', 'cells', { flags: ['-DRACE'] }],
  ['memory/mixed_race.c', 'cells that are divided', {}],
  ['memory/bitfields.c', 'cells', {}],
  ['memory/loop_variable.c', 'locals that are shared', {}],
  ['memory/wide.c', 'wide values', {}],
  ['atomics/cas_weak_once.c', 'choices', { bounds: { spurious: true } }],
  ['library/verifier.c', 'choices', {}],
  ['library/nested_create.c', 'nested threads', {}],
  ['library/thread_local.c', 'thread-local objects', {}],
  ['library/cond_signal.c', 'states of synchronisation objects', {}],
  ['cxx/new_delete.cpp', 'objects on the heap', {}],
  ['loops/counter.c', 'limits', { bounds: { unroll: 2 } }],
];

const boundsOf = ({ bounds }: Compiled) => ({ ...DEFAULT_BOUNDS, ...bounds });

interface Part {
  readonly executions: number;
  readonly blocked: number;
  readonly failures: Readonly<Record<string, number>>;
}

function partOf({ executions, blocked, failures }: Exploration): Part {
  const counts: Record<string, number> = {};
  for (const { kind, message, site, executions: count } of failures) {
    const key = `${kind} ${message} ${site?.line}`;
    counts[key] = (counts[key] ?? 0) + count;
  }
  return { executions, blocked, failures: counts };
}

function sum(a: Part, b: Part): Part {
  const failures: Record<string, number> = { ...a.failures };
  for (const [key, count] of Object.entries(b.failures)) failures[key] = (failures[key] ?? 0) + count;
  return { executions: a.executions + b.executions, blocked: a.blocked + b.blocked, failures };
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

interface Interrupted {
  readonly whole: Part;
  readonly first: Part;
  /** What another process is told. */
  readonly saved: { readonly rest: Frontier; readonly knowledge: unknown };
}

/** Explores all, so that nothing is left to be learned, and then a half. */
function interrupt(program: Program, model: ModelName): Interrupted {
  return settled(program, () => {
    const whole = partOf(exploreGraphs(new LocalStates(program), { model }));
    const budget = Math.max(1, (whole.executions + whole.blocked) >> 1);
    const half = exploreGraphs(new LocalStates(program), { model, budget });
    return {
      whole,
      first: partOf(half),
      saved: throughJson({ rest: half.rest, knowledge: program.knowledge!.save() }),
    };
  });
}

/** As another process does it: with new modules, whose tables of interned values are empty or have other numbers. */
async function resume(built: Built, options: Compiled, { saved }: Interrupted, model: ModelName): Promise<Part> {
  vi.resetModules();
  const core = await import('@fencepost/core');
  const explore = await import('@fencepost/explore');
  const own = await import('../../src/program.js');
  core.encodeWide(2n ** 60n);
  const program = own.compiledProgram('test', built, boundsOf(options));
  program.knowledge!.restore(saved.knowledge);
  return partOf(explore.exploreGraphs(new core.LocalStates(program), { model, from: saved.rest }));
}

describe.skipIf(!canCompile)('knowledge about a program', { timeout: 30_000 }, () => {
  it.each(PROGRAMS)('%s: %s survive a process', async (name, _learns, options) => {
    const built = await build({ files: [join(corpus, name)], flags: options.flags ?? [] });
    for (const model of MODELS) {
      const interrupted = interrupt(compiledProgram('test', built, boundsOf(options)), model);
      const second = await resume(built, options, interrupted, model);
      expect(sum(interrupted.first, second)).toEqual(interrupted.whole);
    }
  });

  it.each(PROGRAMS.slice(0, 5))('%s: later knowledge restarts the search', async (name, _, options) => {
    const built = await build({ files: [join(corpus, name)], flags: options.flags ?? [] });
    const fresh = () => compiledProgram('test', built, boundsOf(options));
    const whole = partOf(explored(fresh(), exploreGraphs, { model: 'tso' }));
    const interrupted = fresh();
    const first = settled(interrupted, () => exploreGraphs(new LocalStates(interrupted), { model: 'tso', budget: 1 }));
    const resumed = fresh();
    resumed.knowledge!.restore(throughJson(interrupted.knowledge!.save()));
    let rest: Frontier | undefined = throughJson(first.rest);
    const all = settled(resumed, () => {
      const from = rest;
      rest = undefined;
      const part = partOf(exploreGraphs(new LocalStates(resumed), { model: 'tso', ...(from && { from }) }));
      return from === undefined ? part : sum(partOf(first), part);
    });
    expect(all).toEqual(whole);
  });

  it('is saved as it was restored', async () => {
    for (const [name, , options] of PROGRAMS) {
      const built = await build({ files: [join(corpus, name)], flags: options.flags ?? [] });
      const { saved } = interrupt(compiledProgram('test', built, boundsOf(options)), 'pso');
      const fresh = compiledProgram('test', built, boundsOf(options));
      fresh.knowledge!.restore(saved.knowledge);
      expect(throughJson(fresh.knowledge!.save())).toEqual(saved.knowledge);
      expect(() => exploreGraphs(new LocalStates(fresh), { model: 'pso' })).not.toThrow();
      expect(throughJson(fresh.knowledge!.save())).toEqual(saved.knowledge);
    }
  });

  it('is unknown without it', async () => {
    const begins = (program: Program): boolean => {
      try {
        exploreGraphs(new LocalStates(program), { model: 'pso' });
        return false;
      } catch (error) {
        return isRestart(error);
      }
    };
    const fresh = await compile(join(corpus, 'structures/treiber_pop.c'));
    expect([begins(fresh), fresh.limits!(), fresh.notes!()]).toEqual([true, [], []]);
  });

  it('has the names, limits and notes', async () => {
    const source = file(
      'names.c',
      `#include <pthread.h>
       static void *run(void *p) { struct { int a, b; } *pair = p; pair->b = 1; for (int i = 0; i < 9; i++) pair->a++; return 0; }
       int main(void) { struct { int a, b; } pair = {0, 0}; pthread_t t; pthread_create(&t, 0, run, &pair);
       *(long *)&pair = 5; pthread_join(t, 0); return 0; }`,
    );
    const options: Compiled = { bounds: { unroll: 3 } };
    const built = await build({ files: [source], flags: [] });
    const program = compiledProgram('test', built, boundsOf(options));
    const { saved } = interrupt(program, 'sc');
    const fresh = compiledProgram('test', built, boundsOf(options));
    fresh.knowledge!.restore(saved.knowledge);
    expect(fresh.limits!()).toEqual(program.limits!());
    expect(fresh.limits!()).toHaveLength(1);
    expect(fresh.notes!()).toEqual(program.notes!());
    expect(fresh.notes!()).toHaveLength(1);
    const states = new LocalStates(fresh);
    exploreGraphs(states, { model: 'sc' });
    const names = states.locations.addresses.map((address) => fresh.nameOf(address));
    expect(names).toContain('pair.b');
  });

  it('is refused for another program', async () => {
    const source = join(corpus, 'atomics/sb.c');
    const { knowledge } = await compile(source);
    const refused: unknown = expect.objectContaining({ code: 'BAD_FRONTIER' });
    const others = [await compile(source, { bounds: { unroll: 3 } }), await compile(join(corpus, 'atomics/lb.c'))];
    for (const saved of [null, 7, {}, { version: 1 }, ...others.map((other) => other.knowledge!.save())]) {
      expect(() => {
        knowledge!.restore(saved);
      }).toThrow(refused);
    }
  });
});
