import { isOfSleep } from '../../runtime/libc/time.js';
import { latin1 } from '../../platform.js';
import type { AccessingThread } from './access-imports.js';
import type { Instance } from '../instance/instance.js';
import type { PrivateState } from './spin-detection.js';

/** A thread at the head of a loop, reduced to what its private state needs. */
interface LoopingThread extends Pick<AccessingThread, 'variables' | 'memory' | 'counted' | 'carriedMemory'> {
  readonly own: ReadonlyMap<string, number | bigint>;
}

/** Returns all private state of the thread that may differ in the next iteration of a loop. */
export function privateState(
  { variables, memory, counted, carriedMemory, own }: LoopingThread,
  { bytes }: Pick<Instance, 'bytes'>,
  carried: string,
): PrivateState {
  const parts = [String(variables.localCount)];
  for (let i = 0; i < carriedMemory.length; i += 2) {
    const start = carriedMemory[i]!;
    parts.push(latin1(bytes.subarray(start, start + carriedMemory[i + 1]!)));
  }
  // Excludes the time slept: it does not matter while the thread waits.
  for (const [key, value] of own) if (!isOfSleep(key)) parts.push(`${key}=${value}`);
  parts.push(memory.privateState());
  return { carried, counted: counted.join(' '), rest: parts.join('\n') };
}
