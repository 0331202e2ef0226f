import { isChecked, models } from '@fencepost/core';
import type { ModelName } from '@fencepost/core';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { EXAMPLES } from './examples.js';
import { isHere } from './download.js';
import { engineFor } from './engines.js';
import { megabytes } from './megabytes.js';
import { Result } from './result.js';
import { decodeShared, encodeShared } from './share.js';
import type { Standing } from './use-check.js';
import { useCheck } from './use-check.js';

const SECONDS = 60;
const MODELS: readonly ModelName[] = models()
  .filter(isChecked)
  .map(({ name }) => name);

/** Downloads that nobody minds need not be announced. */
const ANNOUNCED_BYTES = 1e6;

/** The whole page. Nothing runs before Check is pressed. */
export function Playground(): JSX.Element {
  const [{ file, text }, setProgram] = useState<{ file: string; text: string }>(EXAMPLES[0]!);
  const [chosen, setChosen] = useState<readonly ModelName[]>([]);
  const [checked, setChecked] = useState({ file, text });
  const [link, setLink] = useState('');
  const { standing, isRunning, check, stop } = useCheck();
  const toDownload = useDownload(file, standing.kind);
  const editor = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const open = async (): Promise<void> => {
      const shared = await decodeShared(location.hash.slice(1));
      if (shared === undefined) return;
      setProgram({ file: shared.file, text: shared.text });
      setChosen(MODELS.filter((name) => shared.models.includes(name)));
    };
    const opened = (): void => void open();
    opened();
    addEventListener('hashchange', opened);
    return () => removeEventListener('hashchange', opened);
  }, []);

  const run = (): void => {
    setChecked({ file, text });
    check({ file, text, models: chosen, all: false, maxSeconds: SECONDS });
  };
  const share = async (): Promise<void> => {
    const fragment = await encodeShared({ file, text, models: chosen });
    history.replaceState(null, '', `#${fragment}`);
    setLink(location.href);
  };
  const goTo = (line: number): void => {
    const lines = text.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    editor.current!.focus();
    editor.current!.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };
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
          <textarea
            ref={editor}
            aria-label="Source"
            spellcheck={false}
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setProgram({ file, text: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              run();
            }}
          />
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
          {link !== '' && (
            <label class="link">
              Link to this program{' '}
              <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
            </label>
          )}
        </section>
        <Result standing={standing} {...checked} goTo={goTo} />
      </div>
    </main>
  );
}

/** The bytes to announce: a check of this file would download so many first. */
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
