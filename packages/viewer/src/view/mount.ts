import type { Counterexample, SourceLines } from '@fencepost/report';
import { h, render } from 'preact';
import { TraceViewer } from './trace-viewer.js';

/** Shows an execution in an element, replacing its content. Returns a function that removes it. */
export function mountTraceViewer(element: Element, counterexample: Counterexample, sources: SourceLines): () => void {
  element.replaceChildren();
  render(h(TraceViewer, { counterexample, sources }), element);
  return () => render(null, element);
}
