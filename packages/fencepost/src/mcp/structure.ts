import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPT_LANGUAGES, isWrittenIn } from '@fencepost/core';
import { usageError } from '../errors.js';
import type { OperationInC } from '../load/structure-in-c.js';
import { structureInC } from '../load/structure-in-c.js';
import type { Inputs, SourceText } from './inputs.js';

/** A structure and its operations: what `linearizable` makes scenarios of. */
export interface StructureArguments {
  readonly file?: string;
  readonly sources?: readonly SourceText[];
  /** In JavaScript: an expression that makes the structure. */
  readonly create?: string;
  /** For each operation, the values of each argument. */
  readonly operations?: Readonly<Record<string, readonly (readonly (number | string | boolean | null)[])[]>>;
  readonly calls?: number;
  readonly threads?: number;
}

/** Returns the source with a declaration of the structure after it. */
export function structureText(given: StructureArguments, inputs: Inputs): SourceText[] {
  const [source, ...others] = given.sources ?? [fromRoot(given, inputs)];
  if (source === undefined) throw usageError('give either file or sources');
  for (const name of Object.keys(given.operations!)) {
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw usageError(`'${name.slice(0, 50)}' is not the name of an operation`);
  }
  const isScript = isWrittenIn(source.name, SCRIPT_LANGUAGES);
  const declared = isScript ? inScript(given) : inC(given);
  const lead = isScript
    ? `import { linearizable as fencepostLinearizable, oneOf as fencepostOneOf } from 'fencepost';\n`
    : '';
  return [{ name: source.name, text: `${lead}${source.text}\n${declared}` }, ...others];
}

/** A file of the root is checked with the folder's other files in reach only if it needs none: it is copied. */
function fromRoot({ file = '' }: StructureArguments, inputs: Inputs): SourceText {
  const { folder, file: name } = inputs.inRoot(file);
  return { name: name.split('/').at(-1)!, text: readFileSync(join(folder, name), 'utf8') };
}

function inScript({ create, operations = {}, calls, threads }: StructureArguments): string {
  if (create === undefined)
    throw usageError(
      'create is missing',
      "an expression that makes the structure: 'new Stack(new SharedArrayBuffer(64))'",
    );
  const each = Object.entries(operations).map(
    ([name, values]) =>
      `${name}: [${values.map((some) => `fencepostOneOf(${some.map((value) => JSON.stringify(value)).join(', ')})`).join(', ')}]`,
  );
  const settings = JSON.stringify({ ...(calls !== undefined && { calls }), ...(threads !== undefined && { threads }) });
  return `fencepostLinearizable('structure', () => (${create}), { ${each.join(', ')} }, ${settings});\n`;
}

function inC({ operations = {}, calls, threads }: StructureArguments): string {
  const each = Object.entries(operations).map(([name, values]): OperationInC => {
    const integers = values.map((some) => some.filter((value) => Number.isInteger(value)) as number[]);
    if (integers.some((some, i) => some.length < values[i]!.length)) {
      throw usageError(`values of ${name} are not all integers`);
    }
    return [name, integers];
  });
  return structureInC('structure', each, { calls, threads });
}
