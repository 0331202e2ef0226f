import type { Report, SourceLines } from '@fencepost/report';
import { escapeHtml } from '@fencepost/report';
import type { PageData } from './page/data.js';
import { DATA_ID, ROOT_ID } from './page/elements.js';
import { script, scriptHash, style, styleHash } from './page.js';

/** Three threads, one bar each. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
      '<path stroke="#2f6fde" stroke-width="3" d="M3 2v8"/><path stroke="#b8660a" stroke-width="3" d="M8 5v9"/>' +
      '<path stroke="#1a7f4b" stroke-width="3" d="M13 3v8"/></svg>',
  );

/** Returns a single self-contained file: it needs no network, and its security policy allows none. */
export function htmlReport(report: Report, sources: SourceLines): string {
  const data: PageData = { report, sources };
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${escapeHtml(report.tool)}">
<title>${escapeHtml(titleOf(report))}</title>
<link rel="icon" href="${ICON}">
<style>${style}</style>
</head>
<body>
<div id="${ROOT_ID}"></div>
<noscript>This report is shown by a script, and scripts are switched off.</noscript>
<script type="application/json" id="${DATA_ID}">${escapeJson(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

function titleOf({ checks }: Report): string {
  const names = [...new Set(checks.map(({ program }) => program))];
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
  return shown === '' ? 'Fencepost' : `${shown} – Fencepost`;
}

/** Escapes `<`, so that the data cannot end the element or start a comment. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
