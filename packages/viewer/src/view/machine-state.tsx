import type { ModelName } from '@fencepost/core';
import { mayHaveBuffers } from '@fencepost/core';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BufferedStore, Content, MemoryPlace, Timeline } from '../trace/timeline.js';
import { bufferedAt, contentAt } from '../trace/timeline.js';
import { bringIntoView } from './scrolling.js';
import { laneColour } from './styles.js';

interface MachineStateProps {
  readonly timeline: Timeline;
  readonly model: ModelName;
  readonly position: number;
}

/** More may not fit without scrolling. */
const MANY_PLACES = 8;

/** The store buffers and memory at a position. */
export function MachineState({ timeline, model, position }: MachineStateProps): VNode {
  const pending = bufferedAt(timeline, position);
  const when = position === timeline.rows.length ? ' at the end' : '';
  return (
    <div class="machine">
      {mayHaveBuffers(model) && (
        <section class="buffers">
          <h4>Store buffers{when}</h4>
          <ul>
            {timeline.lanes.map(({ thread, name }, lane) => (
              <Buffer
                key={thread}
                lane={lane}
                name={name}
                stores={pending.filter((store) => store.lane === lane)}
                position={position}
              />
            ))}
          </ul>
        </section>
      )}
      {timeline.memory.length > 0 && <Memory places={timeline.memory} position={position} when={when} />}
    </div>
  );
}

interface MemoryProps {
  readonly places: readonly MemoryPlace[];
  readonly position: number;
  readonly when: string;
}

function Memory({ places, position, when }: MemoryProps): VNode {
  const list = useRef<HTMLDListElement>(null);
  useLayoutEffect(() => {
    const fresh = list.current!.querySelector<HTMLElement>('.fresh');
    if (fresh !== null) bringIntoView(list.current!, fresh);
  }, [position]);
  const isLong = places.length > MANY_PLACES;
  return (
    <section class="memory">
      <h4>Memory{when}</h4>
      <dl ref={list} tabIndex={isLong ? 0 : undefined} aria-label={isLong ? 'Memory' : undefined}>
        {places.map((place, i) => (
          <Place key={i} name={place.name} content={contentAt(place, position)} position={position} />
        ))}
      </dl>
    </section>
  );
}

interface BufferProps {
  readonly lane: number;
  readonly name: string;
  readonly stores: readonly BufferedStore[];
  readonly position: number;
}

function Buffer({ lane, name, stores, position }: BufferProps): VNode {
  return (
    <li class="buffer" style={laneColour(lane)}>
      <span class="thread-name">{name}</span>
      {stores.length === 0 ? (
        <span class="empty">empty</span>
      ) : (
        <ol aria-label={`Buffer of ${name}, oldest first`}>
          {stores.map(({ place, value, enters }) => (
            <li key={enters} class={enters === position ? 'chip fresh' : 'chip'}>
              <code>
                {place} = {value}
              </code>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

interface PlaceProps {
  readonly name: string;
  readonly content: Content;
  readonly position: number;
}

function Place({ name, content: { value, lane, from }, position }: PlaceProps): VNode {
  const isFresh = from === position && lane !== undefined;
  return (
    <div class={isFresh ? 'place fresh' : 'place'} style={laneColour(lane)}>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
