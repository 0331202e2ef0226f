import type { Story, StoryStep } from './story.js';

/** Narrower columns are not worth the name: then the steps are listed one below the other, with their threads. */
const LEAST_COLUMN = 24;
const GAP = 3;
const NOWHERE = { name: '', isMutex: false };

interface Row {
  readonly thread: number;
  /** Line number, or the label where there is none. */
  readonly place: string;
  readonly text: string;
}

/** The execution as a table, a column per thread, in the order of its steps; as a list if `width` does not allow that. */
export function tableOf(story: Story, width: number): string[] {
  const all = rowsOf(story);
  const told = toldThreads(story, all);
  const rows = all.filter(({ thread }) => told.includes(thread));
  const placeWidth = Math.max(0, ...rows.map(({ place }) => place.length));
  const cell = ({ place, text }: Row): string => `${place.padStart(placeWidth)}  ${text}`;
  const widths = told.map((thread) =>
    Math.max(
      story.threads[thread]!.name.length,
      ...rows.filter((row) => row.thread === thread).map((row) => cell(row).length),
    ),
  );
  const total = widths.reduce((sum, each) => sum + each + GAP, -GAP);
  if (told.length > 1 && total > width && width < told.length * (LEAST_COLUMN + GAP)) return listOf(story, rows, cell);
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, i) => text.padEnd(widths[i]! + GAP))
      .join('')
      .trimEnd();
  return [
    line(told.map((thread) => story.threads[thread]!.name)),
    ...rows.map((row) => line(told.map((thread) => (thread === row.thread ? cell(row) : '')))),
  ];
}

/** Threads that do something; one that only starts and joins others is left out. */
function toldThreads({ threads, steps }: Story, rows: readonly Row[]): number[] {
  const busy = threads.map(
    ({ failure }, thread) =>
      failure !== undefined ||
      steps.some((step) => step.thread === thread && step.kind !== 'spawn' && step.kind !== 'join'),
  );
  const found = threads.map((_, thread) => thread).filter((thread) => rows.some((row) => row.thread === thread));
  return busy.includes(true) ? found.filter((thread) => busy[thread]) : found;
}

function listOf(story: Story, rows: readonly Row[], cell: (row: Row) => string): string[] {
  const nameWidth = Math.max(...rows.map(({ thread }) => story.threads[thread]!.name.length));
  return rows.map((row) => `${story.threads[row.thread]!.name.padEnd(nameWidth)}  ${cell(row)}`);
}

function rowsOf({ steps, threads, places }: Story): Row[] {
  const files = new Set(steps.flatMap(({ site }) => (site === undefined ? [] : [site.file])));
  const place = (step: StoryStep): string => {
    if (step.site === undefined) return step.label;
    const file = step.site.file.split('/').at(-1)!;
    return files.size > 1 ? `${file}:${step.site.line}` : String(step.site.line);
  };
  const lastOf = threads.map((_, thread) =>
    steps.findLastIndex((step) => step.thread === thread && step.of === undefined),
  );
  const failureOf = (thread: number): Row[] => {
    const { failure, failureSite } = threads[thread]!;
    if (failure === undefined) return [];
    return [{ thread, place: failureSite === undefined ? '' : String(failureSite.line), text: failure }];
  };
  return [
    ...threads.flatMap((_, thread) => (lastOf[thread] === -1 ? failureOf(thread) : [])),
    ...steps.flatMap((step, i): Row[] => [
      { thread: step.thread, place: place(step), text: textOf(step, places, (other) => place(steps[other]!)) },
      ...(lastOf[step.thread] === i ? failureOf(step.thread) : []),
    ]),
  ];
}

function textOf(step: StoryStep, places: Story['places'], placeOf: (step: number) => string): string {
  const { kind, read, wrote, other } = step;
  const { name: place, isMutex } = step.place === undefined ? NOWHERE : places[step.place]!;
  switch (kind) {
    case 'load': {
      const late = step.missed.map((each) => `${placeOf(each)} has not reached memory`).join(', ');
      const note = step.pending ? '  (from its own buffer)' : late === '' ? '' : `  (${late})`;
      return `${place} → ${read ?? ''}${note}`;
    }
    case 'store':
      return `${place} = ${wrote ?? ''}${step.pending ? '  (in buffer)' : ''}`;
    case 'commit':
      return `${place} = ${wrote ?? ''} reaches memory`;
    case 'rmw':
      if (step.action !== undefined) return `${place}: ${step.action}${wrote === undefined ? '  (no effect)' : ''}`;
      if (isMutex) return mutexText(place, read, wrote);
      return wrote === undefined
        ? `${place} → ${read ?? ''}, left as it is`
        : `${place}: ${read ?? ''} becomes ${wrote}`;
    case 'print':
      return `prints ${JSON.stringify(step.text)}`;
    case 'spawn':
      return `starts ${other ?? ''}`;
    case 'join':
      return `joins ${other ?? ''}`;
    default:
      return kind;
  }
}

function mutexText(place: string, read: string | undefined, wrote: string | undefined): string {
  if (wrote === undefined) return `${place} is taken`;
  return read === '0' ? `locks ${place}` : `unlocks ${place}`;
}
