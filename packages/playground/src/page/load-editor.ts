import type { CreateEditor } from '../editor/api.js';

/** Fetches the editor. A module of its own, so that the page is there before it. */
export async function loadEditor(): Promise<CreateEditor> {
  const url = new URL('editor.js', document.baseURI).href;
  const { createEditor } = (await import(url)) as { readonly createEditor: CreateEditor };
  return createEditor;
}
