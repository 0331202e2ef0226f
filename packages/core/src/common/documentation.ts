const PAGES = 'https://github.com/fencepost/fencepost/blob/main/docs/';

/** Returns the address of a page of the documentation, which no package contains. */
export function documentation(page: `${'learn' | 'reference' | 'use'}/${string}`): string {
  return `${PAGES}${page}.md`;
}
