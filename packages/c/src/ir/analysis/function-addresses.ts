/** Returns whether the module turns addresses of functions into numbers, as C++ pointers to member functions do. */
export function numbersFunctions(ir: string): boolean {
  return /ptrtoint \(ptr @[^)\s]+ to i64\)/.test(ir);
}

/**
 * Returns lines that make all function addresses of the program, from 2 on, even. A C++ pointer to a member function is
 * odd if the function is virtual (Itanium C++ ABI 2.3), but the linker numbers functions consecutively, in the order in
 * which it finds their addresses used. So the first function of each module uses all addresses that the module takes,
 * interleaved with those of dummy functions that only take up a number.
 *
 * `lines` are the final module, `numbered` the functions that already have a number from earlier modules.
 */
export function evenAddresses(lines: readonly string[], numbered: Set<string>): string[] {
  const { functions, internal, aliases } = definitions(lines);
  const taken = new Set<string>();
  for (const line of lines) {
    if (!line.includes('@') || isAlias(line)) continue;
    for (const [name] of line.matchAll(/@(?:"[^"]*"|[-\w$.]+)(?![-\w$.(])/g)) taken.add(aliases.get(name) ?? name);
  }
  const names = [...taken].filter((name) => functions.has(name) && !numbered.has(name));
  if (names.length === 0) return [];
  const uses = `@__fp_addresses_${numbered.size}`;
  // Other modules may have internal functions of the same name.
  for (const name of names) numbered.add(internal.has(name) ? `${name} ${uses}` : name);
  for (const [alias, name] of aliases) if (numbered.has(name)) numbered.add(alias);
  const fill = (index: number): string => `@__fp_odd_${index}`;
  const use = (name: string): string => `  store volatile ptr ${name}, ptr @__fp_address`;
  return [
    '@__fp_address = internal global ptr null',
    // The linker drops internal functions even if they are used in a way it cannot see.
    `@llvm.used = appending global [1 x ptr] [ptr ${uses}], section "llvm.metadata"`,
    `define hidden void ${uses}() #0 {`,
    ...names.flatMap((name, index) => [use(fill(index)), use(name)]),
    '  ret void',
    '}',
    ...names.map((_, index) => `define internal void ${fill(index)}() #0 { ret void }`),
  ];
}

const ALIAS = /^(@"[^"]*"|@\S+) = .*\balias\b.*ptr (@"[^"]*"|@[-\w$.]+)/;

function isAlias(line: string): boolean {
  return line.startsWith('@') && ALIAS.test(line);
}

interface Definitions {
  readonly functions: ReadonlySet<string>;
  /** Functions that are invisible to other modules. */
  readonly internal: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
}

function definitions(lines: readonly string[]): Definitions {
  const functions = new Set<string>();
  const internal = new Set<string>();
  const aliases = new Map<string, string>();
  for (const line of lines) {
    if (isAlias(line)) {
      const [, name, target] = ALIAS.exec(line)!;
      aliases.set(name!, target!);
    }
    if (!line.startsWith('de')) continue;
    const [, words = '', fn] = /^(?:define|declare) ([^@]*)(@"[^"]*"|@[-\w$.]+)\(/.exec(line) ?? [];
    if (fn === undefined) continue;
    functions.add(fn);
    if (/\b(?:internal|private)\b/.test(words)) internal.add(fn);
  }
  return { functions, internal, aliases };
}
