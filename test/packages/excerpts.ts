import { readFileSync } from 'node:fs';
import path from 'node:path';

// `// From FILE:` begins lines that are the same in that file, `// Then` others further down, `// End` ends them.
const EXCERPT = /^ *\/\/ From (\S+):\n(.*?)^ *\/\/ End$/gms;

/** Those parts of a file that say they are from a package and are not. */
export function missingExcerpts(file: string, packages: string): string[] {
  const excerpts = [...readFileSync(file, 'utf8').matchAll(EXCERPT)];
  if (excerpts.length === 0) throw new Error(`${file} has no excerpts`);
  return excerpts.flatMap(([, from = '', text = '']) => {
    const original = withoutIndentation(readFileSync(path.join(packages, from), 'utf8'));
    const parts = withoutIndentation(text).split('\n// Then\n');
    return parts.filter((part) => !`\n${original}\n`.includes(`\n${part}\n`));
  });
}

function withoutIndentation(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}
