import type { Stop } from '@fencepost/check';

/** Stops a search when a signal is aborted, like Ctrl-C. */
export function stopOn(signal: AbortSignal | undefined): Stop {
  const stop: Stop = { reason: undefined };
  signal?.addEventListener('abort', () => (stop.reason = 'interrupt'), { once: true });
  return stop;
}
