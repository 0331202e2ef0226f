import path from 'node:path';
import * as vscode from 'vscode';
import type { LineEdit } from './diff.js';
import type { Repair } from './report.js';

const METADATA = { needsConfirmation: true, label: 'Fencepost: compiled and checked' } as const;

/** The repair that came with a check, as an edit that VS Code shows before it is made. */
export function editOf({ replacements, changes }: Repair, folder: string): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { file, line, column, endLine, endColumn, text } of replacements) {
    const range = new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
    edit.replace(vscode.Uri.file(path.resolve(folder, file)), range, text, { ...METADATA, description: changes.join('; ') }); // prettier-ignore
  }
  return edit;
}

/** The same for a diff; undefined if a file has changed since. */
export async function editOfDiff(
  edits: readonly LineEdit[],
  folder: string,
  why: string,
): Promise<vscode.WorkspaceEdit | undefined> {
  const edit = new vscode.WorkspaceEdit();
  for (const { file, line, before, after } of edits) {
    const uri = vscode.Uri.file(path.resolve(folder, file));
    const lines = (await vscode.workspace.openTextDocument(uri)).getText().split(/\r?\n/);
    if (before.some((text, i) => lines[line + i] !== text)) return undefined;
    const range = new vscode.Range(line, 0, line + before.length, 0);
    edit.replace(uri, range, after.map((text) => `${text}\n`).join(''), { ...METADATA, description: why });
  }
  return edit;
}
