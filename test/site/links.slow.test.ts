import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf } from '../../site/.vitepress/anchors.js';
import { dist, pagesOf, root } from './built.js';
import { deadLinks, idsOf } from './dead-links.js';

const pages = pagesOf(dist);

const hasFile = (address: string): boolean => {
  const file = path.join(dist, address);
  return fs.existsSync(file) && fs.statSync(file).isFile();
};

test('no link is dead, and none to a heading', () => {
  expect(pages.size).toBeGreaterThan(100);
  expect(deadLinks(pages, hasFile)).toEqual([]);
});

test.each([
  ['a page that is not there', '<a href="/use/chekc">', ['/a: /use/chekc']],
  ['a heading that is not there', '<a class="x" href="/b#thre">', ['/a: /b#thre']],
  ['a heading of the page itself', '<a href="#one">', ['/a: #one']],
  ['a picture', '<img alt="" src="/no.png">', ['/a: /no.png']],
  [
    'a file of the repository',
    '<a href="https://github.com/fencepost/fencepost/blob/main/no.ts">',
    ['/a: https://github.com/fencepost/fencepost/blob/main/no.ts'],
  ],
  ['nothing wrong', '<a href="/b#three"><a href="./b"><a href="/play/#p1,x"><img src="/logo.svg">', []],
])('a dead link is noticed: %s', (_, html, dead) => {
  const two = new Map([
    ['/a', html],
    ['/b', '<h2 id="three">'],
  ]);
  expect(deadLinks(two, (address) => address === '/logo.svg')).toEqual(dead);
});

// Links in Markdown work on GitHub if they work here, as headings have the same anchors.
test('the anchors of the site are those of GitHub', () => {
  const docs = path.join(root, 'docs');
  const names = fs.readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const missing = names.flatMap((name) => {
    const address = `/${name.replace(/\.md$/, '').replace(/(?<=^|\/)README$/, '')}`;
    const ids = idsOf(pages.get(address === '/' ? '/docs/' : address)!);
    const seen = new Map<string, number>();
    const prose = fs.readFileSync(path.join(docs, name), 'utf8').replace(/^ *```.*?^ *```$/gms, '');
    return [...prose.matchAll(/^#+ (.*)$/gm)].flatMap(([, heading = '']) => {
      const anchor = anchorOf(heading);
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      const unique = before === 0 ? anchor : `${anchor}-${before}`;
      return ids.has(unique) ? [] : [`${name}: ${heading}`];
    });
  });
  expect(missing).toEqual([]);
});

describe('the sidebar', () => {
  const linksIn = (html: string): Set<string> =>
    new Set([...html.matchAll(/ href="([^"#]*)"/g)].map(([, href = '']) => href));

  test('leads to every page, but for decisions, which have a list', () => {
    const sidebar = /<aside class="VPSidebar.*?<\/aside>/s.exec(pages.get('/use/check')!)![0];
    const reachable = new Set([...linksIn(sidebar), ...linksIn(pages.get('/internals/decisions/')!)]);
    const others = [...pages.keys()].filter((address) => address !== '/' && address !== '/docs/');
    expect(others.filter((address) => !reachable.has(address))).toEqual([]);
    for (const name of ['exit-codes', 'errors', 'limits']) expect(linksIn(sidebar)).toContain(`/reference/${name}`);
  });
});

describe('what search engines and previews read', () => {
  test('every page has a title, a description and a picture of its own site', () => {
    const wrong = [...pages].filter(
      ([, html]) =>
        !/<title>[^<]{5,}<\/title>/.test(html) ||
        !/<meta name="description" content="[^"]{20,}"/.test(html) ||
        !/<meta property="og:title" content="[^"]+"/.test(html) ||
        !/<meta property="og:image" content="https:[^"]+\/og\.png"/.test(html),
    );
    expect(wrong.map(([address]) => address)).toEqual([]);
    expect(fs.statSync(path.join(dist, 'og.png')).size).toBeGreaterThan(10_000);
  });

  test('the site map has every page', () => {
    const map = fs.readFileSync(path.join(dist, 'sitemap.xml'), 'utf8');
    const missing = [...pages.keys()].filter((address) => !new RegExp(`<loc>https://[^/]+${address}</loc>`).test(map));
    expect(missing).toEqual([]);
  });
});
