import type { ModelName } from '@fencepost/core';
import { isChecked, modelNames, modelNamesOf } from '@fencepost/core';
import type { Counterexample } from '@fencepost/report';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SourceFile } from '../editor/api.js';
import type { Example } from './examples.js';
import { EXAMPLES } from './examples.js';
import { isHere } from './download.js';
import { engineFor } from './engines.js';
import { marksOf } from './marks.js';
import { megabytes } from './megabytes.js';
import { modelsOfProgram } from './models.js';
import { ResultPane } from './result-pane.js';
import type { Shared } from './share.js';
import { decodeShared, encodeShared } from './share.js';
import type { EditorHandle } from './source-editor.js';
import { SourceEditor } from './source-editor.js';
import { fetchStored } from './stored.js';
import type { Tab } from './tabs.js';
import { Tabs } from './tabs.js';
import { useToast } from './toast.js';
import { Toolbar } from './toolbar.js';
import type { Standing } from './use-check.js';
import { useCheck } from './use-check.js';
import { useNarrow } from './use-narrow.js';

const SECONDS = 60;

/** Smaller downloads are not announced. */
const ANNOUNCED_BYTES = 1e6;

/** A program and the models to check it under. */
interface Asked extends SourceFile {
  /** Empty: the usual ones. */
  readonly models: readonly ModelName[];
}

