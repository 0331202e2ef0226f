import type { ModelName } from '@fencepost/core';
import { commonModelName, modelNamed } from '@fencepost/core';
import type { JSX } from 'preact';
import { offeredModels } from './models.js';

interface Props {
  /** The models that the next check is under. */
  readonly used: readonly ModelName[];
  /** The models that the program can be checked under. */
  readonly possible: readonly ModelName[];
  readonly choose: (models: readonly ModelName[]) => void;
}

/** The models, each to be switched on or off. One stays on. */
export function ModelPicker({ used, possible, choose }: Props): JSX.Element {
  const offered = offeredModels(used);
  const toggle = (name: ModelName): void =>
    choose(offered.filter((each) => (each === name ? !used.includes(each) : used.includes(each))));
  return (
    <fieldset class="models">
      <legend class="visually-hidden">Memory models</legend>
      {offered.map((name) => {
        const isOn = used.includes(name);
        const isPossible = isOn || possible.includes(name);
        const { title, meaning } = modelNamed(name);
        const why = isPossible ? '' : ' (does not apply to this program)';
        return (
          <label key={name} class={isPossible ? undefined : 'impossible'} title={`${title}: ${meaning}${why}`}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={!isPossible}
              onClick={(event) => {
                if (isOn && used.length === 1) event.preventDefault();
              }}
              onChange={() => toggle(name)}
            />
            <span>{commonModelName(name)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
