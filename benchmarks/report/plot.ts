/** A small chart with logarithmic axes, as SVG: enough for the figures in docs/. */
export interface Panel {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** The y axis is linear, from 0 to 100. */
  readonly percent?: boolean;
  readonly series: readonly Series[];
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  /** Points that are not of one line. */
  readonly scattered?: boolean;
}

const WIDTH = 420;
const HEIGHT = 320;
const MARGIN = { left: 60, right: 34, top: 34, bottom: 92 };
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'];

export function plot(panels: readonly Panel[]): string {
  const body = panels.map((panel, i) => `<g transform="translate(${i * WIDTH} 0)">${draw(panel)}</g>`);
  const width = panels.length * WIDTH;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}"`,
    ` font-family="sans-serif" font-size="11"><rect width="${width}" height="${HEIGHT}" fill="#fff"/>`,
    ...body,
    '</svg>\n',
  ].join('');
}

function draw({ title, xLabel, yLabel, percent, series }: Panel): string {
  const all = series.flatMap(({ points }) => points);
  const x = scale(
    all.map(([value]) => value),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const left = MARGIN.left;
  const bottom = HEIGHT - MARGIN.bottom;
  const y =
    percent === true
      ? { at: (value: number) => bottom + (value / 100) * (MARGIN.top - bottom), ticks: [0, 20, 40, 60, 80, 100] }
      : scale(
          all.map(([, value]) => value),
          bottom,
          MARGIN.top,
        );
  const parts = [`<text x="${left}" y="18" font-size="13">${title}</text>`];
  for (const tick of x.ticks) {
    parts.push(`<line x1="${x.at(tick)}" x2="${x.at(tick)}" y1="${MARGIN.top}" y2="${bottom}" stroke="#ddd"/>`);
    parts.push(`<text x="${x.at(tick)}" y="${bottom + 14}" text-anchor="middle">${tick.toLocaleString('en')}</text>`);
  }
  for (const tick of y.ticks) {
    parts.push(`<line x1="${left}" x2="${WIDTH - MARGIN.right}" y1="${y.at(tick)}" y2="${y.at(tick)}" stroke="#ddd"/>`);
    parts.push(`<text x="${left - 6}" y="${y.at(tick) + 4}" text-anchor="end">${tick.toLocaleString('en')}</text>`);
  }
  parts.push(`<text x="${(left + WIDTH) / 2}" y="${bottom + 28}" text-anchor="middle">${xLabel}</text>`);
  parts.push(
    `<text transform="translate(14 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
  );
  series.forEach(({ name, points, scattered }, i) => {
    const colour = COLOURS[i % COLOURS.length]!;
    const places = points.map(([px, py]) => [x.at(px).toFixed(1), y.at(py).toFixed(1)] as const);
    if (scattered === true)
      parts.push(...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`));
    else parts.push(`<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    const at = { x: left + (i % 2) * 170, y: bottom + 46 + 15 * (i >> 1) };
    parts.push(`<rect x="${at.x}" y="${at.y - 8}" width="14" height="4" fill="${colour}"/>`);
    parts.push(`<text x="${at.x + 20}" y="${at.y - 3}">${name}</text>`);
  });
  return parts.join('');
}

/** A logarithmic scale over the values, with ticks at powers of two or ten. */
function scale(
  values: readonly number[],
  from: number,
  to: number,
): { at: (value: number) => number; ticks: number[] } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const base = high / low > 100 ? 10 : 2;
  const first = Math.floor(Math.log(low) / Math.log(base) + 1e-9);
  const last = Math.ceil(Math.log(high) / Math.log(base) - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => base ** (first + i));
  const at = (value: number): number =>
    from + ((Math.log(value) / Math.log(base) - first) / (last - first)) * (to - from);
  return { at, ticks };
}
