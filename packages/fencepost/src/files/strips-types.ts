/** Whether Node loads TypeScript itself, as 22.18 and later do. */
export function stripsTypes(): boolean {
  return 'typescript' in process.features && process.features.typescript !== false;
}
