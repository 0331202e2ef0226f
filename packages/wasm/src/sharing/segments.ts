import type { Reader, Writer } from '../bytes.js';
import { each } from '../format.js';
import { UnsupportedWasm } from '../unsupported.js';
import { otherShape } from './accesses.js';
import type { Code } from './code.js';
import type { Collected } from './collected.js';
import { skipConstant, valueType } from './parse.js';

/** Copies a constant expression, with new numbers of functions. */
export function copyConstant(from: Reader, to: Writer, collected: Collected): void {
  let copied = from.position;
  for (const at of skipConstant(from)) {
    to.copy(from.bytes.subarray(copied, at));
    const { position } = from;
    from.position = at;
    to.unsigned(collected.functionNumber(from.unsigned()));
    copied = from.position;
    from.position = position;
  }
  to.copy(from.bytes.subarray(copied, from.position));
}

/** Copies one segment of functions. */
export function copyElements(from: Reader, to: Writer, collected: Collected): void {
  const flags = from.unsigned();
  const [isPassive, isExplicit, hasExpressions] = [flags & 1, flags & 2, flags & 4];
  if (flags > 7) throw new UnsupportedWasm(`element segment of kind ${flags}`);
  to.unsigned(flags);
  if (isPassive === 0) {
    if (isExplicit !== 0) to.unsigned(from.unsigned());
    copyConstant(from, to, collected);
  }
  if (isPassive !== 0 || isExplicit !== 0) to.byte(hasExpressions === 0 ? from.byte() : valueType(from));
  const count = from.unsigned();
  to.unsigned(count);
  for (let i = 0; i < count; i++) {
    if (hasExpressions === 0) to.unsigned(collected.functionNumber(from.unsigned()));
    else copyConstant(from, to, collected);
  }
}

const PASSIVE = 1;

/** Reads the data segments. An active one becomes passive in `to`; `start` places its content instead. */
export function copyData(from: Reader, to: Writer, start: Code, collected: Collected): readonly Uint8Array[] {
  const segments: Uint8Array[] = [];
  const mark = from.position;
  to.unsigned(from.unsigned());
  from.position = mark;
  each(from, (segment) => {
    const flags = from.unsigned();
    const memory = flags > PASSIVE ? from.unsigned() : 0;
    if (flags !== PASSIVE) {
      const { position } = from;
      skipConstant(from);
      const hasEnd = 1;
      start.copy(from.bytes.subarray(position, from.position - hasEnd));
      const place = { function: -1, offset: position };
      start.call(
        'place',
        collected.addAccess({ ...otherShape('place'), place, memory, from: memory, offset: 0, segment }),
      );
    }
    const length = from.unsigned();
    const bytes = from.part(length);
    const content = bytes.bytes.slice(bytes.position, bytes.end);
    segments.push(content);
    to.unsigned(PASSIVE);
    to.sized(content);
  });
  return segments;
}
