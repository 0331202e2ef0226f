export interface Contrasts {
  readonly checked: number;
  /** Texts with too little contrast for WCAG's level AA. */
  readonly low: readonly string[];
}

/** Runs in the page, so it must be complete in itself. */
export function lowContrasts(): Contrasts {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

  const parsed = (text: string): Colour => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red!, green!, blue!, alpha! / 255];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (i: 0 | 1 | 2): number => top[i] * top[3] + below[i] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const linear = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
  };
  /** Backgrounds of all that lies under the middle of a text, also of what is no ancestor of it. */
  const ground = (element: Element, x: number, y: number): Colour => {
    const stack = document.elementsFromPoint(x, y);
    const below = stack.slice(Math.max(0, stack.indexOf(element)));
    return below.reduceRight<Colour>(
      (sofar, each) => over(parsed(getComputedStyle(each).backgroundColor), sofar),
      parsed('white'),
    );
  };
  const ratioOf = (element: Element): number => {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const below = ground(element, left + width / 2, top + height / 2);
    const style = getComputedStyle(element);
    // A number on an arrow stands on a disc, which is no background.
    const disc = element.previousElementSibling?.localName === 'circle' ? element.previousElementSibling : undefined;
    const behind = disc === undefined ? below : parsed(getComputedStyle(disc).fill);
    const colour = over(parsed(element instanceof SVGElement ? style.fill : style.color), behind);
    const [dark, light] = [luminance(behind), luminance(colour)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
  };
  const isLarge = ({ fontSize, fontWeight }: CSSStyleDeclaration): boolean =>
    parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);

  const texts = [...document.querySelectorAll('#report *')].filter(
    (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '') &&
      element.checkVisibility() &&
      element.getBoundingClientRect().width > 1,
  );
  const low = texts.flatMap((element) => {
    const style = getComputedStyle(element);
    const ratio = ratioOf(element);
    return ratio >= (isLarge(style) ? 3 : 4.5) ? [] : [`${ratio.toFixed(2)} ${element.textContent}`];
  });
  return { checked: texts.length, low };
}