/** The whole page. Programs from links run only when Check is pressed; our examples run when they are opened. */
export function Playground(): JSX.Element {
  const [program, setProgram] = useState<SourceFile>({ file: EXAMPLES[0]!.file, text: EXAMPLES[0]!.text });
  const { file, text } = program;
  const [chosen, setChosen] = useState<readonly ModelName[]>([]);
  const [checked, setChecked] = useState<Asked>({ file, text, models: chosen });
  const [isStored, setStored] = useState(false);
  const [shown, setShown] = useState<Counterexample>();
  const [tab, setTab] = useState<Tab>('code');
  const isNarrow = useNarrow();
  /** The program and models that the address links to, as JSON. */
  const linked = useRef<string>(undefined);
  const { toast, say, hide } = useToast();
  const { standing, fixing, isChecking, isFixing, check, show, stop, clear } = useCheck();
  const toDownload = useDownload(file, standing.kind);
  const editor = useRef<EditorHandle>(null);
  const marks = useMemo(() => marksOf(standing, shown, checked.file), [standing, shown]);
  const { usual, possible } = useMemo(() => modelsOfProgram(program), [program]);

  const now = keyOf({ file, text, models: chosen });
  const isStale = standing.kind !== 'nothing' && !isChecking && keyOf(checked) !== now;
  const models = useMemo(() => {
    if (chosen.length > 0) return { used: chosen, possible };
    // A check may choose its models itself.
    const told = standing.kind === 'report' && !isStale ? standing.report.checks.map(({ model }) => model) : [];
    return { used: told.length > 0 ? [...new Set(told)] : usual, possible };
  }, [chosen, usual, possible, standing, isStale]);

  const run = (asked: Asked): void => {
    setStored(false);
    setChecked(asked);
    setTab('result');
    check({ kind: 'check', ...asked, all: false, maxSeconds: SECONDS });
  };
  const runNow = (): void => run({ file, text, models: chosen });

  /** The last example that was opened: the stored result of another one comes too late. */
  const opened = useRef<Example>(undefined);
  const openExample = (example: Example): void => {
    const asked: Asked = { file: example.file, text: example.text, models: [] };
    opened.current = example;
    clear();
    setStored(false);
    setProgram({ file: asked.file, text: asked.text });
    setChosen([]);
    if (example.stored === undefined) {
      run(asked);
      return;
    }
    setChecked(asked);
    void fetchStored(example.stored).then((found) => {
      if (found === undefined || opened.current !== example) return;
      setStored(true);
      setTab('result');
      show(found);
    });
  };

  useEffect(() => {
    const open = async (isFirst: boolean): Promise<void> => {
      const shared = await decodeShared(location.hash.slice(1));
      if (shared === undefined) {
        if (isFirst) openExample(EXAMPLES[0]!);
        return;
      }
      const asked = askedIn(shared);
      linked.current = keyOf(asked);
      opened.current = undefined;
      const own = EXAMPLES.find((example) => example.file === asked.file && example.text === asked.text);
      if (own !== undefined && asked.models.length === 0) {
        openExample(own);
        return;
      }
      clear();
      setStored(false);
      setProgram({ file: asked.file, text: asked.text });
      setChosen(asked.models);
      setChecked(asked);
      setTab('code');
    };
    const changed = (): void => void open(false);
    void open(true);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);

  useEffect(() => {
    document.title = `${file} – Fencepost playground`;
  }, [file]);
  useEffect(() => {
    hide();
    if (linked.current === undefined || linked.current === now) return;
    linked.current = undefined;
    history.replaceState(null, '', location.pathname);
  }, [now]);
  // A fix of a text that has changed is useless.
  useEffect(() => {
    if (isStale && isFixing) stop();
  }, [isStale]);

  const share = async (): Promise<void> => {
    const fragment = await encodeShared({ file, text, models: chosen });
    history.replaceState(null, '', `#${fragment}`);
    linked.current = now;
    try {
      await navigator.clipboard.writeText(location.href);
      say('Link copied. It contains the program and its models.');
    } catch {
      say('The link is in the address bar. This browser does not let the page copy it.');
    }
  };
  const goTo = (line: number): void => {
    if (!isNarrow || tab === 'code') {
      editor.current!.goTo(line);
      return;
    }
    setTab('code');
    // The editor is hidden until then.
    requestAnimationFrame(() => editor.current!.goTo(line));
  };

  return (
    <>
      <Toolbar
        program={program}
        rename={(name) => setProgram({ file: name, text })}
        open={openExample}
        models={models}
        choose={(next) => setChosen(keyOfModels(next) === keyOfModels(usual) ? [] : next)}
        isChecking={isChecking}
        toDownload={toDownload}
        check={runNow}
        stop={stop}
        share={() => void share()}
      >
        {isNarrow && <Tabs tab={tab} choose={setTab} isStale={isStale} />}
      </Toolbar>
      <main class="halves">
        <section class="code" aria-label="Program" id="code" hidden={isNarrow && tab !== 'code'}>
          <SourceEditor handle={editor} program={program} marks={marks} onChange={setProgram} onRun={runNow} />
          <p class="privacy">Everything runs in your browser. Nothing is sent anywhere.</p>
        </section>
        <section
          class="result"
          aria-label="Result"
          id="result"
          aria-busy={isChecking}
          hidden={isNarrow && tab !== 'result'}
        >
          <ResultPane
            {...{ standing, fixing, isFixing, stop, checked, program, isStale, goTo }}
            stored={isStored ? storedWords(toDownload) : undefined}
            maxSeconds={SECONDS}
            apply={(edits) => editor.current!.edit(edits)}
            check={runNow}
            onShown={setShown}
          />
        </section>
      </main>
      {toast}
    </>
  );
}

function storedWords(toDownload: number | undefined): string {
  const stored = 'This is a stored result';
  if (toDownload === undefined) return `${stored}.`;
  return `${stored}; edit and Check downloads the compiler (${megabytes(toDownload)} MB, once).`;
}

function keyOf({ file, text, models }: Asked): string {
  return JSON.stringify([file, text, keyOfModels(models)]);
}

function keyOfModels(models: readonly ModelName[]): string {
  return models.toSorted().join();
}

/** Returns what a link asks for. Text fields use no other line ends than `\n`, and positions in the text are counted. */
function askedIn({ file, text, models: given }: Shared): Asked {
  const all = modelNames();
  const named = modelNamesOf(given, () => modelNames(isChecked));
  return { file, text: text.replaceAll(/\r\n?/g, '\n'), models: all.filter((name) => named.includes(name)) };
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
