/** Writes C functions of (int, long, double) with many calls of `load` and `ok`, in all kinds of statements. */
export function randomFunctions(count: number, seed: number): { readonly text: string; readonly functions: string[] } {
  let state = seed;
  const pick = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
  let label = 0;
  let variable = 0;
  const functions: string[] = [];

  const integer = (depth: number): string => {
    const name = () => ['a', 'b', 'c', 'n'][pick(4)]!;
    if (depth === 0) return [name, name, () => String(pick(9)), () => 'ok()'][pick(4)]!();
    const inner = (): string => integer(depth - 1);
    const choices: readonly (() => string)[] = [
      () => `load(${label++}, ${inner()})`,
      () => `load(${inner()}, ${inner()})`,
      () => `(${inner()} ${['+', '-', '*', '^', '&', '|'][pick(6)]} ${inner()})`,
      () => `(${inner()} ${['&&', '||', '<', '=='][pick(4)]} ${inner()})`,
      () => `(${inner()} ? ${inner()} : ${inner()})`,
      () => `(int)(${wide(depth - 1)})`,
      () => `(${real(depth - 1)} < ${real(depth - 1)})`,
      () => (functions.length === 0 ? inner() : `${functions[pick(functions.length)]!}(${inner()} & 3, w, r)`),
      () => (functions.length === 0 ? inner() : `table[(unsigned)${inner()} % ${functions.length}](1, w, r)`),
    ];
    return choices[pick(choices.length)]!();
  };
  const wide = (depth: number): string =>
    depth === 0 ? 'w' : [`(w + ${integer(depth - 1)})`, `(${wide(depth - 1)} * 3 ^ ${integer(depth - 1)})`][pick(2)]!;
  const real = (depth: number): string =>
    depth === 0 ? ['r', 'f'][pick(2)]! : `(${real(depth - 1)} + ${integer(depth - 1)} * 0.5)`;

  const block = (depth: number): string => Array.from({ length: 1 + pick(3) }, () => statement(depth)).join('\n');
  const statement = (depth: number): string => {
    const simple: readonly (() => string)[] = [
      () => `${['a', 'b', 'c'][pick(3)]!} = ${integer(3)};`,
      () => `w = ${wide(2)};`,
      () => `r = ${real(2)};`,
      () => `f = (float)${real(1)};`,
    ];
    if (depth === 0) return simple[pick(simple.length)]!();
    const counter = `i${variable++}`;
    const nested: readonly (() => string)[] = [
      () => `if (${integer(2)}) { ${block(depth - 1)} } else { ${block(depth - 1)} }`,
      () => `if (${integer(2)}) { ${block(depth - 1)} }`,
      () =>
        `for (int ${counter} = 0; ${counter} < ${1 + pick(3)}; ${counter}++) { ${block(depth - 1)} if (${integer(1)}) ${['break', 'continue'][pick(2)]}; c += ${counter}; }`,
      () => `{ int ${counter} = 0; do { ${block(depth - 1)} } while (${integer(2)} && ++${counter} < 3); }`,
      () =>
        `switch (${integer(2)}) { case 0: ${block(depth - 1)} case 1: ${block(depth - 1)} break; case 2: ${block(depth - 1)} break; case 5: if (${integer(1)}) return c; break; default: ${block(depth - 1)} }`,
      ...simple,
    ];
    return nested[pick(nested.length)]!();
  };

  let text = `typedef int fn(int, long, double);\nextern fn *volatile table[];\nstatic int fuel;\n`;
  for (let index = 0; index < count; index++) {
    const name = `f${index}`;
    // Without fuel it would call others without end.
    const body = `if (fuel++ > 8) return n;\nint a = n, b = 1, c = 2; float f = 0.25f;\n${block(3)}\nreturn a ^ b ^ c ^ (int)w ^ (int)(r * 4) ^ (int)f;`;
    text += `int ${name}(int n, long w, double r) {\n${body}\n}\n`;
    functions.push(name);
  }
  text += `fn *volatile table[] = { ${functions.join(', ')} };\n`;
  return { text, functions };
}
