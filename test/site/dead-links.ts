import fs from 'node:fs';
import path from 'node:path';
import { root } from './built.js';

const REPOSITORY = /^https:\/\/github\.com\/fencepost\/fencepost\/(?:blob|tree|edit)\/main\/([^#]*)/;

const textOf = (value: string): string => value.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

export function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => textOf(id)));
}

/**
 * Links that lead nowhere: to a page, a file or a heading that is not there, or to what is not in the repository.
 *
 * @param pages the text of each page, by its address
 * @param hasFile whether the site has another file
 */
export function deadLinks(pages: ReadonlyMap<string, string>, hasFile: (address: string) => boolean): string[] {
  const ids = new Map([...pages].map(([address, html]) => [address, idsOf(html)]));
  const dead: string[] = [];
  for (const [address, html] of pages) {
    const links = [...html.matchAll(/<(?:a|link|img|script)\b[^>]*? (?:href|src)="([^"]*)"/g)];
    for (const link of new Set(links.map(([, value = '']) => textOf(value)))) {
      if (leadsNowhere(link, address, ids, hasFile)) dead.push(`${address}: ${link}`);
    }
  }
  return dead;
}

function leadsNowhere(
  link: string,
  from: string,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  hasFile: (address: string) => boolean,
): boolean {
  const [, inRepository] = REPOSITORY.exec(link) ?? [];
  if (inRepository !== undefined) return !fs.existsSync(path.join(root, decodeURI(inRepository)));
  if (/^(?:[a-z]+:|\/play\/(?:#|$))/.test(link)) return false;
  const { pathname, hash } = new URL(link, `http://site${from}`);
  const page = ids.get(decodeURI(pathname));
  if (page === undefined) return !hasFile(decodeURI(pathname));
  return hash !== '' && !page.has(decodeURIComponent(hash.slice(1)));
}
