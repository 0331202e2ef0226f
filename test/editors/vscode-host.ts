import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import Module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';

/**
 * As much of the API of VS Code as the extension uses: a stand-in, as the editor itself cannot be downloaded everywhere. It
 * keeps what it is told; types and behaviour follow the documentation of the API.
 */
export class Host {
  readonly commands = new Map<string, (...args: never[]) => unknown>();
  readonly profiles = new Map<string, (request: object, token: Token) => Promise<void>>();
  readonly items = new Items();
  readonly told: { readonly state: string; readonly id: string; readonly messages: readonly TestMessage[] }[] = [];
  readonly messages: string[] = [];
  readonly panels: { html: string }[] = [];
  readonly diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly settings: Record<string, unknown> = {};
  /** Files that were read to find checks. */
  readonly read: string[] = [];
  /** Decorations by file: line, from 0 on, and text. */
  readonly decorations = new Map<string, readonly (readonly [line: number, text: string])[]>();
  /** Edits that wait for the user to confirm them. */
  readonly edits: WorkspaceEdit[] = [];
  readonly contexts = new Map<string, unknown>();
  /** Lists from which the user was asked to pick. */
  readonly lists: (readonly PickItem[])[] = [];
  /** Files that are open from the start. */
  open: readonly string[] = [];
  output = '';
  /** Labels that the user picks from a list. */
  answer: readonly string[] | undefined;
  ended = 0;
  actions: { provideCodeActions(document: object, range: object, context: object): CodeAction[] } | undefined;
  resolve: ((item?: Item) => Promise<void>) | undefined;
  refresh: ((token: Token) => Promise<void>) | undefined;

  constructor(private readonly folder: string) {}

  /** Loads a bundled extension, with this as `vscode`, and starts it. */
  activate(file: string): void {
    const loaded = new Module(file);
    const require = Module.createRequire(file);
    const api = this.api();
    const wrapper = `(function (exports, require, module) { ${readFileSync(file, 'utf8')}\n})`;
    const run = runInThisContext(wrapper) as (
      exports: object,
      require: (name: string) => unknown,
      module: Module,
    ) => void;
    run(loaded.exports as object, (name) => (name === 'vscode' ? api : require(name)), loaded);
    (loaded.exports as { activate: (context: object) => void }).activate({ subscriptions: [] });
  }

  private api(): object {
    const disposable = { dispose: () => undefined };
    return {
      Uri,
      TestMessage,
      Diagnostic,
      CodeAction,
      WorkspaceEdit,
      ThemeColor: class {
        constructor(readonly id: string) {}
      },
      Position: class {
        constructor(
          readonly line: number,
          readonly character: number,
        ) {}
      },
      Range: class {
        readonly start: unknown;
        readonly end: unknown;
        constructor(...at: unknown[]) {
          [this.start, this.end] =
            at.length === 4
              ? [
                  { line: at[0], character: at[1] },
                  { line: at[2], character: at[3] },
                ]
              : at;
        }
      },
      Location: class {
        constructor(
          readonly uri: Uri,
          readonly range: unknown,
        ) {}
      },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
      CodeActionKind: { QuickFix: 'quickfix' },
      TestRunProfileKind: { Run: 1 },
      ProgressLocation: { Notification: 15 },
      ViewColumn: { Beside: -2 },
      tests: { createTestController: () => this.controller() },
      commands: {
        registerCommand: (name: string, run: () => unknown) => {
          this.commands.set(name, run);
          return disposable;
        },
        executeCommand: (name: string, ...[key, value]: [string, unknown]) => {
          if (name === 'setContext') this.contexts.set(key, value);
        },
      },
      languages: {
        createDiagnosticCollection: () => ({
          get: (uri: Uri) => this.diagnostics.get(uri.toString()),
          set: (uri: Uri, list: readonly Diagnostic[]) => this.diagnostics.set(uri.toString(), list),
          dispose: () => undefined,
        }),
        registerCodeActionsProvider: (_: object, provider: Host['actions']) => {
          this.actions = provider;
          return disposable;
        },
      },
      workspace: {
        createFileSystemWatcher: () => ({
          ...disposable,
          ...{ onDidCreate: () => disposable, onDidChange: () => disposable, onDidDelete: () => disposable },
        }),
        // Only as much of patterns as the extension uses.
        findFiles: async (pattern: string) =>
          (await readdir(this.folder, { withFileTypes: true, recursive: true }))
            .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
            .map((entry) => path.relative(this.folder, path.join(entry.parentPath, entry.name)))
            .filter((file) => regexOf(pattern).test(`/${file}`))
            .map((file) => Uri.file(path.join(this.folder, file))),
        fs: {
          readFile: (uri: Uri) => {
            this.read.push(path.relative(this.folder, uri.fsPath));
            return readFile(uri.fsPath);
          },
        },
        textDocuments: this.open.map((file) => document(path.join(this.folder, file))),
        onDidOpenTextDocument: () => disposable,
        onDidChangeTextDocument: () => disposable,
        openTextDocument: (uri: Uri) => document(uri.fsPath),
        applyEdit: (edit: WorkspaceEdit) => this.edits.push(edit),
        getWorkspaceFolder: () => ({ uri: Uri.file(this.folder) }),
        getConfiguration: () => ({ get: (name: string, otherwise: unknown) => this.settings[name] ?? otherwise }),
      },
      window: {
        activeTextEditor: undefined,
        showInformationMessage: (text: string) => this.messages.push(text),
        showWarningMessage: (text: string) => this.messages.push(text),
        showQuickPick: (items: readonly PickItem[]) => {
          this.lists.push(items);
          return Promise.resolve(items.filter(({ label }) => this.answer?.includes(label)));
        },
        createTextEditorDecorationType: () => disposable,
        onDidChangeVisibleTextEditors: () => disposable,
        visibleTextEditors: this.open.map((file) => ({
          document: document(path.join(this.folder, file)),
          setDecorations: (_: object, options: readonly Decoration[]) =>
            this.decorations.set(
              file,
              options.map(({ range, renderOptions }) => [range.start.line, renderOptions.after.contentText]),
            ),
        })),
        withProgress: (_: object, task: (progress: object, token: Token) => unknown) => task({}, new Token()),
        createWebviewPanel: () => {
          const webview = { html: '' };
          this.panels.push(webview);
          return { webview };
        },
      },
    };
  }

