import type { Machine, ReadTest } from '@fencepost/core';
import { traceOf } from '@fencepost/core';
import { callOrderOf } from '../calls/trace-calls.js';
import type { FinishedRun } from './ending.js';

/** The execution of a core `Machine` that cannot take another step. */
export class FinishedMachine implements FinishedRun {
  private readonly machine: Machine;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  get local(): Int32Array {
    return this.machine.local;
  }

  get operations(): number {
    return this.machine.position.reduce((sum, executed) => sum + executed, 0);
  }

  someRead(t: number, operations: number, test: ReadTest): boolean {
    const { passed, position, states } = this.machine;
    return passed.someRead(states, t, position[t]!, operations, test);
  }

  callOrder(): Int32Array | undefined {
    const { states, model, recorder } = this.machine;
    const { calls } = states.program;
    if (calls === undefined || recorder === undefined) return undefined;
    return callOrderOf(traceOf(states, recorder), calls, calls.inRealTime(model));
  }

  valueAt(location: number): number {
    const { memory, states } = this.machine;
    // Other executions may have discovered locations since.
    return memory.m[location] ?? states.locations.initial[location]!;
  }
}
