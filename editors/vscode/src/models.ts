import { isChecked, models } from '@fencepost/core';
import * as vscode from 'vscode';

interface ModelItem extends vscode.QuickPickItem {
  readonly name: string;
}

/** Asks for models; undefined: the user changed their mind. */
export async function pickModels(): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(modelItems(), {
    title: 'Check under…',
    placeHolder: 'Memory models',
    canPickMany: true,
    matchOnDetail: true,
  });
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ name }) => name).join(',');
}

/** One for each model, by the name that most people know it by, with what it means. */
function modelItems(): ModelItem[] {
  return models()
    .filter(isChecked)
    .map(({ name, aliases = [], title, meaning }) => ({
      name,
      label: aliases[0] ?? title,
      description: aliases[0] === undefined ? '' : title,
      detail: meaning,
    }));
}
