// The interface between page and editor. The page imports only these types, because the editor is loaded late.

/** A program in the editor. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** A program at a moment before the editor was loaded. */
export interface Version extends SourceFile {
  readonly selection: readonly [start: number, end: number];
  /** Time in milliseconds. */
  readonly time: number;
}

/** A range of the text and its replacement. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An error, a warning or a note at a line. */
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
  /** Number of the step in the report. */
  readonly number: number;
  /** `producer: flag = 1`. */
  readonly words: string;
}

/** Results of the last check that concern lines. */
export interface Marks {
  readonly problems: readonly Problem[];
  readonly steps: readonly ShownStep[];
}

export interface EditorSetup {
  readonly parent: HTMLElement;
  /** Accessible name of the editor. */
  readonly label: string;
  /** Earlier versions of the text; the last one is current. Undo steps back through them. */
  readonly past: readonly [Version, ...Version[]];
  readonly onChange: (changed: SourceFile) => void;
  /** Ctrl+Enter. */
  readonly onRun: () => void;
}

/** The editor, as the page uses it. */
export interface CodeEditor {
  /** Opens another program, or the same program under another name. Undo restores the previous one. */
  open(program: SourceFile): void;
  /** Changes parts of the text, as a single undo step. */
  edit(edits: readonly TextEdit[]): void;
  mark(marks: Marks): void;
  select(line: number): void;
  focus(): void;
  scrollTo(top: number): void;
}

export type CreateEditor = (setup: EditorSetup) => CodeEditor;
