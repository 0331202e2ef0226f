import type { Counterexample, SourceLines } from '@fencepost/report';
import { Sentences, TraceViewer, Why, fixTexts } from '@fencepost/viewer/parts';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

interface Props {
  /** The checked file. */
  readonly file: string;
  readonly counterexample: Counterexample;
  /** The fix to show; undefined: the changes that forbid this execution. */
  readonly fix: ComponentChildren;
  /** Called with the counterexample that is drawn. */
  readonly onShown: ((counterexample: Counterexample | undefined) => void) | undefined;
}

const NO_SOURCES: SourceLines = {};

/** An execution, why it is one, and what to do about it. The editor has the source. */
export function Execution({ file, counterexample, fix, onShown }: Props): JSX.Element {
  useEffect(() => {
    onShown?.(counterexample);
    return () => onShown?.(undefined);
  }, [counterexample]);
  return (
    <>
      <TraceViewer key={keyOf(counterexample)} counterexample={counterexample} sources={NO_SOURCES} compact />
      <Why file={file} counterexample={counterexample} />
      {fix ?? (
        <section class="explanation">
          <Sentences title="Fix (for this execution)" sentences={fixTexts(counterexample, file)} />
        </section>
      )}
    </>
  );
}

/** Another execution is shown from its own start. */
function keyOf({ schedule, story: { model } }: Counterexample): string {
  return `${model} ${schedule}`;
}
