import path from 'node:path';
import * as vscode from 'vscode';
import type { FlowLocation, Sarif } from './report.js';

const MOST_CHARACTERS = 80;

/** The steps of a counterexample, by number, at the ends of their lines. */
export class Steps {
  private readonly type = vscode.window.createTextEditorDecorationType({
    after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') },
    isWholeLine: true,
  });
  /** By file. */
  private shown = new Map<string, vscode.DecorationOptions[]>();

  /** Shows the execution of the first finding that has one. */
  replace(sarif: Sarif | undefined, folder: string): void {
    const results = sarif?.runs[0].results ?? [];
    const [flow] = results.find(({ level, codeFlows }) => level !== 'note' && codeFlows !== undefined)?.codeFlows ?? [];
    const all = (flow?.threadFlows ?? []).flatMap(({ locations }) => locations);
    this.shown = decorations(all.toSorted((a, b) => a.executionOrder - b.executionOrder), folder); // prettier-ignore
    for (const editor of vscode.window.visibleTextEditors) this.show(editor);
  }

  show(editor: vscode.TextEditor): void {
    editor.setDecorations(this.type, this.shown.get(editor.document.uri.toString()) ?? []);
  }

  /** Lines move when a file is edited. */
  forget(uri: vscode.Uri): void {
    if (!this.shown.delete(uri.toString())) return;
    for (const editor of vscode.window.visibleTextEditors) this.show(editor);
  }

  dispose(): void {
    this.type.dispose();
  }
}

function decorations(locations: readonly FlowLocation[], folder: string): Map<string, vscode.DecorationOptions[]> {
  const byLine = new Map<string, { readonly uri: vscode.Uri; readonly line: number; readonly texts: string[] }>();
  for (const { location, executionOrder } of locations) {
    const { artifactLocation, region } = location.physicalLocation;
    const uri = vscode.Uri.file(path.resolve(folder, decodeURIComponent(artifactLocation.uri)));
    const line = (region?.startLine ?? 1) - 1;
    const key = `${uri.toString()}:${line}`;
    const found = byLine.get(key) ?? { uri, line, texts: [] };
    found.texts.push(`${executionOrder} ${location.message?.text ?? ''}`);
    byLine.set(key, found);
  }
  const shown = new Map<string, vscode.DecorationOptions[]>();
  for (const { uri, line, texts } of byLine.values()) {
    const all = texts.join(' · ');
    const contentText = all.length > MOST_CHARACTERS ? `${all.slice(0, MOST_CHARACTERS - 1)}…` : all;
    const option = {
      range: new vscode.Range(line, 0, line, 0),
      renderOptions: { after: { contentText } },
      hoverMessage: texts.join('\n\n'),
    };
    shown.set(uri.toString(), [...(shown.get(uri.toString()) ?? []), option]);
  }
  return shown;
}
