import fs from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

const root = path.join(import.meta.dirname, '..', '..');
/** Files that the playground checks on their own. */
const CHECKED = /\bexamples\/[\w./+-]+\.(?:litmus|c|check\.ts)(?=$|[\s'"])/;

/** The program that a block of a page shows, or that its command checks; undefined if the playground cannot check it. */
export function playable(info: string, block: string): { readonly file: string; readonly text: string } | undefined {
  const named = CHECKED.exec(info)?.[0] ?? (info === 'console' ? CHECKED.exec(block)?.[0] : undefined);
  if (named === undefined) return undefined;
  const text = fs.readFileSync(path.join(root, named), 'utf8');
  const needsMore = /(?:from|import\() ?'\.|^#include "/m.test(text);
  return needsMore ? undefined : { file: path.basename(named), text };
}

/** What comes after the `#` of a link to it: as `packages/playground/src/page/share.ts` reads it. */
export function fragmentOf(program: { readonly file: string; readonly text: string }): string {
  return `p1,${deflateRawSync(JSON.stringify({ ...program, models: [] })).toString('base64url')}`;
}
