import { edited } from '@fencepost/fix';
import type { JSX, Ref } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CodeEditor, Marks, SourceFile, TextEdit, Version } from '../editor/api.js';
import { loadEditor } from './load-editor.js';
import { endOfComposition, selectLine, selectionIn } from './text-field.js';

/** Operations that the page can perform on the editor. */
export interface EditorHandle {
  goTo(line: number): void;
  edit(edits: readonly TextEdit[]): void;
}

interface Props {
  readonly program: SourceFile;
  readonly marks: Marks;
  readonly onChange: (program: SourceFile) => void;
  readonly onRun: () => void;
  readonly handle: Ref<EditorHandle>;
}

const LABEL = 'Source';

/** The text of the program: a plain field until the editor is loaded and replaces it, keeping everything typed. */
export function SourceEditor({ program, marks, onChange, onRun, handle }: Props): JSX.Element {
  const { file, text } = program;
  const [editor, setEditor] = useState<CodeEditor>();
  const parent = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const past = useRef<Version[]>([]);
  /** Programs that came from the editor. They are not written back, because the editor may have newer text. */
  const typed = useRef(new WeakSet<SourceFile>());
  // The editor is created once, so it must call the latest handlers.
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };

  // A layout effect, so that it runs before the next key: typing a file name must not restore an older text.
  useLayoutEffect(() => {
    if (editor === undefined)
      past.current.push({ file, text, selection: selectionIn(area.current!), time: Date.now() });
    else if (!typed.current.has(program)) editor.open(program);
  }, [editor, program]);
  useEffect(() => editor?.mark(marks), [editor, marks]);
  useEffect(() => {
    const begin = async (): Promise<void> => {
      const createEditor = await loadEditor();
      const field = area.current!;
      // Text that is being composed with an input method would be lost.
      await endOfComposition(field);
      const [first, ...later] = past.current;
      const last = { ...past.current.at(-1)!, text: field.value, selection: selectionIn(field) };
      const isFocused = document.activeElement === field;
      const made = createEditor({
        ...{ parent: parent.current!, label: LABEL, past: [first!, ...later, last] },
        onChange: (changed) => {
          typed.current.add(changed);
          latest.current.onChange(changed);
        },
        onRun: () => latest.current.onRun(),
      });
      made.scrollTo(field.scrollTop);
      field.hidden = true; // Immediately, so that no key reaches the replaced field.
      if (isFocused) made.focus();
      setEditor(made);
    };
    // If the editor cannot be loaded, the field remains in use.
    begin().catch(() => (past.current = []));
  }, []);
  useImperativeHandle(
    handle,
    () => ({
      goTo: (line) => (editor === undefined ? selectLine(area.current!, line) : editor.select(line)),
      edit: (edits) => {
        if (editor === undefined) onChange({ file, text: edited(text, edits) });
        else editor.edit(edits);
      },
    }),
    [editor, file, text],
  );

  return (
    <div class="editor" ref={parent}>
      {editor === undefined && (
        <textarea
          ref={area}
          aria-label={LABEL}
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => onChange({ file, text: currentTarget.value })}
          onCompositionStart={({ currentTarget }) => (currentTarget.dataset['composes'] = '')}
          onCompositionEnd={({ currentTarget }) => delete currentTarget.dataset['composes']}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onRun();
          }}
        />
      )}
    </div>
  );
}
