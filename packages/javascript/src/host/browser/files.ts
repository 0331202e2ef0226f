import type { Files } from '../host.js';

const texts = new Map<string, string>();

/** Adds files, by their absolute paths. */
export function provideFiles(given: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(given)) texts.set(file, text);
}

function read(file: string): string {
  const text = texts.get(file);
  if (text === undefined) throw new Error('there is no such file');
  return text;
}

export const files: Files = {
  exists: (file) => texts.has(file),
  read,
  readLater: async (file) => Promise.resolve(read(file)),
  realPath: (file) => {
    read(file);
    return file;
  },
};
