import { modelTitle } from '@fencepost/core';
import type { SourceLines } from '@fencepost/report';
import { programTitle, replayCommand } from '@fencepost/report';
import type { VNode } from 'preact';
import { TraceViewer } from '../view/trace-viewer.js';
import { Explanation } from './explanation.js';
import type { Finding } from './findings.js';
import { HistoryTable } from './history-table.js';
import { ReplayCommand } from './replay-command.js';

interface FindingViewProps {
  readonly finding: Finding;
  readonly sources: SourceLines;
  readonly printed: boolean;
}

export function FindingView({ finding, sources, printed }: FindingViewProps): VNode {
  const { id, check, models, kind, isFailure, message, place, facts, also, counterexample, history, repair } = finding;
  const heading = `${id}-heading`;
  return (
    <article class="finding" aria-labelledby={heading}>
      <header>
        <p class="finding-facts">
          <span class={isFailure ? 'kind failure' : 'kind violation'}>{kind}</span>
          {models.map((model) => (
            <span key={model} class="model-chip">
              {modelTitle(model)}
            </span>
          ))}
          {[programTitle(check), place, ...facts]
            .filter((fact) => fact !== '')
            .map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
        </p>
        <h3 id={heading}>{message}</h3>
        {also.length > 0 && <p class="also">Also {also.join('; ')}.</p>}
      </header>
      {history !== undefined && <HistoryTable history={history} />}
      {counterexample === null ? (
        <p class="nothing">No execution that shows this was kept.</p>
      ) : (
        <TraceViewer counterexample={counterexample} sources={sources} printed={printed}>
          <Explanation
            file={check.source}
            counterexample={counterexample}
            sources={sources}
            printed={printed}
            repair={repair}
          />
          <ReplayCommand line={replayCommand(check, counterexample)} printed={printed} />
        </TraceViewer>
      )}
    </article>
  );
}
