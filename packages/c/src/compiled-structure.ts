import type { FinalView, Program } from '@fencepost/core';
import { isFencepostError, isRestart } from '@fencepost/core';
import type { Callable, CallingThread, Criterion, EndAlone, GivenCall } from '@fencepost/linear';
import { KnownThreads, notingBy, runAlone, scenarioProgram } from '@fencepost/linear';
import type { Built } from './build/pipeline.js';
import type { CStructure } from './declared-structures.js';
import { mainOf, programIn } from './program.js';
import type { CompiledCall, CompiledScenario } from './runtime/base/services.js';
import type { Bounds } from './vm/context/context.js';
import { Context } from './vm/context/context.js';
import { takeNotes } from './vm/context/verdict-caveats.js';
import { Image } from './vm/instance/image.js';

/**
 * Returns the program for all scenarios of a data structure: one build serves every scenario. `criterion` replaces the
 * criterion that the structure declares.
 */
export function structureProgram(structure: CStructure, built: Built, bounds: Bounds, criterion?: Criterion): Program {
  const { name, operations, options } = structure;
  const program = scenarioProgram(name, new CompiledStructure(structure, built, bounds), operations, {
    ...options,
    ...(criterion && { criterion }),
  });
  return { ...program, standard: 'C11' };
}

class CompiledStructure implements Callable {
  /** Shared by all scenarios: they begin alike, so facts learned in one hold for all. */
  private readonly context: Context;
  /** For the specification, which runs sequentially: without spurious failures. */
  private readonly alone: Context;
  private readonly known: KnownThreads;

  constructor(
    private readonly structure: CStructure,
    private readonly built: Built,
    bounds: Bounds,
  ) {
    const image = new Image(built.wasm, built.tables);
    this.context = new Context(image, bounds);
    this.known = new KnownThreads(notingBy(() => takeNotes(this.context)));
    this.alone = new Context(image, { ...bounds, spurious: false }, this.context.instances);
  }

  program(name: string, threads: readonly CallingThread[], initial: readonly GivenCall[]): Program {
    const { site, setUp, tearDown } = this.structure;
    const scenario: CompiledScenario = {
      ...{ site, setUp, tearDown },
      before: initial.map((call) => this.compiled(call)),
      threads: threads.map((each) => ({ name: each.name, calls: each.calls.map((call) => this.compiled(call)) })),
      known: this.known,
    };
    this.context.clearNotes();
    return programIn(this.context, name, this.built, scenario);
  }

  /** Returns the number of the first thread that makes calls. Main starts these threads. */
  firstThread({ threads }: Program): number {
    return threads.length;
  }

  resultsOf(final: FinalView, thread: number): readonly string[] {
    return this.resultsFrom(final.outcome(thread) ?? final.returned(thread) ?? []);
  }

  resultsFrom(outcome: unknown): readonly string[] {
    return outcome as readonly string[];
  }

  show(value: unknown): string {
    return String(value);
  }

  readonly model = (calls: readonly GivenCall[]): string | undefined => {
    const { models, calls: own, setUp } = this.structure;
    const functions = models.size > 0 ? models : own;
    const made = calls.map((call) => this.compiled(call, functions));
    const end = made.some(({ blocking }) => blocking) ? this.inThread(setUp, made) : this.inMain(setUp, made);
    return end.kind === 'failed'
      ? `fails: ${end.message}`
      : end.kind === 'waits'
        ? undefined
        : this.resultsFrom(end.outcome).at(-1)!;
  };

  /** Makes the calls in main, before threads are started: none of them is recorded as an operation. */
  private inMain(setUp: number, before: readonly CompiledCall[]): EndAlone {
    try {
      const { done, value } = mainOf(this.alone, { setUp, tearDown: 0, before, threads: [], isHasty: true }).next(0);
      if (done === true) return { kind: 'ended', outcome: value };
    } catch (error) {
      if (isFencepostError(error)) throw error;
      if (isRestart(error)) return this.inThread(setUp, before);
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
    // A call waits or loops. Run the calls in another thread to find out which.
    return this.inThread(setUp, before);
  }

  /** Makes the calls in another thread, where waiting is detected. */
  private inThread(setUp: number, calls: readonly CompiledCall[]): EndAlone {
    const threads = [{ name: 'sequential', calls }];
    const program = programIn(this.alone, this.structure.name, this.built, { setUp, tearDown: 0, before: [], threads });
    program.beginAgain?.();
    return runAlone(program, () => this.firstThread(program));
  }

  private compiled({ operation, args, number, blocking }: GivenCall, functions = this.structure.calls): CompiledCall {
    return { call: functions.get(operation)!, args: args as readonly number[], number, blocking };
  }
}
