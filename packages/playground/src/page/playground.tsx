import { isChecked, modelNamesOf, models } from '@fencepost/core';
import type { ModelName } from '@fencepost/core';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SourceFile } from '../editor/api.js';
import { EXAMPLES } from './examples.js';
import { isHere } from './download.js';
import { engineFor } from './engines.js';
import { FixPanel } from './fix-panel.js';
import { marksOf } from './marks.js';
import { megabytes } from './megabytes.js';
import { Result } from './result.js';
import { decodeShared, encodeShared } from './share.js';
import type { EditorHandle } from './source-editor.js';
import { SourceEditor } from './source-editor.js';
import type { Standing } from './use-check.js';
import { useCheck } from './use-check.js';

const SECONDS = 60;
const MODELS: readonly ModelName[] = models()
  .filter(isChecked)
  .map(({ name }) => name);

/** Smaller downloads are not announced. */
const ANNOUNCED_BYTES = 1e6;

/** The whole page. Nothing runs before Check is pressed. */
export function Playground(): JSX.Element {
  const [program, setProgram] = useState<SourceFile>(EXAMPLES[0]!);
  const { file, text } = program;
  const [chosen, setChosen] = useState<readonly ModelName[]>([]);
  const [checked, setChecked] = useState({ file, text, models: chosen });
  const [shared, setShared] = useState({ link: '', of: '' });
  /** The program and models that the address links to, as JSON. */
  const linked = useRef<string>(undefined);
  const { standing, fixing, isRunning, check, fix, stop } = useCheck();
  const toDownload = useDownload(file, standing.kind);
  const editor = useRef<EditorHandle>(null);
  const marks = useMemo(() => marksOf(standing, checked.file), [standing]);

  useEffect(() => {
    const open = async (): Promise<void> => {
      const shared = await decodeShared(location.hash.slice(1));
      if (shared === undefined) return;
      const text = withPlainLines(shared.text);
      const named = modelNamesOf(shared.models, () => MODELS);
      const models = MODELS.filter((name) => named.includes(name));
      linked.current = JSON.stringify({ file: shared.file, text, models });
      setProgram({ file: shared.file, text });
      setChosen(models);
    };
    const opened = (): void => void open();
    opened();
    addEventListener('hashchange', opened);
    return () => removeEventListener('hashchange', opened);
  }, []);

  const now = JSON.stringify({ file, text, models: chosen });
  const isStale = ['report', 'refused'].includes(standing.kind) && JSON.stringify(checked) !== now;
  useEffect(() => {
    if (linked.current === undefined || linked.current === now) return;
    linked.current = undefined;
    history.replaceState(null, '', location.pathname);
  }, [now]);

  const run = (): void => {
    setChecked({ file, text, models: chosen });
    check({ kind: 'check', file, text, models: chosen, all: false, maxSeconds: SECONDS });
  };
  const share = async (): Promise<void> => {
    const fragment = await encodeShared({ file, text, models: chosen });
    history.replaceState(null, '', `#${fragment}`);
    linked.current = now;
    setShared({ link: location.href, of: now });
  };
  const goTo = (line: number): void => editor.current!.goTo(line);
  const toggle = (name: ModelName): void =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);

  return (
    <main>
      <header>
        <h1>Fencepost playground</h1>
        <p>
          Explores every execution of a small concurrent program, under the memory models you choose. It runs here, in
          your browser; nothing is sent anywhere.
        </p>
      </header>
      <nav aria-label="Examples">
        {EXAMPLES.map((example) => (
          <button
            type="button"
            key={example.file}
            aria-pressed={example.file === file && example.text === text}
            onClick={() => setProgram(example)}
          >
            {example.title}
          </button>
        ))}
      </nav>
      <div class="halves">
        <section class="program" aria-label="Program">
          <label class="file">
            File{' '}
            <input
              value={file}
              spellcheck={false}
              onInput={({ currentTarget }) => setProgram({ file: currentTarget.value, text })}
            />
          </label>
          <SourceEditor handle={editor} program={program} marks={marks} onChange={setProgram} onRun={run} />
          <fieldset>
            <legend>Models (none chosen: those usual for the test)</legend>
            {MODELS.map((name) => (
              <label key={name}>
                <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
              </label>
            ))}
          </fieldset>
          <p class="actions">
            <button type="button" class="main" disabled={isRunning} onClick={run} title="Ctrl+Enter">
              {toDownload === undefined ? 'Check' : `Check (downloads ${megabytes(toDownload)} MB)`}
            </button>
            <button type="button" disabled={!isRunning} onClick={stop}>
              Stop
            </button>
            <button type="button" onClick={() => void share()}>
              Share
            </button>
          </p>
          {shared.of === now && (
            <label class="link">
              Link to this program{' '}
              <input readOnly value={shared.link} onFocus={({ currentTarget }) => currentTarget.select()} />
            </label>
          )}
        </section>
        <Result standing={standing} {...checked} isStale={isStale} goTo={goTo}>
          {standing.kind === 'report' && standing.repair !== undefined && (!isStale || fixing.kind !== 'nothing') && (
            <FixPanel
              {...{ fixing, isRunning, checked, program }}
              maxSeconds={SECONDS}
              find={() =>
                fix({
                  kind: 'fix',
                  file: checked.file,
                  text: checked.text,
                  offer: standing.repair!,
                  maxSeconds: SECONDS,
                })
              }
              apply={(edits) => editor.current!.edit(edits)}
              checkAgain={run}
            />
          )}
        </Result>
      </div>
    </main>
  );
}

/** Converts line ends to `\n`. Text fields use no other, and positions in the text are counted. */
function withPlainLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Returns the number of bytes that a check of this file would download first; undefined: too few to announce. */
function useDownload(file: string, standing: Standing['kind']): number | undefined {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    const engine = engineFor(file);
    setBytes(undefined);
    if ('message' in engine || engine.size < ANNOUNCED_BYTES) return;
    void isHere(engine).then((here) => setBytes(here ? undefined : engine.size));
  }, [file, standing === 'downloading']);
  return bytes;
}
