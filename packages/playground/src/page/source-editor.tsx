import { edited } from '@fencepost/fix';
import type { JSX, Ref } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CodeEditor, Marks, SourceFile, TextEdit, Version } from '../editor/api.js';
import { loadEditor } from './load-editor.js';
import { endOfComposition, selectLine, selectionIn } from './text-field.js';

/** What the page can do with the editor. */
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

/** The text of the program: a plain field, until the editor is here and takes its place with all that was typed. */
export function SourceEditor({ program, marks, onChange, onRun, handle }: Props): JSX.Element {
  const { file, text } = program;
  const [editor, setEditor] = useState<CodeEditor>();
  const parent = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const past = useRef<Version[]>([]);
  /** Programs that came from the editor: it may be further by now, so they do not go back. */
  const typed = useRef(new WeakSet<SourceFile>());
  // The editor is made once: it calls what the page hands in at that time.
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };

  // Before anything else can be typed: a name that is typed must not bring back an older text.
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
      // What is being composed, of several keys for one character, would be lost.
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
      field.hidden = true; // at once: no key is to go to the one that is not there any more
      if (isFocused) made.focus();
      setEditor(made);
    };
    // Without it, the field does.
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
    <div class="source" ref={parent}>
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
