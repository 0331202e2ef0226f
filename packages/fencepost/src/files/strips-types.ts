/** Node 22.18 and later load TypeScript themselves. */
export function stripsTypes(): boolean {
  return 'typescript' in process.features && process.features.typescript !== false;
}
