import type { FailureReport } from '@fencepost/report';
import { count, historyInWords } from '@fencepost/report';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

/** Shows the calls of an execution in columns, and why no sequential order explains their results. */
export function HistoryTable({ history }: { history: NonNullable<FailureReport['history']> }): VNode {
  const { initial, columns, order, tried, left } = useMemo(() => historyInWords(history), [history]);
  return (
    <section class="history" aria-label="Calls">
      {initial.length > 0 && <p>After {initial.join(', ')}:</p>}
      <div class="table" role="region" aria-label="Calls by thread" tabIndex={0}>
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
      </div>
      {order.length > 0 && <p>{order.join('; ')}.</p>}
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
