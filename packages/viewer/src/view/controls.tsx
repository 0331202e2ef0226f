import type { VNode } from 'preact';
import type { Jumps } from '../trace/jumps.js';
import { nextInCycle } from '../trace/jumps.js';
import type { Timeline } from '../trace/timeline.js';

interface ControlsProps {
  readonly timeline: Timeline;
  readonly jumps: Jumps;
  readonly position: number;
  readonly playing: boolean;
  readonly goTo: (position: number) => void;
  readonly togglePlay: () => void;
  /** Undefined: there is nothing to fold. */
  readonly fold: { readonly isFolded: boolean; readonly toggle: () => void } | undefined;
}

const ICONS = {
  first: 'M4 3h2v10H4zM13 3v10L6.5 8z',
  back: 'M11.5 3v10L4.5 8z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  forward: 'M4.5 3l7 5-7 5z',
  last: 'M10 3h2v10h-2zM3 3l6.5 5L3 13z',
};

export function Controls({ timeline, jumps, position, playing, goTo, togglePlay, fold }: ControlsProps): VNode {
  const { rows, total } = timeline;
  const last = rows.length;
  const step = position === 0 ? 0 : rows[position - 1]!.number;
  const atStart = position === 0;
  const atEnd = position === last;
  return (
    <div class="controls" role="group" aria-label="Walk through the execution">
      <div class="buttons">
        <IconButton icon="first" label="To the start" disabled={atStart} onClick={() => goTo(0)} />
        <IconButton icon="back" label="Step back" disabled={atStart} onClick={() => goTo(position - 1)} />
        <IconButton icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play'} onClick={togglePlay} />
        <IconButton icon="forward" label="Step forward" disabled={atEnd} onClick={() => goTo(position + 1)} />
        <IconButton icon="last" label="To the end" disabled={atEnd} onClick={() => goTo(last)} />
      </div>
      <input
        type="range"
        class="slider"
        aria-label="Step"
        aria-valuetext={atStart ? 'start' : `step ${step} of ${total}`}
        min={0}
        max={last}
        value={position}
        onInput={({ currentTarget }) => goTo(currentTarget.valueAsNumber)}
      />
      <span class="count" aria-hidden="true">
        {step} / {total}
      </span>
      <Jump label="Go to failure" title="To the failure" to={jumps.failure} goTo={goTo} />
      <Jump
        label={`Next in cycle${placeInCycle(jumps, position)}`}
        title="To the next step of the cycle"
        to={jumps.cycle.length === 0 ? undefined : nextInCycle(jumps, position)}
        goTo={goTo}
      />
      {fold !== undefined && (
        <button type="button" class="text-button" aria-pressed={!fold.isFolded} onClick={fold.toggle}>
          All steps
        </button>
      )}
      <span class="key-hint">
        <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> <kbd>End</kbd>, <kbd>space</kbd> plays
      </span>
    </div>
  );
}

/** ` (2 of 4)` at the second step of the cycle. */
function placeInCycle({ cycle }: Jumps, position: number): string {
  const at = cycle.indexOf(position);
  return at < 0 ? '' : ` (${at + 1} of ${cycle.length})`;
}

interface JumpProps {
  readonly label: string;
  readonly title: string;
  readonly to: number | undefined;
  readonly goTo: (position: number) => void;
}

function Jump({ label, title, to, goTo }: JumpProps): VNode | null {
  if (to === undefined) return null;
  return (
    <button type="button" class="text-button" title={title} onClick={() => goTo(to)}>
      {label}
    </button>
  );
}

interface IconButtonProps {
  readonly icon: keyof typeof ICONS;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A disabled button keeps the focus, so that the focus stays in the viewer when a user steps to the end. */
function IconButton({ icon, label, disabled = false, onClick }: IconButtonProps): VNode {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}
