// What the page and the editor say to each other. The page has the types only: the editor is loaded late.

/** A program in the editor. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** A program as it was at some time, before there was an editor. */
export interface Version extends SourceFile {
  readonly selection: readonly [start: number, end: number];
  /** In milliseconds. */
  readonly time: number;
}

/** A part of the text, and what is to stand in its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is wrong at a line. */
export interface Problem {
  readonly line: number;
  /** From 1, in characters; undefined: the whole line. */
  readonly column?: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** A step of the execution that the report shows. */
export interface ShownStep {
  readonly line: number;
  /** As the report counts them. */
  readonly number: number;
  /** `producer: flag = 1`. */
  readonly words: string;
}

/** What the last check has to say about lines. */
export interface Marks {
  readonly problems: readonly Problem[];
  readonly steps: readonly ShownStep[];
}

export interface EditorSetup {
  readonly parent: HTMLElement;
  /** The name for those who do not see it. */
  readonly label: string;
  /** How the text became what it is; the last one is what it is now. Undoing leads back. */
  readonly past: readonly [Version, ...Version[]];
  readonly onChange: (changed: SourceFile) => void;
  /** Ctrl+Enter. */
  readonly onRun: () => void;
}

/** The editor, as the page uses it. */
export interface CodeEditor {
  /** Another program, or the same with another name. What was there comes back by undoing. */
  open(program: SourceFile): void;
  /** Changes parts of the text, in one step of undoing. */
  edit(edits: readonly TextEdit[]): void;
  mark(marks: Marks): void;
  select(line: number): void;
  focus(): void;
  scrollTo(top: number): void;
}

export type CreateEditor = (setup: EditorSetup) => CodeEditor;
