import type { Native } from '../memory/views/replace.js';
import { callNative, disguised, method } from '../memory/views/replace.js';
import type { Steps } from './steps.js';

/** Flushes the recording before the process sends itself a signal or calls `abort`: no event announces such an end. */
export function flushBeforeSuddenEnds(steps: Steps): void {
  flushBefore(steps, 'abort', () => true);
  // Process ids that are not positive denote groups.
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
