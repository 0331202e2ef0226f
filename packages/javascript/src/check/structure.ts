import type { FinalView, Program, ThreadSource } from '@fencepost/core';
import type { Callable, CallingThread, Criterion, GivenCall } from '@fencepost/linear';
import { KnownThreads, notingBy, scenarioProgram } from '@fencepost/linear';
import type { Bounds } from '../world/context/context.js';
import { Context } from '../world/context/context.js';
import { takeNotes } from '../world/context/verdict-caveats.js';
import { current, keepingCurrent } from '../world/running/current.js';
import type { World } from '../world/running/world.js';
import type { ThreadOutcome } from '../runtime/replayed-thread.js';
import { resultOf, structureFrom } from './calling.js';
import { checkedProgram, templateOf } from './program.js';
import { showResult } from './results.js';
import type { CheckPlace } from './scripts.js';
import { setUpWorld } from './scripts.js';
import type { GivenStructure } from './structure-api.js';
import { TaskStructure, isCalledByTasks } from './task-structure.js';

/** All scenarios of a data structure. */
export interface StructureProgram extends Program {
  /** Whether its callers are tasks. */
  readonly byTasks: boolean;
}

/** Returns one program for all scenarios of a data structure. `criterion` overrides the one in its settings. */
export function structureProgram(
  name: string,
  place: CheckPlace,
  given: GivenStructure,
  bounds: Bounds,
  criterion?: Criterion,
): StructureProgram {
  const context = new Context(place.graph.sites, bounds);
  // Reports errors in the structure before exploration starts.
  templateOf({ ...place, scenario: { threads: [], initial: [], callers: 'threads' } }, context);
  const options = { ...given.options, ...(criterion && { criterion }) };
  const byTasks = isCalledByTasks(name, { ...given, options }, context.hasBuffers);
  const structure = new (byTasks ? TaskStructure : ThreadStructure)(place, given, bounds);
  const program = scenarioProgram(name, structure, given.operations, options);
  return { ...program, standard: 'ECMA-262', byTasks };
}

/** A data structure of a test file that threads call. */
class ThreadStructure implements Callable {
  readonly model: Callable['model'];
  private readonly place: CheckPlace;
  private readonly bounds: Bounds;
  /** Shared by all scenarios: they start alike, so knowledge from one holds for all. */
  private readonly context: Context;
  private readonly known: KnownThreads;
  private worldOfModel: { readonly world: World; readonly given: GivenStructure } | undefined;

  constructor(place: CheckPlace, given: GivenStructure, bounds: Bounds) {
    this.place = place;
    this.bounds = bounds;
    this.context = new Context(place.graph.sites, bounds);
    this.known = new KnownThreads(notingBy(() => takeNotes(this.context)));
    this.model = given.model === undefined ? undefined : (calls) => this.resultOfModel(calls);
  }

  program(name: string, threads: readonly CallingThread[], initial: readonly GivenCall[]): Program {
    const { context, known } = this;
    context.clearNotes();
    const numbered = threads.map((each) => ({ ...each, calls: each.calls.map((call, i) => ({ ...call, number: i })) }));
    const program = this.checked(context, name, numbered, initial);
    const { blocks, knowledge } = program;
    const knownThread = (thread: ThreadSource, i: number): ThreadSource => {
      const calling = threads[i];
      // The remaining threads model time.
      if (calling === undefined) return thread;
      const { name: of, calls, key } = calling;
      return { ...thread, body: known.body(`${i} ${of}: ${key}`, calls[0]?.number ?? 0, thread.body) };
    };
    return {
      ...program,
      // A getter, because threads can be added later.
      get threads() {
        return program.threads.map(knownThread);
      },
      knowledge: {
        save: () => knowledge!.save(),
        restore: (saved) => {
          knowledge!.restore(saved);
          known.forget();
        },
      },
      blocks: {
        ...blocks!,
        allow: (allowed) => {
          if (allowed !== context.blocks.allowed) known.forget();
          blocks!.allow(allowed);
        },
      },
      beginAgain: () => {
        program.beginAgain!();
        known.forget();
      },
    };
  }

  /**
   * Runs that compute the specification use a separate context. They must neither use nor extend the knowledge gained
   * by exploring.
   */
  programAlone(name: string, thread: CallingThread, initial: readonly GivenCall[]): Program {
    return this.checked(new Context(this.place.graph.sites, this.bounds), name, [thread], initial);
  }

  private checked(
    context: Context,
    name: string,
    threads: readonly CallingThread[],
    initial: readonly GivenCall[],
  ): Program {
    const place = { ...this.place, scenario: { threads, initial, callers: 'threads' } as const };
    return checkedProgram(name, place, templateOf(place, context));
  }

  resultsOf(final: FinalView, thread: number): readonly string[] {
    return (
      (final.outcome(thread) === undefined ? final.returned(thread) : this.resultsFrom(final.outcome(thread))) ?? []
    );
  }

  resultsFrom(outcome: unknown): readonly string[] {
    return ((outcome as ThreadOutcome | undefined)?.value ?? []) as readonly string[];
  }

  show(value: unknown): string {
    return showResult(value);
  }

  /** Runs the calls on the model, in a separate world in which nothing is explored. */
  private resultOfModel(calls: readonly GivenCall[]): string {
    return keepingCurrent(() => {
      const { world, given } = (this.worldOfModel ??= this.enterModel());
      current.world = world;
      current.run = undefined;
      const model = structureFrom(given.model!, given, 'model');
      return calls.map((call) => resultOf(model, call)).at(-1)!;
    });
  }

  private enterModel(): { readonly world: World; readonly given: GivenStructure } {
    const place = { ...this.place, scenario: { threads: [], initial: [], callers: 'threads' } as const };
    const { world, given } = setUpWorld(new Context(place.graph.sites, this.bounds), place, 'model');
    return { world, given: given.structure! };
  }
}
