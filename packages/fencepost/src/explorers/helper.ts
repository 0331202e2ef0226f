import type { Program } from '@fencepost/core';
import type { FromHelper, ToHelper } from '@fencepost/check';
import { helperFor } from '@fencepost/check';
import type { Handler } from '@fencepost/workers';
import type { ProgramReference } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import type { BuiltIns } from '../workers/built-ins.js';
import { yieldToEventLoop } from '../workers/yield-to-event-loop.js';

/** The job of a helper thread: a program to explore. */
export interface HelperJob {
  readonly reference: ProgramReference;
  readonly maxDepth?: number | undefined;
}

/** Helps with a search, using its own copy of the program, until the thread is ended. */
export function helperHandler(builtIns: BuiltIns): Handler<HelperJob, void, FromHelper<unknown>> {
  return async ({ reference, maxDepth }, { tell, receive }) => {
    const program = await referenced(reference);
    builtIns.acceptAdditions();
    if (program === undefined || !builtIns.areIntact) return undefined;
    const helper = helperFor(
      program,
      maxDepth,
      (message) => tell(builtIns.areIntact ? message : 'failed'),
      yieldToEventLoop,
    );
    receive((message) => helper.take(message as ToHelper<never>));
    return new Promise(() => undefined);
  };
}

/** Loads a copy of the program. Returns undefined if the file has changed since the search began. */
async function referenced({ source, options, index, digest }: ProgramReference): Promise<Program | undefined> {
  const loaded = (await loadPrograms(source, options))[index];
  return loaded?.digest === digest ? loaded.program : undefined;
}
