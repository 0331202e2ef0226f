/** Why we build more blocked executions than GenMC, in a word or two that the page explains. */
const REASONS: readonly (readonly [why: string, ids: RegExp])[] = [
  ['assumptions', /^\w+ correct\/(?:saver\/(?:assume-\S+|IRIW-iter)|synthetic\/(?:psc-wb-\S+|wb[23]))(?: |$)/],
  ['loops', /^\w+ correct\/saver\/(?:loop-peel2?|spin-(?:2cas-join2|cas-onebranch|cas-res|cas3|dowhile1))(?: |$)/],
  ['like threads', /^\w+ correct\/(?:ipr\/lock-nested|sr\/conf-loop)$/],
  ['revisits in place', /^\w+ correct\/(?:ipr\/ry\+awx\+2rmwx\+rmwxwy|synthetic\/szymanski)$/],
];

/** Returns why the test has more blocked executions here; undefined if that is not known. */
export function reasonFor(id: string): string | undefined {
  return REASONS.find(([, ids]) => ids.test(id))?.[0];
}
