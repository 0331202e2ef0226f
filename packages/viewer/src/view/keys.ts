interface KeyTargets {
  readonly position: number;
  readonly last: number;
  readonly goTo: (position: number) => void;
  readonly togglePlay: () => void;
}

/** Handles the keys that work anywhere in the viewer. */
export function keyHandler({ position, last, goTo, togglePlay }: KeyTargets): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target as Element;
    if (event.key === ' ') {
      // The key presses a button, unless the button is a step, which is already selected.
      if (target.matches('button:not([data-row])')) return;
      event.preventDefault();
      togglePlay();
      return;
    }
    // The slider handles the other keys itself.
    if (target.matches('input')) return;
    const wanted = positionFor(event.key, position, last);
    if (wanted === undefined) return;
    event.preventDefault();
    goTo(wanted);
  };
}

function positionFor(key: string, position: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return position + 1;
    case 'ArrowLeft':
    case 'ArrowUp':
      return position - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
