import fs from 'node:fs';
import path from 'node:path';
import type { Counterexample } from '@fencepost/report';
import { anchorOf } from '../anchors';
import { fragmentOf, playable } from '../playable';

const root = path.join(import.meta.dirname, '..', '..', '..');
const read = (...names: string[]): string => fs.readFileSync(path.join(root, ...names), 'utf8');

interface Verdict {
  readonly meaning: 'good' | 'bad' | 'odd';
  readonly model: string;
  readonly text: string;
  readonly executions: string;
}

/** As tools/scripts/home-cards.js writes it, and the link to the playground. */
export interface Card {
  readonly title: string;
  readonly file: string;
  readonly command: string;
  readonly lines: readonly { readonly number: number; readonly text: string; readonly threads: readonly number[] }[];
  readonly verdicts: readonly Verdict[];
  /** Of a litmus test; other programs have a headline. */
  readonly question?: string;
  readonly headline: string;
  /** Calls of a data structure, by thread. */
  readonly calls: readonly string[];
  readonly why: string;
  /** Lines of a diff. */
  readonly fix: readonly string[];
  readonly counterexample: Counterexample;
  readonly play: string;
}

export interface Bug {
  readonly title: string;
  readonly where: string;
  readonly text: string;
  readonly link: string;
}

export interface Home {
  readonly cards: readonly Card[];
  readonly bugs: readonly Bug[];
  readonly figures: Readonly<Record<'x86' | 'c' | 'aarch64' | 'litmus' | 'packages', string>>;
}

declare const data: Home;
export { data };

export default {
  watch: ['../cards.json', '../../../docs/evidence/*.md', '../../../docs/internals/*.md'],
  load: (): Home => ({ cards: cards(), bugs: bugs(), figures: figures() }),
};

function cards(): Card[] {
  const all = JSON.parse(read('site', '.vitepress', 'cards.json')) as Omit<Card, 'play'>[];
  return all.map((card) => ({ ...card, play: fragmentOf(playable(card.file, '')!) }));
}

/** `## What happens: package`, and the first sentences below. */
function bugs(): Bug[] {
  const sections = read('docs', 'evidence', 'gallery.md').split(/^## /m).slice(1);
  return sections.map((section) => {
    const [heading = '', , ...rest] = section.split('\n');
    const [title = '', where = ''] = heading.split(': ');
    const text = rest
      .slice(0, rest.indexOf(''))
      .join(' ')
      .replaceAll(/ ?\(?\[([^\]]*)\]\([^)]*\)\)?/g, '')
      .replaceAll('_', '');
    return { title, where, text: withCode(firstSentences(text)), link: `/evidence/gallery#${anchorOf(heading)}` };
  });
}

/** As many whole sentences as a card has room for. */
function firstSentences(text: string): string {
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z`])/);
  const fits = sentences.findLastIndex((_, i) => sentences.slice(0, i + 1).join(' ').length <= 240);
  return sentences.slice(0, Math.max(0, fits) + 1).join(' ');
}

const withCode = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The page is not made if a document no longer has the figure. */
function figures(): Home['figures'] {
  const find = (file: string, pattern: RegExp): string => {
    const [, figure] = pattern.exec(read('docs', file)) ?? [];
    if (figure === undefined) throw new Error(`docs/${file} does not have ${pattern.source}`);
    return figure;
  };
  const x86 = find('internals/exploration.md', /herd7 \(([\d,]+)\), under three models/);
  const c = find('internals/axioms.md', /^\| C \(([\d,]+)\)/m);
  const aarch64 = find('internals/axioms.md', /^\| AArch64 .*?([\d,]+) of \1, each/m);
  const total = [x86, c, aarch64].reduce((sum, each) => sum + Number(each.replaceAll(',', '')), 0);
  // A name and a version, in the text or in a row of the table.
  const checked = read('docs', 'evidence', 'packages.md').matchAll(
    /(?<![\w@/-])(?!in\s)(@?[\w./-]+)(?: \([^)]*\))?(?: +\| +|\s)\d+\.\d+\.\d/g,
  );
  const packages = String(new Set([...checked].map(([, name]) => name)).size);
  return { x86, c, aarch64, litmus: total.toLocaleString('en'), packages };
}
