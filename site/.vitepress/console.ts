/** A line of a report: mark, model, verdict, and how much was explored. */
const VERDICT = /^(  )([✓✗!?]) (\S+ +)(\S.*?)(  .*)?$/;
const MEANINGS: Readonly<Record<string, string>> = { '✓': 'good', '✗': 'bad', '!': 'odd', '?': 'odd' };

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const span = (kind: string, text: string): string => `<span class="${kind}">${escape(text)}</span>`;

/** What follows a command and is not to be copied with it. */
const output = (html: string): string => `<span class="vp-copy-ignore">${html}</span>`;

/**
 * Commands and what they print, or a report, coloured as a terminal colours it; undefined for other blocks.
 */
export function terminal(info: string, content: string): string | undefined {
  const isReport = info === 'text' && /^  [✓✗!?] \S/m.test(content);
  if (info !== 'console' && !isReport) return undefined;
  let isDiff = false;
  const lines = content
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const start = i === 0 ? '' : '\n';
      if (line.startsWith('$ ')) {
        isDiff = false;
        return `${start}${output(span('prompt', '$ '))}${span('command', line.slice(2))}`;
      }
      isDiff ||= /^(?:--- |@@ )/.test(line);
      return output(start + (isDiff || /^[-+] {2}/.test(line) ? changed(line) : printed(line)));
    });
  const copied = isReport ? '' : '<button title="Copy the commands" class="copy"></button><span class="lang"></span>';
  return (
    `<div class="language-console vp-adaptive-theme">${copied}<pre class="terminal" tabindex="0" v-pre>` +
    `<code>${isReport ? lines.join('').replaceAll(' class="vp-copy-ignore"', '') : lines.join('')}</code></pre></div>\n`
  );
}

function changed(line: string): string {
  if (/^(?:---|\+\+\+|@@) /.test(line)) return span('faint', line);
  if (line.startsWith('+')) return span('added', line);
  return line.startsWith('-') ? span('removed', line) : escape(line);
}

function printed(line: string): string {
  const verdict = VERDICT.exec(line);
  if (verdict) {
    const [, space = '', mark = '', model = '', words = '', rest = ''] = verdict;
    const meaning = MEANINGS[mark]!;
    return `${space}${span(meaning, mark)} ${escape(model)}${span(meaning, words)}${span('faint', rest)}`;
  }
  if (line === '…' || /^ *… \d+ steps …$/.test(line)) return span('omitted', line);
  const labelled = /^( {4})(Why|Fix|replay|at the end)( {2,}.*)$/.exec(line);
  if (labelled) {
    const [, space = '', label = '', rest = ''] = labelled;
    if (label === 'replay') return span('faint', line);
    return `${space}${span('strong', label)}${label === 'at the end' ? span('bad', rest) : escape(rest)}`;
  }
  const finding =
    /^( {2}[A-Z][\w, ]*? {2})((?:assertion|check) failed|deadlock|data race|not linearizable|not robust)(.*)$/.exec(
      line,
    );
  if (finding) {
    const [, model = '', what = '', rest = ''] = finding;
    return `${span('strong', model)}${span(what === 'not robust' ? 'odd' : 'bad', what + rest)}`;
  }
  if (/^\d+ programs? /.test(line))
    return span(/fail/.test(line) ? 'bad' : /not robust|undecided/.test(line) ? 'odd' : 'good', line);
  if (/^fencepost: /.test(line)) return span('bad', line);
  return escape(line)
    .replace(/\((?:old: |in buffer|[^()]*has not reached memory)[^()]*\)/g, '<span class="odd">$&</span>')
    .replace(/(?<=│ +)(\^~*)( .*)?$/, '<span class="bad">$&</span>')
    .replace(/(?<= {2}\S* *)(?:assertion failed: .*|waits (?:on|for|to) .*)$/, '<span class="bad">$&</span>');
}
