import type { CallBars, FailureReport, HistoryInWords } from '@fencepost/report';
import { count, historyInWords } from '@fencepost/report';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

/** Shows the calls of an execution in columns, and why no sequential order explains their results. */
export function HistoryTable({ history }: { history: NonNullable<FailureReport['history']> }): VNode {
  const { initial, columns, bars, order, tried, left } = useMemo(() => historyInWords(history), [history]);
  return (
    <section class="history" aria-label="Calls">
      {initial.length > 0 && <p>After {initial.join(', ')}:</p>}
      <div class="table" role="region" aria-label="Calls by thread" tabIndex={0}>
        {bars === undefined ? <Columns columns={columns} /> : <Bars threads={bars} />}
      </div>
      {order.length > 0 && bars === undefined && <p>{order.join('; ')}.</p>}
      {tried.length > 0 && <h4>No sequential order explains that</h4>}
      <ul>
        {tried.map(({ calls, difference }) => (
          <li key={`${calls} ${difference}`}>
            <code>{calls}</code> <strong>{difference}</strong>
          </li>
        ))}
        {left > 0 && <li>… and {count(left)} more</li>}
      </ul>
    </section>
  );
}

/** The calls in columns: a call that precedes another is above it. */
function Columns({ columns }: Pick<HistoryInWords, 'columns'>): VNode {
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns[0]!.cells.map((_, row) => (
          <tr key={row}>
            {columns.map(({ name, cells }) => (
              <td key={name}>
                <code>{cells[row]}</code>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The calls as bars over time. Those that overlap are concurrent. */
function Bars({ threads }: { threads: readonly CallBars[] }): VNode {
  const units = 1 + Math.max(...threads.flatMap(({ calls }) => calls.map(({ end }) => end)));
  return (
    <table class="bars">
      <tbody>
        {threads.map(({ name, calls }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cellsOf(calls, units).map(({ text, length }, i) => (
              <td key={i} colSpan={length}>
                {text !== undefined && <code class="bar">{text}</code>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Cell {
  /** undefined: no call. */
  readonly text: string | undefined;
  /** In units of time. */
  readonly length: number;
}

function cellsOf(calls: CallBars['calls'], units: number): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const { text, start, end } of calls) {
    if (start > at) cells.push({ text: undefined, length: start - at });
    cells.push({ text, length: end + 1 - start });
    at = end + 1;
  }
  return at < units ? [...cells, { text: undefined, length: units - at }] : cells;
}
