/** Whether this is the name of several bit-fields, which are accessed together: `flags.ready/done`. */
export function areBitFields(place: string): boolean {
  return /\.[\w$]+(?:\/[\w$]+)+(?:\+\d+)?$/.test(place);
}

/** What helps where bit-fields race. */
export const BIT_FIELDS =
  'bit-fields that share memory are accessed together, and none can be atomic: give each a member of its own, or hold one lock around all accesses';
