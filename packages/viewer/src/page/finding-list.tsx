import { modelTitle } from '@fencepost/core';
import { programTitle } from '@fencepost/report';
import type { VNode } from 'preact';
import { fileName } from '../trace/words.js';
import type { Finding } from './findings.js';

interface FindingListProps {
  readonly findings: readonly Finding[];
  readonly selected: Finding | undefined;
}

/** A list of all findings, by program. */
export function FindingList({ findings, selected }: FindingListProps): VNode {
  const programs = [...new Set(findings.map(({ check }) => programTitle(check)))];
  return (
    <nav class="finding-list" aria-label="Findings">
      {programs.map((program, i) => {
        const own = findings.filter(({ check }) => programTitle(check) === program);
        const { check } = own[0]!;
        return (
          <section key={i}>
            <h3>{programTitle({ ...check, source: fileName(check.source) })}</h3>
            <ul>
              {own.map((finding) => (
                <li key={finding.id}>
                  <FindingLink finding={finding} isSelected={finding === selected} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

function FindingLink({ finding, isSelected }: { finding: Finding; isSelected: boolean }): VNode {
  const { id, models, kind, isFailure, message, place, facts } = finding;
  return (
    <a href={`#${id}`} aria-current={isSelected ? 'true' : undefined}>
      <span class={isFailure ? 'kind failure' : 'kind violation'}>{kind}</span>{' '}
      <span class="models">{models.map(modelTitle).join(' ')}</span>
      <span class="message">{message}</span>
      <span class="facts">{[place, ...facts].filter((fact) => fact !== '').join(' · ')}</span>
    </a>
  );
}
