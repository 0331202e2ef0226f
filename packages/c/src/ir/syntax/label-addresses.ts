const ADDRESS = /blockaddress\((@(?:"[^"]*"|[-\w$.]+)), (%(?:"[^"]*"|[-\w$.]+))\)/g;
const DEFINE = /^define [^\n]*?(@(?:"[^"]*"|[-\w$.]+))\(/;
const JUMP = /^\s*indirectbr ptr ([^,\n]+), \[([^\]\n]*)\](.*)$/;

/**
 * Replaces the addresses of labels (GNU C: `&&label`) by small numbers, and computed jumps by switches over them. The
 * back end of WebAssembly has no such addresses, and fails if one is left in a constant when its jump was folded.
 */
export function withoutLabelAddresses(ir: string): string {
  if (!ir.includes('blockaddress(') && !/^\s*indirectbr /m.test(ir)) return ir;
  const numbers = new Map<string, number>();
  const numberOf = (fn: string, label: string): number => {
    const key = `${fn} ${label}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key)!;
  };
  let fn = '';
  let jumps = 0;
  return ir
    .split('\n')
    .map((line) => {
      fn = DEFINE.exec(line)?.[1] ?? fn;
      const [jump, target, list, rest] = JUMP.exec(line) ?? [];
      if (jump === undefined) {
        return line.replace(
          ADDRESS,
          (_, owner: string, label: string) => `inttoptr (i64 ${numberOf(owner, label)} to ptr)`,
        );
      }
      const [value, nowhere] = [`%fp.label.${jumps}`, `fp.nowhere.${jumps++}`];
      const labels = new Set([...list!.matchAll(/label (%(?:"[^"]*"|[-\w$.]+))/g)].map(([, label]) => label!));
      const cases = [...labels].map((label) => `i64 ${numberOf(fn, label)}, label ${label}`);
      return [
        `  ${value} = ptrtoint ptr ${target} to i64${rest}`,
        `  switch i64 ${value}, label %${nowhere} [ ${cases.join(' ')} ]${rest}`,
        '',
        `${nowhere}:`,
        `  unreachable${rest}`,
      ].join('\n');
    })
    .join('\n');
}
