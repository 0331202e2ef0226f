import type { Body } from '../context/body.js';
import { DEPTH } from '../context/context.js';

/** Emits the end of the lifetimes of the function's variables, before it returns. */
export function leaveFrame(body: Body): void {
  if (body.frame !== undefined) body.call('unframe', body.frame);
  if (body.depth !== undefined) body.emit(`store i32 ${body.depth.outside}, ptr ${DEPTH}`);
}
