import type { ModelName } from '@fencepost/core';
import { ThemeButton } from '@fencepost/viewer/parts';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SourceFile } from '../editor/api.js';
import type { Example } from './examples.js';
import { ExamplesMenu } from './examples-menu.js';
import { megabytes } from './megabytes.js';
import { ModelPicker } from './model-picker.js';

interface Props {
  readonly program: SourceFile;
  readonly rename: (file: string) => void;
  readonly open: (example: Example) => void;
  readonly models: { readonly used: readonly ModelName[]; readonly possible: readonly ModelName[] };
  readonly choose: (models: readonly ModelName[]) => void;
  readonly isChecking: boolean;
  /** Bytes that a check downloads first; undefined: too few to announce. */
  readonly toDownload: number | undefined;
  readonly check: () => void;
  readonly stop: () => void;
  readonly share: () => void;
  /** Below the other controls. */
  readonly children: ComponentChildren;
}

/** Everything that can be done with a program, in one line that stays in sight. */
export function Toolbar(props: Props): JSX.Element {
  const { program, rename, open, models, choose, isChecking, toDownload, check, stop, share } = props;
  const [isMore, setMore] = useState(false);
  return (
    <header class={isMore ? 'toolbar more' : 'toolbar'}>
      <h1>
        <a href="../" title="Fencepost">
          <Logo /> <span>Fencepost</span>
        </a>
        <span class="visually-hidden"> playground</span>
      </h1>
      <ExamplesMenu program={program} choose={open} />
      {isChecking ? (
        <button type="button" class="main check" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="button" class="main check" onClick={check} title="Ctrl+Enter">
          Check
          {toDownload !== undefined && (
            <>
              {' '}
              (<span class="wide">downloads </span>
              {megabytes(toDownload)} MB)
            </>
          )}
        </button>
      )}
      <button type="button" class="ellipsis" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
        <span class="visually-hidden">More</span>
        <span aria-hidden="true">⋯</span>
      </button>
      <label class="file extra">
        <span class="visually-hidden">File</span>
        <input
          value={program.file}
          spellcheck={false}
          autocomplete="off"
          title="The file name decides the language"
          onInput={({ currentTarget }) => rename(currentTarget.value)}
        />
      </label>
      <div class="extra">
        <ModelPicker {...models} choose={choose} />
      </div>
      <div class="extra right">
        <button type="button" onClick={share} title="Copies a link that contains the program and its models">
          Share
        </button>
        <a class="button" href="../use/playground">
          Docs
        </a>
        <ThemeButton />
      </div>
      {props.children}
    </header>
  );
}

/** Three threads, one bar each. */
function Logo(): JSX.Element {
  return (
    <svg class="logo" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 2v8" style={{ stroke: 'var(--thread-0)' }} />
      <path d="M8 5v9" style={{ stroke: 'var(--thread-1)' }} />
      <path d="M13 3v8" style={{ stroke: 'var(--thread-2)' }} />
    </svg>
  );
}
