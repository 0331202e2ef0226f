/** Everything that XML 1.0 does not allow in a document (section 2.2). */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Control characters that XML allows, except tabs and line feeds. */
const CONTROLS = /[\r\u{7f}-\u{9f}]/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for the content of an element. Drops characters that XML cannot represent. */
export function xmlText(text: string): string {
  // A parser would turn a bare carriage return into a line feed; the others would control a terminal.
  return text
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[&<>"]/g, (char) => ENTITIES[char]!)
    .replaceAll(CONTROLS, (char) => `&#${char.codePointAt(0)!};`);
}

/** `name="value"` for each attribute, each preceded by a space. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join('');
}

function attributeText(text: string): string {
  // A parser would turn bare tabs and line breaks into spaces.
  return xmlText(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
