/** Formats bytes as megabytes: 26.2 for 26,200,000 bytes. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
