/** A function of a structure, and the values of each of its arguments. */
export type OperationInC = readonly [name: string, values: readonly (readonly number[])[]];

/** Returns the declaration of a data structure in C, to be added to the source that defines its functions. */
export function structureInC(
  name: string,
  operations: readonly OperationInC[],
  { calls, threads }: { readonly calls?: number | undefined; readonly threads?: number | undefined } = {},
): string {
  const lines = operations.map(([operation, values]) => {
    const lists = values.map((each) => `FENCEPOST_VALUES(${each.join(', ')})`);
    return `FENCEPOST_OPERATION(${[operation, ...lists].join(', ')})`;
  });
  return [
    '#include <fencepost/linearizable.h>',
    `FENCEPOST_LINEARIZABLE(${name})`,
    ...lines,
    ...(calls === undefined ? [] : [`FENCEPOST_CALLS(${calls})`]),
    ...(threads === undefined ? [] : [`FENCEPOST_THREADS(${threads})`]),
    '',
  ].join('\n');
}
