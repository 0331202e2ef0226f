import { readFileSync } from 'node:fs';
import path from 'node:path';

// `// From FILE:` begins lines that are the same in that file, `// Then` others further down, `// End` ends them.
// `// Within FILE:` begins a line that is part of a longer one there.
const EXCERPT = /^ *\/\/ From (\S+):\n(.*?)^ *\/\/ End$/gms;
const PART_OF_LINE = /^ *\/\/ Within (\S+):\n(.*)$/gm;

/** Those parts of a file that say they are from a package and are not. */
export function missingExcerpts(file: string, packages: string): string[] {
  const text = readFileSync(file, 'utf8');
  const excerpts = [...text.matchAll(EXCERPT)];
  const partsOfLines = [...text.matchAll(PART_OF_LINE)];
  if (excerpts.length + partsOfLines.length === 0) throw new Error(`${file} has no excerpts`);
  const missing = partsOfLines.filter(
    ([, from = '', part = '']) => !readFileSync(path.join(packages, from), 'utf8').includes(part.trim()),
  );
  const missingParts = missing.map(([, , part = '']) => part);
  const missingLines = excerpts.flatMap(([, from = '', text = '']) => {
    const original = withoutIndentation(readFileSync(path.join(packages, from), 'utf8'));
    const parts = withoutIndentation(text).split('\n// Then\n');
    return parts.filter((part) => !`\n${original}\n`.includes(`\n${part}\n`));
  });
  return [...missingParts, ...missingLines];
}

function withoutIndentation(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}
