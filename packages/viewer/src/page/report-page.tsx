import { formatError } from '@fencepost/core';
import type { ErrorReport, Report, SourceLines } from '@fencepost/report';
import { counted, programTitle, summaryLine } from '@fencepost/report';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { ChecksTable } from './checks-table.js';
import { FindingList } from './finding-list.js';
import { FindingView } from './finding-view.js';
import { findingsOf } from './findings.js';
import { ThemeButton } from './theme-button.js';
import { useArrowKeysAnywhere } from './use-arrow-keys-anywhere.js';
import { useFragment } from './use-fragment.js';

interface ReportPageProps {
  readonly report: Report;
  readonly sources: SourceLines;
  /** For paper: all findings, one after the other. */
  readonly printed: boolean;
}

export function ReportPage({ report, sources, printed }: ReportPageProps): VNode {
  const findings = useMemo(() => findingsOf(report), [report]);
  const fragment = useFragment();
  useArrowKeysAnywhere();
  const selected = findings.find(({ id }) => id === fragment) ?? findings[0];
  const shown = printed ? findings : findings.filter((finding) => finding === selected);
  return (
    <>
      <header class="page-head">
        <h1>
          Fencepost <span class="tool">{report.tool.replace(/^fencepost /, '')}</span>
        </h1>
        <p class="summary">{summaryOf(report)}</p>
        {!printed && <ThemeButton />}
      </header>
      <main>
        {report.errors !== undefined && <NotChecked errors={report.errors} />}
        {findings.length === 0 ? (
          report.errors === undefined && <p class="nothing">Nothing was found.</p>
        ) : (
          <section aria-labelledby="findings">
            <h2 id="findings">{counted(findings.length, 'finding')}</h2>
            <div class={findings.length === 1 ? 'findings single' : 'findings'}>
              {!printed && findings.length > 1 && <FindingList findings={findings} selected={selected} />}
              <div class="shown">
                {shown.map((finding) => (
                  <FindingView key={finding.id} finding={finding} sources={sources} printed={printed} />
                ))}
              </div>
            </div>
          </section>
        )}
        <section aria-labelledby="checks">
          <h2 id="checks">Checks</h2>
          <ChecksTable checks={report.checks} />
        </section>
      </main>
    </>
  );
}

/** Programs that could not be checked. */
function NotChecked({ errors }: { errors: readonly ErrorReport[] }): VNode {
  return (
    <section aria-labelledby="not-checked">
      <h2 id="not-checked">Not checked</h2>
      <ul>
        {errors.map((error) => (
          <li key={error.program}>
            {programTitle(error)}
            <pre>{formatError(error)}</pre>
          </li>
        ))}
      </ul>
    </section>
  );
}

function summaryOf({ checks, errors = [], repairs }: Report): string {
  const refused = errors.length === 0 ? [] : [`${counted(errors.length, 'program')} not checked`];
  return [...(checks.length === 0 ? [] : [summaryLine(checks, { colour: false }, repairs)]), ...refused].join('; ');
}
