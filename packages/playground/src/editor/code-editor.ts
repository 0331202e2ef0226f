import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { announceMarks } from './announce.js';
import type { CodeEditor, CreateEditor, EditorSetup, Marks } from './api.js';
import { fileName, namedFile, setFile } from './file-name.js';
import { languageOf } from './languages.js';
import { difference, laterVersion } from './past.js';
import { diagnosticOf } from './problems.js';
import { setSteps, steps } from './steps.js';
import { theme } from './theme.js';

/** Creates an editor. Tab leaves it, as it leaves any other field; Ctrl+] indents. */
export const createEditor: CreateEditor = ({ parent, label, past, onChange, onRun }) => {
  const language = new Compartment();
  const [first, ...later] = past;
  const colour = (): void => {
    view.dispatch({ effects: language.reconfigure(languageOf(view.state.field(fileName))) });
  };
  const extensions = [
    [namedFile(first.file), language.of(languageOf(first.file)), history(), lintGutter(), steps, lineNumbers()],
    [indentOnInput(), bracketMatching(), search({ top: true }), theme, announceMarks],
    // The element can be focused anyway; `tabindex` lets accessibility checkers detect it.
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    keymap.of([
      { key: 'Mod-Enter', run: runs(onRun) },
      ...defaultKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...lintKeymap,
    ]),
    EditorView.updateListener.of(({ docChanged, startState, state }) => {
      const file = state.field(fileName);
      const isRenamed = file !== startState.field(fileName);
      if (isRenamed) queueMicrotask(colour);
      if (docChanged || isRenamed) onChange({ file, text: state.doc.toString() });
    }),
  ];
  let state = EditorState.create({ doc: first.text, extensions, selection: selectionOf(first) });
  later.forEach((version, i) => {
    state = state.update(laterVersion(past[i]!, version)).state;
  });
  const view = new EditorView({ parent, state });
  colour();
  return handleOf(view);
};

function runs(action: () => void): () => true {
  return () => {
    action();
    return true;
  };
}

function selectionOf({ selection: [anchor, head] }: EditorSetup['past'][0]): { anchor: number; head: number } {
  return { anchor, head };
}

function handleOf(view: EditorView): CodeEditor {
  const mark = ({ problems, steps: shown }: Marks): void => {
    const { doc } = view.state;
    view.dispatch({ effects: setSteps.of(shown) });
    view.dispatch(
      setDiagnostics(
        view.state,
        problems.flatMap((each) => diagnosticOf(doc, each)),
      ),
    );
  };
  return {
    open: ({ file, text }) => {
      const before = view.state.doc.toString();
      const { start, end, text: insert } = difference(before, text);
      const isRenamed = file !== view.state.field(fileName);
      if (before === text && !isRenamed) return;
      view.dispatch({
        ...(before !== text && { changes: { from: start, to: end, insert }, selection: { anchor: 0 } }),
        ...(isRenamed && { effects: setFile.of(file) }),
        // A typed file name is undone in its own field, not in the editor.
        annotations: before === text ? Transaction.addToHistory.of(false) : isolateHistory.of('full'),
      });
      // The old marks belong to another program.
      if (before !== text) mark({ problems: [], steps: [] });
    },
    edit: (edits) => {
      const changes = edits
        .toSorted((a, b) => a.start - b.start || a.end - b.end)
        .map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
      view.dispatch({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.fix' });
    },
    mark,
    select: (line) => {
      const { doc } = view.state;
      const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
      view.focus();
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    },
    focus: () => view.focus(),
    scrollTo: (top) => void (view.scrollDOM.scrollTop = top),
  };
}
