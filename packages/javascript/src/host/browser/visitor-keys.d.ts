declare module 'oxc-parser/src-js/generated/visit/keys.js' {
  const keys: Readonly<Record<string, readonly string[]>>;
  export default keys;
}
