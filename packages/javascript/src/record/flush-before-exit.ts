import type { Native } from '../memory/replace.js';
import { callNative, disguised, method } from '../memory/replace.js';
import type { Steps } from './steps.js';

/** Nobody is told of an end by a signal or by `abort`: what was recorded has to leave the process before. */
export function flushBeforeSuddenEnds(steps: Steps): void {
  flushBefore(steps, 'abort', () => true);
  // Numbers that are not positive are those of groups.
  flushBefore(steps, 'kill', (pid, signal) => signal !== 0 && (Number(pid) === process.pid || Number(pid) <= 0));
}

function flushBefore(steps: Steps, name: 'abort' | 'kill', isEnd: (...args: readonly unknown[]) => boolean): void {
  const native = Reflect.get(process, name) as Native;
  const replacement = method((self, args) => {
    if (steps.isRecording && isEnd(...args)) steps.flush();
    return callNative(native, self, args);
  });
  Reflect.set(process, name, disguised(native, replacement));
}