  private controller(): object {
    const controller = {
      items: this.items,
      createTestItem: (id: string, label: string, uri: Uri) => new Item(id, label, uri),
      createRunProfile: (name: string, _: number, run: (request: object, token: Token) => Promise<void>) =>
        this.profiles.set(name, run),
      createTestRun: () => ({
        started: (item: Item) => this.tell('started', item),
        passed: (item: Item) => this.tell('passed', item),
        failed: (item: Item, messages: readonly TestMessage[]) => this.tell('failed', item, messages),
        errored: (item: Item, messages: TestMessage | readonly TestMessage[]) =>
          this.tell('errored', item, [messages].flat()),
        appendOutput: (text: string) => (this.output += text),
        end: () => this.ended++,
      }),
      dispose: () => undefined,
    };
    return Object.defineProperties(controller, {
      resolveHandler: { set: (handler: (item?: Item) => Promise<void>) => (this.resolve = handler) },
      refreshHandler: { set: (handler: (token: Token) => Promise<void>) => (this.refresh = handler) },
    });
  }

  private tell(state: string, { id }: Item, messages: readonly TestMessage[] = []): void {
    this.told.push({ state, id, messages });
  }
}

interface PickItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

interface Decoration {
  readonly range: { readonly start: { readonly line: number } };
  readonly renderOptions: { readonly after: { readonly contentText: string } };
}

function regexOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*|\{[^}]*\})/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).replaceAll(',', '|')})`;
    return part.replaceAll('.', String.raw`\.`);
  });
  return new RegExp(`^/${parts.join('')}$`);
}

/** A file as an editor has it, without unsaved changes. */
function document(file: string): object {
  return { uri: Uri.file(file), getText: () => readFileSync(file, 'utf8'), save: () => Promise.resolve(true) };
}

interface Place {
  readonly line: number;
  readonly character: number;
}

/** Changes that the user has to confirm. */
export class WorkspaceEdit {
  readonly changes: { readonly uri: Uri; readonly start: Place; readonly end: Place; readonly text: string; readonly confirmed: boolean }[] = []; // prettier-ignore

  replace(
    uri: Uri,
    range: { start: Place; end: Place },
    text: string,
    metadata: { needsConfirmation?: boolean },
  ): void {
    this.changes.push({ uri, ...range, text, confirmed: metadata.needsConfirmation !== true });
  }

  /** As if the user confirmed all. */
  make(): void {
    for (const { uri, start, end, text } of this.changes) {
      const lines = readFileSync(uri.fsPath, 'utf8').split('\n');
      const index = ({ line, character }: Place): number => lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1) + character; // prettier-ignore
      const all = lines.join('\n');
      writeFileSync(uri.fsPath, all.slice(0, index(start)) + text + all.slice(index(end)));
    }
  }
}

export class Token {
  isCancellationRequested = false;
  private readonly listeners: (() => void)[] = [];

  onCancellationRequested(listener: () => void): { dispose: () => void } {
    this.listeners.push(listener);
    return { dispose: () => undefined };
  }

  cancel(): void {
    this.isCancellationRequested = true;
    for (const listener of this.listeners) listener();
  }
}

class Uri {
  readonly scheme = 'file';

  private constructor(private readonly url: URL) {}

  static file(file: string): Uri {
    return new Uri(pathToFileURL(file));
  }

  get fsPath(): string {
    return fileURLToPath(this.url);
  }

  get path(): string {
    return this.url.pathname;
  }

  toString(): string {
    return this.url.href;
  }
}

export class Item {
  readonly children = new Items(this);
  parent: Item | undefined;
  range: { readonly start: { readonly line: number } } | undefined;

  constructor(
    readonly id: string,
    readonly label: string,
    readonly uri: Uri,
  ) {}
}

class Items {
  private readonly list = new Map<string, Item>();

  constructor(private readonly owner?: Item) {}

  add(item: Item): void {
    item.parent = this.owner;
    this.list.set(item.id, item);
  }

  get(id: string): Item | undefined {
    return this.list.get(id);
  }

  delete(id: string): void {
    this.list.delete(id);
  }

  replace(items: readonly Item[]): void {
    this.list.clear();
    for (const item of items) this.add(item);
  }

  get size(): number {
    return this.list.size;
  }

  [Symbol.iterator](): Iterator<[string, Item]> {
    return this.list.entries();
  }
}

export class TestMessage {
  location: { readonly uri: Uri; readonly range: { readonly line: number; readonly character: number } } | undefined;

  constructor(readonly message: string) {}
}

export class Diagnostic {
  source: string | undefined;

  constructor(
    readonly range: { readonly start: { readonly line: number } },
    readonly message: string,
    readonly severity: number,
  ) {}
}

class CodeAction {
  command: { readonly command: string; readonly arguments: readonly never[] } | undefined;
  edit: WorkspaceEdit | undefined;
  isPreferred = false;
  diagnostics: readonly Diagnostic[] = [];

  constructor(readonly title: string) {}
}
