import { createHash } from 'node:crypto';
import type { Run, Status } from '@fencepost/cluster/values';
import { printable } from '@fencepost/core';
import { count, counted, escapeHtml } from '@fencepost/report';
import { clock, roughly } from '../terminal/format-estimate.js';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
h1 span { font-size: 0.9rem; border: 1px solid; border-radius: 1rem; padding: 0.1rem 0.6rem; white-space: nowrap; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem; }
dt { font-size: 0.85rem; opacity: 0.75; }
dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.3rem 0.6rem; border-bottom: 1px solid #8884; text-align: right; font-variant-numeric: tabular-nums; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
.wrong { color: light-dark(#b3261e, #ff8a80); font-weight: 600; }
footer { font-size: 0.85rem; opacity: 0.75; margin-top: 2rem; overflow-wrap: anywhere; }
`;

/** Allows no scripts, and only this style sheet. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Returns the status of a run as one HTML file. `refresh`: seconds after which a browser reloads it. */
export function statusPage(run: Run, status: Status, now: Date, refresh: number | undefined): string {
  const { searches, jobs, agents, rate, secondsLeft } = status;
  const sum = (of: (search: Status['searches'][number]) => number): number =>
    searches.reduce((total, each) => total + of(each), 0);
  const failures = sum((each) => each.failures);
  const title = shown(`${run.source}: ${run.status}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">\n`}<title>${title} – Fencepost</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${shown(run.source)} <span>${shown(run.status)}</span></h1>
<dl>
${figure('Executions', count(sum((each) => each.executions)))}
${figure('Executions/s', count(Math.round(rate)))}
${figure('Time left, about', secondsLeft === null ? 'not known' : clock(secondsLeft))}
${figure('Agents', count(agents.agents))}
${figure('Threads', `${count(agents.threads)}${agents.idle === 0 ? '' : `, ${count(agents.idle)} idle`}`)}
${figure('Jobs waiting', count(jobs.waiting))}
${figure('Jobs active', count(jobs.active))}
${figure('Failures so far', count(failures), failures > 0)}${run.refused === 0 ? '' : `\n${figure('Results refused', count(run.refused), true)}`}
</dl>
<table>
<thead><tr>${['Program', 'Model', 'Executions', 'Blocked', 'Open jobs', 'Left, about', 'Failures'].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${searches.map(rowOf).join('\n')}
</tbody>
</table>
${jobs.dead.map(lostJob).join('\n')}
<footer>Run ${shown(run.id)}, policy ${shown(run.policy)}, submitted ${run.created.toISOString()} by ${shown(run.build)}${run.finished === null ? '' : `, over ${run.finished.toISOString()}`}. As of ${now.toISOString()}.</footer>
</body>
</html>
`;
}

/** Returns data from the database as text on one line. */
function shown(text: string): string {
  return escapeHtml(printable(text));
}

function figure(name: string, value: string, isWrong = false): string {
  return `<div><dt>${name}</dt><dd${isWrong ? ' class="wrong"' : ''}>${value}</dd></div>`;
}

function rowOf({ name, model, executions, blocked, open, left, failures, seeds }: Status['searches'][number]): string {
  const cells = [
    shown(name),
    shown(model),
    count(executions) + (seeds === undefined ? '' : `, ${count(seeds.tested)} of ${counted(seeds.of, 'seed')}`),
    count(blocked),
    open === 0 ? 'done' : count(open),
    left === null ? 'not known' : left === 0 ? '' : roughly(left),
  ];
  const found = `<td${failures > 0 ? ' class="wrong"' : ''}>${count(failures)}</td>`;
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}${found}</tr>`;
}

function lostJob({ id, model, path, reason }: Status['jobs']['dead'][number]): string {
  const where = path === '' ? 'the root' : path;
  return `<p class="wrong">${shown(`${counted(1, 'job')} lost: ${id} under ${model}, at ${where}: ${reason}`)}</p>`;
}
