const { pause } = Atomics as { readonly pause?: () => void };

/**
 * In a loop that waits, of code that is checked: going round again is no use until another thread changes what the loop has
 * read. Otherwise it is a hint to the processor, where there is one.
 */
export function spin(): void {
  pause?.();
}
