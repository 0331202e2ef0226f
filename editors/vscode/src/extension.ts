import path from 'node:path';
import * as vscode from 'vscode';
import { commandFor, run } from './command.js';
import { editsIn } from './diff.js';
import type { FoundCheck } from './find-checks.js';
import { FILES, LIKELY_FILES, findChecks, isLikely, isOneCheck } from './find-checks.js';
import type { Message } from './outcome.js';
import { outcomeOf } from './outcome.js';
import { Findings } from './findings.js';
import { pickModels } from './models.js';
import { editOfDiff } from './repair.js';
import { showReport } from './report-panel.js';
import type { Checked } from './run-check.js';
import { runCheck } from './run-check.js';
import { Steps } from './steps.js';

export function activate(context: vscode.ExtensionContext): void {
  const controller = vscode.tests.createTestController('fencepost', 'Fencepost');
  const findings = new Findings();
  const steps = new Steps();
  const extension = new Extension(controller, findings, steps);
  const watcher = vscode.workspace.createFileSystemWatcher(FILES);
  context.subscriptions.push(
    controller,
    findings,
    watcher,
    steps,
    watcher.onDidCreate((uri) => extension.lookAgain(uri)),
    watcher.onDidChange((uri) => extension.lookAgain(uri)),
    vscode.workspace.onDidOpenTextDocument((document) => extension.lookAt(document.uri, document.getText())),
    vscode.workspace.onDidChangeTextDocument(({ document }) => steps.forget(document.uri)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => steps.show(editor))),
    watcher.onDidDelete((uri) => controller.items.delete(uri.toString())),
    vscode.commands.registerCommand('fencepost.showReport', () => extension.show()),
    vscode.commands.registerCommand('fencepost.fix', (uri?: vscode.Uri, models?: string) => extension.fix(uri, models)),
    vscode.languages.registerCodeActionsProvider([{ scheme: 'file' }], findings, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
  controller.createRunProfile(
    'Check',
    vscode.TestRunProfileKind.Run,
    (request, token) => extension.check(request, token),
    true,
  );
  controller.createRunProfile('Check under…', vscode.TestRunProfileKind.Run, async (request, token) => {
    const models = await pickModels();
    if (models !== undefined) await extension.check(request, token, models);
  });
  controller.resolveHandler = async (item) => {
    if (item === undefined) await extension.lookIn(LIKELY_FILES);
  };
  controller.refreshHandler = (token) => extension.lookIn([FILES], token);
  for (const document of vscode.workspace.textDocuments) extension.lookAt(document.uri, document.getText());
}

/** Number of files that are read at the same time. */
const BATCH = 20;

class Extension {
  /** The page of the last check. */
  private html = '';

  constructor(
    private readonly controller: vscode.TestController,
    private readonly findings: Findings,
    private readonly steps: Steps,
  ) {}

  /** Finds the checks of all files that match one of the patterns, a few files at a time. */
  async lookIn(patterns: readonly string[], token?: vscode.CancellationToken): Promise<void> {
    const exclude = settings().get<string>('exclude');
    const found = await Promise.all(patterns.map((pattern) => vscode.workspace.findFiles(pattern, exclude)));
    const files = [...new Map(found.flat().map((uri) => [uri.toString(), uri])).values()];
    for (let i = 0; i < files.length && token?.isCancellationRequested !== true; i += BATCH) {
      await Promise.all(files.slice(i, i + BATCH).map((file) => this.look(file)));
    }
  }

  /** Looks at a file that has changed, if it has or may have checks. */
  async lookAgain(uri: vscode.Uri): Promise<void> {
    if (isLikely(uri.path) || this.controller.items.get(uri.toString()) !== undefined) await this.look(uri);
  }

  private async look(uri: vscode.Uri): Promise<void> {
    const text = isOneCheck(uri.path) ? '' : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    this.lookAt(uri, text);
  }

  /** Finds the checks of a file. */
  lookAt(uri: vscode.Uri, text: string): void {
    if (uri.scheme !== 'file') return;
    const found = findChecks(uri.path, text);
    if (found.length === 0) {
      this.controller.items.delete(uri.toString());
      return;
    }
    const item = this.controller.createTestItem(uri.toString(), path.basename(uri.fsPath), uri);
    item.children.replace(found.flatMap((each) => this.itemOf(each, uri)));
    const whole = found.find(({ name }) => name === undefined);
    if (whole !== undefined) item.range = new vscode.Range(whole.line, 0, whole.line, 0);
    this.controller.items.add(item);
  }

  private itemOf({ name, line }: FoundCheck, uri: vscode.Uri): vscode.TestItem[] {
    if (name === undefined) return [];
    const item = this.controller.createTestItem(`${uri.toString()}#${name}`, name, uri);
    item.range = new vscode.Range(line, 0, line, 0);
    return [item];
  }

  /** Runs what the user asked for, one after the other: each check uses all cores. */
  async check(request: vscode.TestRunRequest, token: vscode.CancellationToken, models?: string): Promise<void> {
    const testRun = this.controller.createTestRun(request);
    const asked = request.include ?? [...this.controller.items].map(([, item]) => item);
    for (const item of asked) {
      if (token.isCancellationRequested) break;
      if (request.exclude?.includes(item) !== true) await this.checkItem(item, testRun, token, models);
    }
    testRun.end();
  }

  private async checkItem(
    item: vscode.TestItem,
    testRun: vscode.TestRun,
    token: vscode.CancellationToken,
    models: string | undefined,
  ): Promise<void> {
    const uri = item.uri!;
    const folder = folderOf(uri);
    const name = item.parent === undefined ? undefined : item.label;
    const items = item.children.size === 0 ? [item] : [...item.children].map(([, child]) => child);
    for (const each of items) testRun.started(each);
    let checked: Checked;
    try {
      checked = await runCheck(
        { command: commandIn(folder), folder, file: uri.fsPath, name, models, more: settings().get('arguments', []) },
        token,
      );
    } catch (error) {
      for (const each of items)
        testRun.errored(each, new vscode.TestMessage(`fencepost cannot be run: ${String(error)}`));
      return;
    }
    this.html = checked.html;
    testRun.appendOutput(`${checked.text}\n${checked.refusal}`.replaceAll(/\r?\n/g, '\r\n'), undefined, item);
    this.findings.replace(uri, folder, checked, models);
    if (settings().get<boolean>('showSteps', true)) this.steps.replace(checked.sarif, folder);
    if (this.html !== '') void vscode.commands.executeCommand('setContext', 'fencepost.hasReport', true);
    for (const each of items) tell(testRun, each, checked, folder, each.parent === undefined ? undefined : each.label);
  }

  show(): void {
    if (this.html === '') void vscode.window.showInformationMessage('Fencepost: nothing has been checked yet.');
    else showReport(this.html);
  }

  /** Searches for a repair of a file and shows it. It was compiled and checked; the user decides whether it is made. */
  async fix(given?: vscode.Uri, models?: string): Promise<void> {
    const uri = given ?? vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined) return;
    await (await vscode.workspace.openTextDocument(uri)).save();
    const folder = folderOf(uri);
    const model = models === undefined ? [] : [`--model=${models}`];
    const args = ['fix', path.relative(folder, uri.fsPath), '--color=never', ...model];
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: 'Fencepost is searching for a fix',
      cancellable: true,
    };
    const { out, err } = await vscode.window.withProgress(options, (_, token) =>
      run([...commandIn(folder), ...args], folder, token),
    );
    const edits = editsIn(out);
    const said = firstLine(out === '' ? err : out).replace(' (to apply: --write)', '');
    if (edits.length === 0) {
      void vscode.window.showWarningMessage(`Fencepost: ${said}`);
      return;
    }
    const edit = await editOfDiff(edits, folder, said);
    if (edit === undefined) void vscode.window.showWarningMessage('Fencepost: the file has changed meanwhile.');
    else await vscode.workspace.applyEdit(edit, { isRefactoring: true });
  }
}

function tell(
  testRun: vscode.TestRun,
  item: vscode.TestItem,
  checked: Checked,
  folder: string,
  program: string | undefined,
): void {
  const outcome = checked.report && outcomeOf(checked.report, checked.sarif, program);
  if (outcome === undefined) {
    testRun.errored(
      item,
      new vscode.TestMessage(checked.refusal === '' ? 'there is no such check' : checked.refusal.trim()),
    );
    return;
  }
  const messages = outcome.messages.map((message) => testMessage(message, item, folder));
  if (outcome.state === 'passed') testRun.passed(item, outcome.milliseconds);
  else testRun[outcome.state](item, messages, outcome.milliseconds);
}

function testMessage({ text, file, line, column }: Message, item: vscode.TestItem, folder: string): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  const uri = file === undefined ? item.uri! : vscode.Uri.file(path.resolve(folder, file));
  message.location = new vscode.Location(uri, new vscode.Position(line, column));
  return message;
}

function folderOf(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
}

function commandIn(folder: string): readonly string[] {
  return commandFor(folder, settings().get<string[]>('command', []));
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('fencepost');
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
