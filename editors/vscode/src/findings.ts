import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Repair, Report, Result, Sarif } from './report.js';
import { editOf } from './repair.js';

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
};

/** Where a finding comes from. */
interface Origin {
  /** The checked file. */
  readonly uri: vscode.Uri;
  readonly models: string | undefined;
  readonly repair:
    | { readonly folder: string; readonly found: Repair; readonly texts: ReadonlyMap<string, string> }
    | undefined;
}

/** Findings at their lines, with the repair as a code action. */
export class Findings implements vscode.CodeActionProvider {
  private readonly shown = vscode.languages.createDiagnosticCollection('fencepost');
  /** By checked file: the files that have findings from it, and the models that were asked for. */
  private readonly files = new Map<string, readonly vscode.Uri[]>();
  private readonly origins = new Map<vscode.Diagnostic, Origin>();

  /** What the last check of a file has found replaces what earlier ones did. */
  replace(
    checked: vscode.Uri,
    folder: string,
    { sarif, report }: { readonly sarif: Sarif | undefined; readonly report: Report | undefined },
    models: string | undefined,
  ): void {
    for (const uri of this.files.get(checked.toString()) ?? []) {
      const others = (this.shown.get(uri) ?? []).filter(
        (each) => this.origins.get(each)?.uri.toString() !== checked.toString(),
      );
      for (const each of this.shown.get(uri) ?? []) if (!others.includes(each)) this.origins.delete(each);
      this.shown.set(uri, others);
    }
    const results = sarif?.runs[0].results ?? [];
    const uris = results.map(({ locations: [{ physicalLocation }] }) =>
      vscode.Uri.file(path.resolve(folder, decodeURIComponent(physicalLocation.artifactLocation.uri))),
    );
    this.files.set(checked.toString(), uris);
    results.forEach((result, i) => {
      const diagnostic = diagnosticOf(result);
      const found = report?.repairs?.find(({ program }) => program === result.properties.program);
      const repair = found && { folder, found, texts: textsOf(found, folder) };
      this.origins.set(diagnostic, { uri: checked, models, repair });
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
      const { uri, models, repair } = this.origins.get(diagnostic) ?? { uri: document.uri, models: undefined };
      const isValid = repair !== undefined && (repair.texts.get(document.uri.fsPath) ?? document.getText()) === document.getText(); // prettier-ignore
      const title = isValid ? `Fix: ${repair.found.changes.join('; ')}` : 'Search for a fix';
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.diagnostics = [diagnostic];
      action.isPreferred = isValid;
      if (isValid) action.edit = editOf(repair.found, repair.folder);
      else action.command = { command: 'fencepost.fix', title, arguments: [uri, models] };
      return [action];
    });
  }

  dispose(): void {
    this.shown.dispose();
  }
}

/** The files of a repair as they were checked: it does not fit others. */
function textsOf({ replacements }: Repair, folder: string): Map<string, string> {
  const files = new Set(replacements.map(({ file }) => path.resolve(folder, file)));
  return new Map([...files].map((file) => [file, readFileSync(file, 'utf8')]));
}

function diagnosticOf({ level, message, locations: [{ physicalLocation }] }: Result): vscode.Diagnostic {
  const { startLine = 1, startColumn = 1 } = physicalLocation.region ?? {};
  const at = new vscode.Position(Math.max(0, startLine - 1), Math.max(0, startColumn - 1));
  const diagnostic = new vscode.Diagnostic(new vscode.Range(at, at), message.text, SEVERITIES[level]);
  diagnostic.source = 'fencepost';
  return diagnostic;
}
