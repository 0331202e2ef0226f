import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { llms, llmsFull } from '../site/.vitepress/llms.js';

const docs = path.join(import.meta.dirname, '..', 'docs');
const [safe, rust, axioms] = ['concepts/safe.md', 'use/rust.md', 'internals/axioms.md'].map((name) => path.join(docs, name)) as [string, string, string]; // prettier-ignore
const contents = {
  docs,
  description: 'Finds bugs.',
  sections: [
    { title: 'Guides', pages: [{ text: 'Rust', file: rust }] },
    { title: 'Concepts', pages: [{ text: 'What safe means', file: safe }] },
    { title: 'How it works', pages: [{ text: 'Axioms', file: axioms }] },
  ],
  addressOf: (file: string) => `https://site/${path.basename(file, '.md')}`,
  about: (text: string) => text.split('\n', 1)[0],
};

describe('files for language models', () => {
  it('list the pages, as llmstxt.org wants it', () => {
    const text = llms(contents);
    expect(text).toMatch(/^# Fencepost\n\n> Finds bugs\.\n/);
    expect(text.match(/^## .*/gm)).toEqual(['## Guides', '## Concepts', '## Optional: How it works']);
    expect(text).toContain('- [What safe means](https://site/safe): # What safe means');
    expect(text).toContain('https://site/llms-full.txt');
  });

  it('have the pages for users, whole', () => {
    const text = llmsFull(contents);
    for (const file of [rust, safe]) expect(text).toContain(readFileSync(file, 'utf8').trim());
    expect(text).not.toContain(readFileSync(axioms, 'utf8').trim());
  });
});
