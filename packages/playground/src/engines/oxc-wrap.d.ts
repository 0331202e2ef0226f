declare module 'oxc-parser/src-js/wrap.js' {
  import type { ParseResult } from 'oxc-parser';
  export function wrap(result: unknown): ParseResult;
}
