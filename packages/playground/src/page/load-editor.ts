import type { CreateEditor } from '../editor/api.js';

/** Loads the editor. A separate module, so that the page is shown before the editor has loaded. */
export async function loadEditor(): Promise<CreateEditor> {
  const url = new URL('editor.js', document.baseURI).href;
  const { createEditor } = (await import(url)) as { readonly createEditor: CreateEditor };
  return createEditor;
}
