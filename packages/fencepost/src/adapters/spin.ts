const { pause } = Atomics as { readonly pause?: () => void };

/**
 * Marks a waiting loop in checked code: another iteration is useless until another thread changes a value that the loop
 * has read. Outside of a check it is a hint to the processor, if the runtime has one.
 */
export function spin(): void {
  pause?.();
}
