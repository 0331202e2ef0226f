/** Returns the name and version of a runtime other than Node, such as `Bun 1.4.4`. */
export function otherRuntime(versions: NodeJS.ProcessVersions = process.versions): string | undefined {
  const { bun, deno } = versions;
  if (bun !== undefined) return `Bun ${bun}`;
  return deno === undefined ? undefined : `Deno ${deno}`;
}

/**
 * Checks rely on the behaviour of Node's built-in objects and modules. Those of other runtimes are similar, but not the
 * same.
 */
export const NEEDS_NODE = {
  message: (runtime: string): string => `Fencepost needs Node, and this is ${runtime}`,
  hint: 'run the file with Node: npx fencepost check FILE',
};
