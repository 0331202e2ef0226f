import type { JSX } from 'preact';

export type Tab = 'code' | 'result';

interface Props {
  readonly tab: Tab;
  readonly choose: (tab: Tab) => void;
  /** Whether the result is of another program. */
  readonly isStale: boolean;
}

const TABS: readonly (readonly [Tab, string])[] = [
  ['code', 'Code'],
  ['result', 'Result'],
];

/** On a narrow screen, one of the two is shown at a time. */
export function Tabs({ tab, choose, isStale }: Props): JSX.Element {
  return (
    <nav class="tabs" aria-label="Shown">
      {TABS.map(([name, title]) => (
        <button type="button" key={name} aria-pressed={tab === name} aria-controls={name} onClick={() => choose(name)}>
          {title}
          {name === 'result' && isStale && ' (old)'}
        </button>
      ))}
    </nav>
  );
}
