/** Returns the offset of the token, which only white space and comments may precede. */
export function findToken(source: string, from: number, token: string): number {
  let at = from;
  for (;;) {
    const next = source[at];
    if (next === '/' && source[at + 1] === '/') at = endOfLine(source, at);
    else if (next === '/' && source[at + 1] === '*') at = source.indexOf('*/', at + 2) + 2;
    else if (source.startsWith(token, at)) return at;
    else if (next?.trim() !== '') throw new Error(`no ${token} at offset ${from}`);
    else at++;
  }
}

function endOfLine(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) return at;
  }
  return source.length;
}
