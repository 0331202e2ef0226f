import { DIRECT, LOAD, NO_READ, RMW, Recorder, SPAWN, STORE, eventName } from '@fencepost/core';
import type { UndoMachine } from './machine.js';

/** Records the current run, including silent operations, as core's `Machine` would have. */
export function recordRun(machine: UndoMachine): Recorder {
  const { run, actors, states } = machine;
  const recorder = new Recorder();
  const depths: number[][] = Array.from({ length: machine.threads }, () => []);
  for (let depth = 0; depth < run.length; depth++) {
    if (actors.isBuffer[run.actor[depth]!] === 0) depths[run.thread[depth]!]!.push(depth);
    if (run.writes[depth] === 1) recorder.committed(run.location[depth]!, run.event[depth]!);
  }
  const started: [thread: number, root: number][] = states.initial.map((state, t) => [t, state]);
  for (const [t, root] of started) {
    let state = root;
    let events = 0;
    for (let position = 0; position < machine.position.data[t]!; position++) {
      const kind = states.kind[state]!;
      let result = 0;
      if (kind === LOAD || kind === RMW || (machine.flags(state) & DIRECT) !== 0) {
        const depth = depths[t]![events++]!;
        const reads = run.reads[depth] === 1;
        recorder.operation(eventName(t, position), reads ? run.source[depth]! : NO_READ, run.writes[depth] === 1);
        if (reads) result = run.value[depth]!;
      } else {
        recorder.operation(eventName(t, position), NO_READ, kind === STORE);
        if (kind === SPAWN) {
          const child = states.operand[state]!;
          started.push([child, states.second[state]!]);
          result = states.threads.handles[child]!;
        }
      }
      state = states.update(state, result);
    }
  }
  return recorder;
}
