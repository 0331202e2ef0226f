import type { Site } from '@fencepost/core';
import { childHandle, join } from '@fencepost/core';
import { exact, functions } from '../base/define.js';
import type { LibraryPart } from '../base/define.js';
import type { CallReturn, DeclaredStructure, Steps, ThreadServices } from '../base/services.js';

/**
 * Function by which a program that declares data structures (`frameworks/fencepost/linearizable.h`) makes the calls of
 * a scenario.
 */
export const SCENARIO = '__fp_scenario';

/** Functions that `linearizable.h` declares and the runtime implements: they list declarations and make calls. */
export const scenarios: LibraryPart = [
  ...functions({
    *__fp_structure(thread, site, name) {
      const { structures } = thread.bounds;
      structures?.declared.push({ name: yield* thread.readString(name, site), site, settings: [], operations: [] });
    },
    *__fp_structure_setting(thread, site, setting, value) {
      const structure = declared(thread);
      if (structure === undefined) return;
      const text = yield* thread.readString(value, site);
      structure.settings.push({ setting: yield* thread.readString(setting, site), text, number: 0, site });
    },
    __fp_structure_number: declareNumber,
    // A function is also a number.
    __fp_structure_function: declareNumber,
    *__fp_operation(thread, site, name, call, blocking) {
      const structure = declared(thread);
      if (structure === undefined) return;
      const operation = yield* thread.readString(name, site);
      structure.operations.push({ name: operation, call, blocking: blocking !== 0, args: [], site });
    },
    *__fp_operation_model(thread, site, name, call) {
      const structure = declared(thread);
      if (structure === undefined) return;
      const text = yield* thread.readString(name, site);
      structure.settings.push({ setting: 'model', text, number: call, site });
    },
    __fp_argument_range: (thread, _site, from, to) => {
      declared(thread)
        ?.operations.at(-1)
        ?.args.push({ kind: 'range', values: [from, to] });
    },
    __fp_argument_value: (thread, _site, value, next, distinct) => {
      const args = declared(thread)?.operations.at(-1)?.args;
      if (next === 0) args?.push({ kind: distinct === 0 ? 'values' : 'distinct', values: [value] });
      else args?.at(-1)?.values.push(value);
    },
    *[SCENARIO](thread) {
      const { scenario } = thread;
      if (thread.bounds.structures !== undefined) thread.bounds.structures.complete = true;
      if (scenario === undefined) return;
      const { site } = scenario;
      // The results of the calls are checked, which counts as an assertion.
      thread.remarks.assertion = true;
      if (scenario.setUp !== 0) yield* thread.call('__fp_call', scenario.setUp, 0n);
      for (const { call } of scenario.before) yield* thread.call('__fp_call', call, 0n);
      for (const { name, calls } of scenario.threads) yield* thread.spawnCalls(name, calls, site);
      if (scenario.tearDown === 0) return;
      for (let i = 1; i <= scenario.threads.length; i++) yield join(childHandle(thread.handle, i), site);
      yield* thread.call('__fp_call', scenario.tearDown, 0n);
    },
    __fp_call_begins: (thread) => {
      thread.calls?.begin();
    },
    __fp_returned_nothing: (thread) => {
      returned(thread, 'nothing', 0);
    },
    __fp_returned_empty: (thread) => {
      returned(thread, 'empty', 0);
    },
    __fp_returned_bool: (thread, _site, value) => {
      returned(thread, 'bool', value);
    },
    __fp_returned_pointer: (thread, _site, value) => {
      returned(thread, 'pointer', value);
    },
  }),
  ...exact({
    __fp_argument: (thread, _site, position) => BigInt(thread.calls?.argument(Number(position)) ?? 0),
    __fp_returned_integer: (thread, _site, value) => {
      returned(thread, 'integer', value);
    },
  }),
];

function* declareNumber(thread: ThreadServices, site: Site | undefined, setting: number, number: number): Steps<void> {
  declared(thread)?.settings.push({ setting: yield* thread.readString(setting, site), text: '', number, site });
}

function declared({ bounds }: ThreadServices): DeclaredStructure | undefined {
  return bounds.structures?.declared.at(-1);
}

function returned({ calls }: ThreadServices, kind: CallReturn, value: number | bigint): void {
  calls?.end(kind, value);
}
