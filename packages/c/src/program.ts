import type { FinalView, Operation, Program } from '@fencepost/core';
import { InvalidAccess, staticHandle, store } from '@fencepost/core';
import { ATOMIC_SECTION, freedPlace, freerPlace, isChoice, isInput } from './runtime/base/places.js';
import type { CompiledScenario } from './runtime/base/services.js';
import type { Built } from './build/pipeline.js';
import { describe, describeEnd } from './vm/objects/object-texts.js';
import { CompiledThread } from './vm/threads/compiled-thread.js';
import type { Bounds } from './vm/context/context.js';
import { Context } from './vm/context/context.js';
import { Image } from './vm/instance/image.js';
import { restoreKnowledge, saveKnowledge } from './vm/context/knowledge.js';
import { isPoison } from './vm/objects/poison.js';
import type { Entry } from './vm/threads/thread-origin.js';
import { CompiledRun } from './vm/threads/thread-run.js';

/** The default bounds. */
export const DEFAULT_BOUNDS: Bounds = { unroll: undefined, wait: true };

/**
 * Returns the program whose main function is the first thread. Operations of main before it starts another thread are
 * not visible.
 */
export function compiledProgram(
  name: string,
  built: Built,
  bounds: Bounds = DEFAULT_BOUNDS,
  /** Initial values of 32-bit global variables that replace those of the source. */
  initial: ReadonlyMap<string, number> = new Map(),
): Program {
  const image = new Image(built.wasm, built.tables);
  for (const [variable, value] of initial) image.setInitial(variable, value);
  return programIn(new Context(image, bounds), name, built);
}

/** Returns the program whose threads run in this context. */
export function programIn(context: Context, name: string, built: Built, scenario?: CompiledScenario): Program {
  const { image } = context;
  const body = (unbounded?: boolean): CompiledRun => mainOf(context, scenario, unbounded);
  return {
    name,
    get threads() {
      const choices = context.choicePlaces.map((place, i) => ({ name: `choice ${i + 1}`, body: () => sets(place) }));
      return [{ name: 'main', body }, ...choices];
    },
    initialValue: (address, size) => context.initialValue(address, size),
    nameOf: (address) => context.names.nameOf(address),
    isUpkeep: (address) => context.names.isUpkeep(address),
    isInput,
    isChoice,
    isSection: (address) => address === ATOMIC_SECTION,
    showValue: (word, address, size) => context.names.show(word, address, size),
    get faults() {
      return context.objects.freed.length > 0 ? (final: FinalView) => checkFreed(context, final) : undefined;
    },
    standard: 'C11',
    isRaceFree: built.raceFree === true,
    lifetimes: {
      makerOf: (address) => context.makerOf(address),
      show: (address) => context.showAllocation(address),
    },
    limits: () => [...context.limits.values()],
    notes: () => [
      ...undefinedVariables(image).map(
        (name) => `${name} is not defined in these files: its initial value is assumed to be 0`,
      ),
      ...[...context.repeated].map(
        ([what, times]) => `up to ${times} iterations of ${what} that read the same values are shown as one`,
      ),
      ...context.cells.notes(),
    ],
    caveats: (model) => context.remarks.caveats(model),
    knowledge: {
      save: () => saveKnowledge(context, built),
      restore: (saved) => {
        restoreKnowledge(context, built, saved);
        scenario?.known?.forget();
      },
    },
    scout: (on) => context.scout(on),
    beginAgain: () => {
      context.clearNotes();
      scenario?.known?.forget();
    },
  };
}

/** Returns a run of the first thread. */
export function mainOf(context: Context, scenario?: CompiledScenario, unbounded = false): CompiledRun {
  const { exports } = context.image;
  const first = ['__fp_program_start', '__wasm_call_ctors'].filter((entry) => exports.has(entry));
  const entries: Entry[] = [...first, '__fp_main'].map((entry) => ({ entry, args: [] }));
  return new CompiledRun(
    context,
    (instance) => new CompiledThread(context, instance, staticHandle(0), entries, undefined, scenario, unbounded),
  );
}

/** Variables of the C library; those of the C++ library and of the compiler have names with underscores or colons. */
const LIBRARY_VARIABLES = new Set(['environ', 'optarg', 'opterr', 'optind', 'optopt', 'stderr', 'stdin', 'stdout']);

/** Returns the variables that the program declares and apparently should define. */
function undefinedVariables({ globals }: Image): string[] {
  const names = globals.filter(({ info }) => info.declared).map(({ info }) => info.name);
  return names.filter((name) => /^[A-Za-z]\w*$/.test(name) && !LIBRARY_VARIABLES.has(name));
}

/** Body of a choice thread: sets an open bit to 1 at some point of the execution. */
function* sets(place: number): Generator<Operation, void, number> {
  yield store(place, 1);
}

/** Checks that no memory was freed twice, or written to after it was freed, however the program ended. */
function checkFreed(context: Context, final: FinalView): void {
  for (const object of context.objects.freed) {
    const freers = object.freers.filter((_, freer) => final.read(freerPlace(object.address, freer)) !== 0);
    if (freers.length > 1) throw new InvalidAccess(`double free of ${describe(context.names, object)}`);
    if (final.read(freedPlace(object.address)) === 0) continue;
    for (const { address, size } of context.cells.within(object.address, object.size)) {
      if (isPoison(final.read(address), size)) continue;
      // Without the place of the free: other executions may free it elsewhere, and the failure is told by its message.
      const after = object.kind === 'local' ? describeEnd(object) : `the free of ${describe(context.names, object)}`;
      throw new InvalidAccess(`${context.names.nameOf(address)} is written after ${after}`);
    }
  }
}
