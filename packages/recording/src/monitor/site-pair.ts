/** Upper bound of site numbers. */
const SITES = 1 << 26;

/** Returns a key for two sites. */
export function sitePair(site: number, otherSite: number): number {
  return site * SITES + otherSite;
}
