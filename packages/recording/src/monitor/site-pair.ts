/** Sites are below this number. */
const SITES = 1 << 26;

/** A key for two sites. */
export function sitePair(site: number, otherSite: number): number {
  return site * SITES + otherSite;
}
