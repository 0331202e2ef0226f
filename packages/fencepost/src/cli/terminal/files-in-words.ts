import { FRONT_ENDS } from '../../load/front-ends.js';

/** Returns the supported languages, for help texts. */
export function filesInWords(): string {
  const files = FRONT_ENDS.all().map((frontEnd) => frontEnd.files);
  return `${files.slice(0, -1).join(', ')}, or ${files.at(-1)!}`;
}
