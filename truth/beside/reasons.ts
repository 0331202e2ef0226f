/** Why we build more blocked executions than GenMC, in a word or two that the page explains. */
const REASONS: readonly (readonly [why: string, ids: RegExp])[] = [
  ['assumptions', /^\w+ correct\/saver\/(?:assume-\S+|IRIW-iter)(?: |$)/],
  ['peeled loops', /^\w+ correct\/saver\/loop-peel2?$/],
  ['like threads', /^\w+ correct\/ipr\/lock-nested$/],
  ['revisits in place', /^\w+ correct\/ipr\/ry\+awx\+2rmwx\+rmwxwy$/],
];

/** Returns why the test has more blocked executions here; undefined if that is not known. */
export function reasonFor(id: string): string | undefined {
  return REASONS.find(([, ids]) => ids.test(id))?.[0];
}
