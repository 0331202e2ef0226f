import { CompilerRejected } from '../toolchain/errors.js';

/** Returns the results if all files compiled. Otherwise throws the errors of all files together. */
export function allCompiled<T>(outcomes: readonly PromiseSettledResult<T>[]): T[] {
  const reasons = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  const rejections = reasons.filter((reason) => reason instanceof CompilerRejected);
  const other = reasons.find((reason) => !(reason instanceof CompilerRejected));
  if (other !== undefined) throw other as Error;
  if (rejections.length > 0) {
    const files = rejections.flatMap((rejection) => rejection.files);
    const output = rejections.map((rejection) => rejection.compilerOutput).join('');
    throw new CompilerRejected(files, output, rejections.find(({ hint }) => hint !== undefined)?.hint);
  }
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
