import fs from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

const root = path.join(import.meta.dirname, '..', '..');
/** Files that the playground checks on their own. */
const CHECKED = /\bexamples\/[\w./+-]+\.(?:litmus|c|check\.ts)(?=$|[\s'"])/;
/** Options that do not change what a check finds. */
const HARMLESS = /^--(?:all|format=?.*)$/;

/** What a link to the playground opens. */
export interface Playable {
  readonly file: string;
  readonly text: string;
  /** None: those usual for the program. */
  readonly models: readonly string[];
}

/**
 * The program that a block of a page shows, or that its command checks, as it checks it; undefined if the playground cannot.
 */
export function playable(info: string, block: string): Playable | undefined {
  const shown = CHECKED.exec(info)?.[0];
  const command = info === 'console' ? block.split('\n', 1)[0]! : '';
  const named = shown ?? CHECKED.exec(command)?.[0];
  if (named === undefined) return undefined;
  const text = fs.readFileSync(path.join(root, named), 'utf8');
  const needsMore = /(?:from|import\() ?'\.|^#include "/m.test(text);
  const options = shown === undefined ? optionsOf(command) : { models: [], definitions: [] };
  if (needsMore || options === undefined) return undefined;
  const { models, definitions } = options;
  return { file: path.basename(named), text: [...definitions, text].join('\n'), models };
}

/** What the playground has to do as the command does; undefined: it cannot do something. */
function optionsOf(command: string): { models: readonly string[]; definitions: readonly string[] } | undefined {
  const [own = '', flags = ''] = command.split(' -- ');
  let models: readonly string[] = [];
  const words = own.split(/\s+/);
  for (const [i, word] of words.entries()) {
    if (!word.startsWith('--') || HARMLESS.test(word)) continue;
    if (word !== '--model') return undefined;
    models = words[i + 1]!.split(',');
  }
  const definitions: string[] = [];
  for (const flag of flags.split(/\s+/).filter((each) => each !== '')) {
    const [, name, value = '1'] = /^-D(\w+)(?:=(\S+))?$/.exec(flag) ?? [];
    if (name === undefined) return undefined;
    definitions.push(`#define ${name} ${value}`);
  }
  return { models, definitions };
}

/** What comes after the `#` of a link to it: as `packages/playground/src/page/share.ts` reads it. */
export function fragmentOf(program: Playable): string {
  return `p1,${deflateRawSync(JSON.stringify(program)).toString('base64url')}`;
}
