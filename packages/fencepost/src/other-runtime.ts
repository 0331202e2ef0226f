/** What runs this, if it is not Node: `Bun 1.4.4`. */
export function otherRuntime(versions: NodeJS.ProcessVersions = process.versions): string | undefined {
  const { bun, deno } = versions;
  if (bun !== undefined) return `Bun ${bun}`;
  return deno === undefined ? undefined : `Deno ${deno}`;
}

/** Checks rely on what Node's built-in objects and modules do; others' are similar, not the same. */
export const NEEDS_NODE = {
  message: (runtime: string): string => `Fencepost needs Node, and this is ${runtime}`,
  hint: 'run the file with Node: npx fencepost check FILE',
};
