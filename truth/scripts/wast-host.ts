/** The module that the files of a translated script share: instances by name, and assertions. */
export const WAST_HOST = `
export function script(given = {}) {
  const instances = { ...given };
  const registered = {};
  let latest;
  const instanceOf = (name) => (name === undefined ? latest : instances[name]);
  const instantiate = (bytes) =>
    new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)), registered).exports;
  const throwsAt = (act, what) => {
    try {
      act();
    } catch {
      return;
    }
    throw new Error(what);
  };
  return {
    module(bytes, name) {
      latest = instantiate(bytes);
      if (name !== undefined) instances[name] = latest;
    },
    register(as, name) {
      registered[as] = instanceOf(name);
    },
    /** What threads share: memories. */
    shared(names) {
      const memories = (name) => Object.entries(instances[name]).filter(([, each]) => each instanceof WebAssembly.Memory);
      return Object.fromEntries(names.map((name) => [name, Object.fromEntries(memories(name))]));
    },
    invoke(name, fn, args) {
      return instanceOf(name)[fn](...args);
    },
    returns(found, allowed) {
      if (!allowed.some((each) => Object.is(each, found))) throw new Error('returned ' + String(found));
    },
    traps(act) {
      throwsAt(act, 'no trap');
    },
    unlinkable(bytes) {
      throwsAt(() => instantiate(bytes), 'linked');
    },
  };
}
`;
