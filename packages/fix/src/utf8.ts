/** Returns the number of bytes of a text in UTF-8. */
export function bytesIn(text: string): number {
  let bytes = 0;
  for (const each of text) bytes += widthOf(each);
  return bytes;
}

/** Returns the number of characters in the first `bytes` bytes of a text. */
export function charactersIn(text: string, bytes: number): number {
  let characters = 0;
  let left = bytes;
  for (const each of text) {
    if (left <= 0) return characters;
    left -= widthOf(each);
    characters += each.length;
  }
  return characters;
}

function widthOf(character: string): number {
  const point = character.codePointAt(0)!;
  return point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
}
