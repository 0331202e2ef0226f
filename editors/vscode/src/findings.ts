import path from 'node:path';
import * as vscode from 'vscode';
import type { Result, Sarif } from './report.js';

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
};

/** Findings at their lines, with the repair as a code action. */
export class Findings implements vscode.CodeActionProvider {
  private readonly shown = vscode.languages.createDiagnosticCollection('fencepost');
  /** By checked file: the files that have findings from it, and the models that were asked for. */
  private readonly files = new Map<string, readonly vscode.Uri[]>();
  private readonly origins = new Map<
    vscode.Diagnostic,
    { readonly uri: vscode.Uri; readonly models: string | undefined }
  >();

  /** What the last check of a file has found replaces what earlier ones did. */
  replace(checked: vscode.Uri, folder: string, sarif: Sarif | undefined, models: string | undefined): void {
    for (const uri of this.files.get(checked.toString()) ?? []) {
      const others = (this.shown.get(uri) ?? []).filter(
        (each) => this.origins.get(each)?.uri.toString() !== checked.toString(),
      );
      this.shown.set(uri, others);
    }
    const results = sarif?.runs[0].results ?? [];
    const uris = results.map(({ locations: [{ physicalLocation }] }) =>
      vscode.Uri.file(path.resolve(folder, decodeURIComponent(physicalLocation.artifactLocation.uri))),
    );
    this.files.set(checked.toString(), uris);
    results.forEach((result, i) => {
      const diagnostic = diagnosticOf(result);
      this.origins.set(diagnostic, { uri: checked, models });
      this.shown.set(uris[i]!, [...(this.shown.get(uris[i]!) ?? []), diagnostic]);
    });
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return diagnostics.flatMap((diagnostic) => {
      if (diagnostic.source !== 'fencepost' || diagnostic.severity === vscode.DiagnosticSeverity.Information) return [];
      const { uri, models } = this.origins.get(diagnostic) ?? { uri: document.uri, models: undefined };
      const action = new vscode.CodeAction('Fix with Fencepost', vscode.CodeActionKind.QuickFix);
      action.diagnostics = [diagnostic];
      action.command = { command: 'fencepost.fix', title: 'Repair', arguments: [uri, models] };
      return [action];
    });
  }

  dispose(): void {
    this.shown.dispose();
  }
}

function diagnosticOf({ level, message, locations: [{ physicalLocation }] }: Result): vscode.Diagnostic {
  const { startLine = 1, startColumn = 1 } = physicalLocation.region ?? {};
  const at = new vscode.Position(Math.max(0, startLine - 1), Math.max(0, startColumn - 1));
  const diagnostic = new vscode.Diagnostic(new vscode.Range(at, at), message.text, SEVERITIES[level]);
  diagnostic.source = 'fencepost';
  return diagnostic;
}
