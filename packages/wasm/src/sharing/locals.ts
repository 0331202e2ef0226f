import type { Reader, Writer } from '../bytes.js';
import { each } from '../format.js';
import { valueType } from './parse.js';

/** The locals of a function, to which more can be added. */
export class Locals {
  private readonly types: number[];
  private readonly parameters: number;

  /** Reads the declarations of locals. */
  constructor(body: Reader, parameters: readonly number[]) {
    this.types = [...parameters];
    this.parameters = parameters.length;
    each(body, () => {
      const count = body.unsigned();
      const type = valueType(body);
      for (let i = 0; i < count; i++) this.types.push(type);
    });
  }

  typeOf(local: number): number {
    return this.types[local]!;
  }

  add(type: number): number {
    return this.types.push(type) - 1;
  }

  write(to: Writer): void {
    const runs: { count: number; readonly type: number }[] = [];
    for (const type of this.types.slice(this.parameters)) {
      const last = runs.at(-1);
      if (last?.type === type) last.count++;
      else runs.push({ count: 1, type });
    }
    to.unsigned(runs.length);
    for (const { count, type } of runs) {
      to.unsigned(count);
      to.byte(type);
    }
  }
}
