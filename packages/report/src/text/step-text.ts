import type { Story } from '../values/story.js';
import { StoryNames } from './places.js';
import { stepRowText } from './rows.js';
import { render } from './style.js';

/** Describes one step in one line, for stepping through an execution: `thread 1, line 12: flag[0] = 1  (in buffer)`. */
export function stepText(story: Story, index: number, source = ''): string {
  const names = new StoryNames(story, source);
  const step = names.step(index);
  const where = step.site === undefined ? step.label : `${names.thread(index)}, ${names.spot(index)}`;
  // Output has no site.
  const lead = where === '' ? names.thread(index) : where;
  return render([`${lead}: `, ...stepRowText(step, names)], false);
}
