import type { FinalView, Program } from '@fencepost/core';
import { CUT, FencepostError, isFencepostError, isRediscover } from '@fencepost/core';
import type { Callable, CallingThread, GivenCall } from '@fencepost/linear';
import { runAlone, scenarioProgram } from '@fencepost/linear';
import type { Built } from './build/build.js';
import type { CStructure } from './declared-structures.js';
import { mainOf, programIn } from './program.js';
import type { CompiledCall, CompiledScenario } from './runtime/services.js';
import type { Bounds } from './vm/context.js';
import { Context } from './vm/context.js';
import { Image } from './vm/image.js';
import { Instances } from './vm/instances.js';

/** The program that stands for all scenarios of a data structure: one build, whatever the scenario. */
export function structureProgram(structure: CStructure, built: Built, bounds: Bounds): Program {
  const { name, operations, options } = structure;
  const program = scenarioProgram(name, new CompiledStructure(structure, built, bounds), operations, options);
  return { ...program, standard: 'C11' };
}

class CompiledStructure implements Callable {
  private readonly image: Image;
  private readonly instances: Instances;

  constructor(
    private readonly structure: CStructure,
    private readonly built: Built,
    private readonly bounds: Bounds,
  ) {
    this.image = new Image(built.wasm, built.tables);
    this.instances = new Instances(this.image);
  }

  program(name: string, threads: readonly CallingThread[], initial: readonly GivenCall[]): Program {
    const { setUp, tearDown } = this.structure;
    const scenario: CompiledScenario = {
      ...{ setUp, tearDown },
      before: initial.map((call) => this.compiled(call)),
      threads: threads.map((each) => ({ name: each.name, calls: each.calls.map((call) => this.compiled(call)) })),
    };
    return programIn(this.context(), name, this.built, scenario);
  }

  /** Main starts the threads that make calls. */
  firstThread({ threads }: Program): number {
    return threads.length;
  }

  resultsOf(final: FinalView, thread: number): readonly string[] {
    return this.resultsFrom(final.outcome(thread)) ?? final.returned(thread) ?? [];
  }

  resultsFrom(outcome: unknown): readonly string[] {
    return outcome as readonly string[];
  }

  show(value: unknown): string {
    return String(value);
  }

  /** Main makes the calls before it starts threads: nothing of that is an operation. */
  readonly model = (calls: readonly GivenCall[]): string | undefined => {
    const { structure } = this;
    const { models } = structure;
    const functions = models.size > 0 ? models : structure.calls;
    const before = calls.map((call) => this.compiled(call, functions));
    const { setUp } = structure;
    try {
      const { done, value } = mainOf(this.context(), { setUp, tearDown: 0, before, threads: [] }).next(0);
      if (done === true) return (value as readonly string[]).at(-1)!;
      if (value.kind !== CUT) return undefined;
    } catch (error) {
      if (isFencepostError(error) || isRediscover(error)) throw error;
      return `fails: ${error instanceof Error ? error.message : String(error)}`;
    }
    throw new FencepostError('TOO_LARGE', 'cut');
  };

  private context(): Context {
    return new Context(this.image, this.bounds, this.instances);
  }

  private compiled({ operation, args, number, blocking }: GivenCall, functions = this.structure.calls): CompiledCall {
    return { call: functions.get(operation)!, args: args as readonly number[], number, blocking };
  }
}
