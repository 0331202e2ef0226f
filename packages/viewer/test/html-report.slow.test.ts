import { createHash } from 'node:crypto';
import { htmlReport } from '@fencepost/viewer';
import { describe, expect, it } from 'vitest';
import { checkOf, failureOf, reportOf, several, staleMessage } from './reports.js';

const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('the HTML report', () => {
  const html = htmlReport(several.report, several.sources);

  it('allows its own script and style, and nothing else', () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)!;
    const [, style] = /<style>(.*?)<\/style>/s.exec(html)!;
    const [, script] = /<script>(.*?)<\/script>/s.exec(html)!;
    expect(policy!.split('; ')).toEqual([
      "default-src 'none'",
      `script-src '${hash(script!)}'`,
      `style-src '${hash(style!)}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('refers to nothing outside', () => {
    const [, script] = /<script>(.*?)<\/script>/s.exec(html)!;
    const addresses = html.replace(script!, '').match(/(?:src|href)="[^"]*"|url\([^)]*\)/g);
    expect(addresses!.filter((address) => !address.startsWith('href="data:'))).toEqual([]);
  });

  it('has the report in it, with any texts', () => {
    const nasty = '</script><script>alert(1)</script><!-- & "';
    const { report, sources } = reportOf(checkOf(nasty, 'pso', { failures: [failureOf(staleMessage, nasty)] }));
    const made = htmlReport(report, sources);
    const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(made)!;
    expect(JSON.parse(json!)).toEqual(JSON.parse(JSON.stringify({ report, sources })));
    expect(made.split('<script').length).toBe(3);
    expect(made).toContain(
      '<title>&lt;/script>&lt;script>alert(1)&lt;/script>&lt;!-- &amp; &quot; – Fencepost</title>',
    );
  });

  it('carries the licence of bundled code', () => {
    expect(html).toContain('Permission is hereby granted');
  });
});
