import { modelTitle } from '@fencepost/core';
import { programTitle } from '@fencepost/report';
import type { VNode } from 'preact';
import { fileName } from '../trace/words.js';
import type { Finding } from './findings.js';

interface FindingListProps {
  readonly findings: readonly Finding[];
  readonly selected: Finding | undefined;
}

/** A list of all findings, by program and model. */
export function FindingList({ findings, selected }: FindingListProps): VNode {
  const checks = [...new Set(findings.map(({ check }) => check))];
  return (
    <nav class="finding-list" aria-label="Findings">
      {checks.map((check, i) => (
        <section key={i}>
          <h3>
            {programTitle({ ...check, source: fileName(check.source) })}{' '}
            <span class="model">{modelTitle(check.model)}</span>
          </h3>
          <ul>
            {findings
              .filter((finding) => finding.check === check)
              .map((finding) => (
                <li key={finding.id}>
                  <FindingLink finding={finding} isSelected={finding === selected} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function FindingLink({ finding, isSelected }: { finding: Finding; isSelected: boolean }): VNode {
  const { id, kind, isFailure, message, place, facts } = finding;
  return (
    <a href={`#${id}`} aria-current={isSelected ? 'true' : undefined}>
      <span class={isFailure ? 'kind failure' : 'kind violation'}>{kind}</span>
      <span class="message">{message}</span>
      <span class="facts">{[place, ...facts].filter((fact) => fact !== '').join(' · ')}</span>
    </a>
  );
}
