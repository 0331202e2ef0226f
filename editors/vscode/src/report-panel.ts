import * as vscode from 'vscode';

/** The HTML report in a panel. It is one file that loads nothing; its script runs in the panel's own frame. */
export function showReport(html: string): void {
  const panel = vscode.window.createWebviewPanel('fencepost', 'Fencepost', vscode.ViewColumn.Beside, {
    enableScripts: true,
    localResourceRoots: [],
  });
  panel.webview.html = html;
}
