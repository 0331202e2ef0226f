import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SourceFile } from '../editor/api.js';
import type { Example } from './examples.js';
import { EXAMPLES } from './examples.js';

interface Props {
  readonly program: SourceFile;
  readonly choose: (example: Example) => void;
}

const GROUPS = [...new Set(EXAMPLES.map(({ group }) => group))];

/** A button that opens the list of examples, by language. */
export function ExamplesMenu({ program, choose }: Props): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Before anything is painted: a key that is pressed next belongs to the menu.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const all = buttonsIn(menu.current!);
    (all.find((each) => each.ariaCurrent === 'true') ?? all[0]!).focus();
    const close = ({ target }: Event): void => {
      if (!menu.current!.contains(target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', close);
    return () => removeEventListener('pointerdown', close);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      setOpen(false);
      button.current!.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen || step === undefined) return;
    event.preventDefault();
    const all = buttonsIn(menu.current!);
    const next = all.indexOf(document.activeElement as HTMLButtonElement) + step;
    all[(next + all.length) % all.length]!.focus();
  };
  return (
    <div class="menu" ref={menu} onKeyDown={onKeyDown}>
      <button ref={button} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Examples <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <nav class="popup" aria-label="Examples">
          {GROUPS.map((group) => (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              {EXAMPLES.filter((example) => example.group === group).map((example) => (
                <button
                  type="button"
                  key={example.file}
                  aria-current={example.file === program.file && example.text === program.text}
                  onClick={() => {
                    setOpen(false);
                    button.current!.focus();
                    choose(example);
                  }}
                >
                  <strong>{example.title}</strong> <span>{example.about}</span>
                </button>
              ))}
            </section>
          ))}
        </nav>
      )}
    </div>
  );
}

function buttonsIn(menu: Element): HTMLButtonElement[] {
  return [...menu.querySelectorAll<HTMLButtonElement>('.popup button')];
}
