import fs from 'node:fs';
import path from 'node:path';

/** Sections for users: the others are about how Fencepost is built, and how it was tested. */
const FOR_USERS = ['Start', 'Guides', 'Concepts', 'Reference'];

export interface Contents {
  readonly docs: string;
  readonly description: string;
  /** The sections of the table of contents: titles, and pages by their files. */
  readonly sections: readonly { readonly title: string; readonly pages: readonly { readonly text: string; readonly file: string }[] }[]; // prettier-ignore
  readonly addressOf: (file: string) => string;
  /** A sentence on a page, if it has one. */
  readonly about: (text: string) => string | undefined;
}

/** Returns llms.txt (https://llmstxt.org): what there is to read, from the table of contents of the docs. */
export function llms({ description, sections, addressOf, about: aboutOf }: Contents): string {
  const lists = sections.map(({ title, pages }) => {
    const links = pages.map(({ text, file }) => {
      const about = aboutOf(fs.readFileSync(file, 'utf8'));
      return `- [${text}](${addressOf(file)})${about === undefined ? '' : `: ${about}`}`;
    });
    const heading = FOR_USERS.includes(title) ? title : `Optional: ${title}`;
    return `## ${heading}\n\n${links.join('\n')}\n`;
  });
  return `# Fencepost\n\n> ${description}\n\nAll pages for users in one file: ${addressOf('llms-full.txt')}\n\n${lists.join('\n')}`;
}

/** Returns llms-full.txt: the pages for users, one after the other. */
export function llmsFull({ docs, description, sections }: Contents): string {
  const pages = sections.filter(({ title }) => FOR_USERS.includes(title)).flatMap((section) => section.pages);
  const texts = pages.map(
    ({ file }) => `<!-- ${path.relative(docs, file)} -->\n\n${fs.readFileSync(file, 'utf8').trim()}\n`,
  );
  return `> ${description}\n\n${texts.join('\n')}`;
}
