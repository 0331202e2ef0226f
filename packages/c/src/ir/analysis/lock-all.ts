/**
 * Instances of `std::lock` whose arguments have the same type. The type is one whose member functions are called
 * `lock`, `try_lock` and `unlock`.
 */
const LOCK =
  /^define [^@]*@_ZSt4lockI(St5mutex|St15recursive_mutex|St11unique_lockISt(?:5mutex|15recursive_mutex)E)(S\d*_)J((?:\2)*)EEvRT_RT0_DpRT1_\(.*\{$/;

/**
 * Returns the module with other bodies of `std::lock`. That of libstdc++ begins the next attempt with the mutex that it
 * did not get, so several different attempts follow each other. Here all attempts of a call are alike: the standard
 * leaves their order open, and a failed attempt then changes nothing (docs/internals/decisions/0060).
 */
export function withSimpleLocks(ir: string): string {
  if (!ir.includes('@_ZSt4lockI')) return ir;
  const lines = ir.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, type, substitution, rest] = LOCK.exec(lines[at]!) ?? [];
    if (type === undefined) continue;
    const members = ['4lockEv', '8try_lockEv', '6unlockEv'].map((name) => `@_ZN${type}${name}`);
    if (!members.every((name) => ir.includes(`${name}(`))) continue;
    const end = lines.indexOf('}', at);
    const location = lines.slice(at + 1, end).find((line) => / !dbg !\d+$/.test(line) && line.includes(' call '));
    const debug = / !dbg !\d+$/.exec(location ?? '')?.[0];
    const body = attempts(members, 2 + rest!.length / substitution!.length);
    const text = body.map((line) => (debug === undefined || line.endsWith(':') ? line : `  ${line},${debug}`));
    lines.splice(at + 1, end - at - 1, ...text);
  }
  return lines.join('\n');
}

/** Locks the first mutex and tries the others in order. After a failure, it releases them and begins again. */
function attempts([lock, tryLock, unlock]: readonly string[], count: number): string[] {
  const lines = ['br label %again', 'again:', `call void ${lock!}(ptr %0)`];
  for (let i = 1; i < count; i++) {
    lines.push(`%taken${i} = call zeroext i1 ${tryLock!}(ptr %${i})`);
    lines.push(`br i1 %taken${i}, label %next${i}, label %failed${i}`, `next${i}:`);
  }
  lines.push('ret void');
  for (let i = count - 1; i > 0; i--) {
    lines.push(`failed${i}:`, `call void ${unlock!}(ptr %${i - 1})`);
    lines.push(`br label %${i === 1 ? 'again' : `failed${i - 1}`}`);
  }
  return lines;
}
