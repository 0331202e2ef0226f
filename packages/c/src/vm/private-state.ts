import { isOfSleep } from '../runtime/libc/time.js';
import { latin1 } from '../platform.js';
import type { AccessingThread } from './access-imports.js';
import type { Instance } from './instance.js';
import type { PrivateState } from './spin-detection.js';

/** A thread at the head of a loop. */
interface LoopingThread extends Pick<AccessingThread, 'variables' | 'memory' | 'counted' | 'carriedMemory'> {
  readonly own: ReadonlyMap<string, number | bigint>;
}

/** All private state of the thread that a loop may find changed in its next iteration. */
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
  // How long it has slept does not matter as long as it waits.
  for (const [key, value] of own) if (!isOfSleep(key)) parts.push(`${key}=${value}`);
  parts.push(memory.privateState());
  return { carried, counted: counted.join(' '), rest: parts.join('\n') };
}
