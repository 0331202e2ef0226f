const texts = new Map<string, Promise<string>>();

/** The script of the engine for a kind of file, fetched when it is needed first. */
export async function engineFor(file: string): Promise<string> {
  if (!file.endsWith('.litmus')) throw new Error(`no engine checks ${file} here: only litmus tests`);
  return textOf('litmus.js');
}

function textOf(file: string): Promise<string> {
  let text = texts.get(file);
  if (text === undefined) {
    text = fetchText(file);
    texts.set(file, text);
    // Another attempt may succeed.
    text.catch(() => texts.delete(file));
  }
  return text;
}

async function fetchText(file: string): Promise<string> {
  const response = await fetch(new URL(file, document.baseURI));
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response.text();
}
