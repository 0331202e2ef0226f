import type { FinalView, Operation, Program, ProgramBuilder } from '@fencepost/core';
import { inCall, program } from '@fencepost/core';
import { MOST_CALLS } from './histories/history.js';
import { contentAfter } from './threads/run-alone.js';
import type { Callable, CallingThread, GivenCall } from './callable.js';
import type { Operations, ScenarioOptions } from './scenarios/scenario-options.js';
import { scenarioProgram } from './linearizable.js';

/** Information for an operation about its call: its number among all calls, for memory of its own. */
export interface CallContext {
  readonly number: number;
}

/** A data structure as generator functions: its variables, and the behaviour and results of its operations. */
export type GeneratorStructure = (
  p: ProgramBuilder,
) => Readonly<Record<string, (this: CallContext, ...args: never[]) => Iterator<Operation, unknown, number>>>;

/** Returns all scenarios of a data structure that is written as generator functions. */
export function linearizable(
  name: string,
  define: GeneratorStructure,
  operations: Operations,
  options?: ScenarioOptions,
): Program {
  return scenarioProgram(name, new Generators(define), operations, options);
}

class Generators implements Callable {
  constructor(private readonly define: GeneratorStructure) {}

  program(name: string, threads: readonly CallingThread[], initial: readonly GivenCall[]): Program {
    if (initial.length === 0) return this.from(name, threads);
    // Initial calls have numbers of their own, so that their allocations are not repeated.
    const calls = initial.map((each, i) => ({ ...each, number: MOST_CALLS + i }));
    const content = contentAfter(this.from(name, [{ name: 'initial', calls, key: '' }]));
    return { ...this.from(name, threads), initialValue: content };
  }

  private from(name: string, threads: readonly CallingThread[]): Program {
    return program(name, (p) => {
      const operations = this.define(p);
      const call = ({ operation, args, number }: GivenCall): Iterator<Operation, unknown, number> =>
        operations[operation]!.call({ number }, ...(args as never[]));
      for (const { name: thread, calls } of threads) {
        p.thread(thread, function* () {
          const results: string[] = [];
          for (const each of calls) {
            const returned = each.blocking ? [...results] : undefined;
            results.push(String(yield* inCall(each.number, call(each), returned)));
          }
          return results;
        });
      }
    });
  }

  resultsOf(final: FinalView, thread: number): readonly string[] {
    return this.resultsFrom(final.outcome(thread) ?? final.returned(thread));
  }

  resultsFrom(outcome: unknown): readonly string[] {
    return (outcome ?? []) as readonly string[];
  }

  show(value: unknown): string {
    return String(value);
  }
}
