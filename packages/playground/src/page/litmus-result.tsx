import { commonModelName } from '@fencepost/core';
import { count } from '@fencepost/report';
import type { JSX } from 'preact';
import { Fragment } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { LitmusAnswer } from '../protocol.js';
import { LITMUS_WORDS, answersInWords, outcomeRows } from './litmus-words.js';
import type { OutcomeRow } from './litmus-words.js';

/** Maximum number of other outcomes that are shown. More would push the drawing out of sight. */
const MOST_OTHERS = 6;

/** The answer to the question of a litmus test: for each model, and for each outcome. */
export function LitmusResult({ litmus }: { litmus: LitmusAnswer }): JSX.Element {
  const { quantifier, condition } = litmus;
  return (
    <section class="answer" aria-label="Answer">
      <h2>
        {LITMUS_WORDS[quantifier].question}{' '}
        {answersInWords(litmus).map(({ model, words, tone }, i) => (
          <Fragment key={model}>
            {i > 0 && <span class="dot"> · </span>}
            <span class="by-model">
              {commonModelName(model)}: <span class={`tone ${tone}`}>{words}</span>
            </span>
          </Fragment>
        ))}
      </h2>
      <p class="condition">
        <code>{condition}</code>
      </p>
      <Outcomes litmus={litmus} />
    </section>
  );
}

function Outcomes({ litmus }: { litmus: LitmusAnswer }): JSX.Element | null {
  const { quantifier, observed, required, models } = litmus;
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(() => outcomeRows(litmus), [litmus]);
  if (observed.length === 0 || rows.length === 0) return null;
  const asked = rows.filter((row) => row.isAsked);
  const others = rows.slice(asked.length);
  const shown = isWhole || others.length <= MOST_OTHERS ? others : others.slice(0, MOST_OTHERS - 2);
  const { mark } = LITMUS_WORDS[quantifier];
  return (
    <>
      <div class="table outcomes" role="region" aria-label="Outcomes" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Outcome</th>
              {observed.map((name) => (
                <th key={name} scope="col">
                  <code>{name}</code>
                </th>
              ))}
              {models.map(({ model }) => (
                <th key={model} scope="col">
                  {commonModelName(model)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {asked.length === 0 && (
              <tr class="asked">
                <th scope="row">★ {mark}</th>
                {required === null || quantifier === 'forall' ? (
                  <td colSpan={observed.length}>no execution</td>
                ) : (
                  required.map((value, i) => (
                    <td key={i}>
                      <code>{value ?? 'any'}</code>
                    </td>
                  ))
                )}
                {models.map(({ model }) => (
                  <td key={model} class="never">
                    never
                  </td>
                ))}
              </tr>
            )}
            {[...asked, ...shown].map((row) => (
              <Row key={row.values.join()} row={row} litmus={litmus} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < others.length && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          Show all {rows.length} outcomes
        </button>
      )}
    </>
  );
}

function Row({ row, litmus }: { row: OutcomeRow; litmus: LitmusAnswer }): JSX.Element {
  const { values, isAsked, executions } = row;
  return (
    <tr class={isAsked ? 'asked' : undefined}>
      <th scope="row">
        {isAsked ? `★ ${LITMUS_WORDS[litmus.quantifier].mark}` : <span class="visually-hidden">other</span>}
      </th>
      {values.map((value, i) => (
        <td key={i}>
          <code>{value}</code>
        </td>
      ))}
      {executions.map((each, i) => {
        const all = litmus.models[i]!.counts?.executions;
        return (
          <td key={i} class={each === 0 ? 'never' : undefined}>
            {each === undefined ? 'not counted' : each === 0 ? 'never' : `${count(each)} of ${count(all!)}`}
          </td>
        );
      })}
    </tr>
  );
}
