import { readFileSync } from 'node:fs';
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
  output = '';
  answer: string | undefined;
  ended = 0;
  actions: { provideCodeActions(document: object, range: object, context: object): CodeAction[] } | undefined;
  resolve: ((item?: Item) => Promise<void>) | undefined;

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
      Position: class {
        constructor(
          readonly line: number,
          readonly character: number,
        ) {}
      },
      Range: class {
        readonly start: unknown;
        constructor(...at: unknown[]) {
          this.start = at.length === 4 ? { line: at[0], character: at[1] } : at[0];
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
        findFiles: async () =>
          (await readdir(this.folder, { withFileTypes: true }))
            .filter((entry) => entry.isFile())
            .map(({ name }) => Uri.file(path.join(this.folder, name))),
        fs: { readFile: (uri: Uri) => readFile(uri.fsPath) },
        getWorkspaceFolder: () => ({ uri: Uri.file(this.folder) }),
        getConfiguration: () => ({ get: (name: string, otherwise: unknown) => this.settings[name] ?? otherwise }),
        saveAll: () => Promise.resolve(true),
      },
      window: {
        activeTextEditor: undefined,
        showInformationMessage: (text: string) => this.messages.push(text),
        showWarningMessage: (text: string) => this.messages.push(text),
        showInputBox: () => Promise.resolve(this.answer),
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
    return Object.defineProperty(controller, 'resolveHandler', {
      set: (handler: (item?: Item) => Promise<void>) => (this.resolve = handler),
    });
  }

  private tell(state: string, { id }: Item, messages: readonly TestMessage[] = []): void {
    this.told.push({ state, id, messages });
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
  diagnostics: readonly Diagnostic[] = [];

  constructor(readonly title: string) {}
}
