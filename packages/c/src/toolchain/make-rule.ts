/**
 * Returns the files listed in a makefile rule, as compilers write it: `target: a.c b.h \` with `\ ` for blanks and
 * `$$`.
 */
export function parseMakeRule(rule: string): string[] {
  const list = rule.slice(rule.indexOf(':') + 1).replaceAll(/\\\r?\n/g, ' ');
  return [...list.matchAll(/(?:\\[ #]|[^\s])+/g)].map(([path]) =>
    path.replaceAll(/\\([ #])/g, '$1').replaceAll('$$', '$'),
  );
}
