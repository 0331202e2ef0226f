// Message passing: the reader must not see the flag without the data. Which orders does each model need?
import { assert, load, program, store } from 'fencepost';
import { EXPLORERS, LocalStates, modelNamed, modelNames } from 'fencepost/explore';

/**
 * @param {import('fencepost').MemoryOrder} storeOrder
 * @param {import('fencepost').MemoryOrder} loadOrder
 */
function messagePassing(storeOrder, loadOrder) {
  return program('mp', (p) => {
    const data = p.variable('data');
    const flag = p.variable('flag');
    p.thread('writer', function* () {
      yield store(data, 42);
      yield store(flag, 1, storeOrder);
    });
    p.thread('reader', function* () {
      if ((yield load(flag, loadOrder)) === 0) return;
      assert((yield load(data)) === 42, 'the flag came before the data');
    });
  });
}

for (const [storeOrder, loadOrder] of /** @type {const} */ ([
  ['relaxed', 'relaxed'],
  ['release', 'relaxed'],
  ['release', 'acquire'],
])) {
  const states = new LocalStates(messagePassing(storeOrder, loadOrder));
  const failing = modelNames().filter((model) => {
    const explorer = EXPLORERS.all().find(({ knows }) => knows(modelNamed(model)));
    return (explorer?.explore(states, { model }).failures.length ?? 0) > 0;
  });
  console.log(`${storeOrder} store, ${loadOrder} load: fails under ${failing.join(', ') || 'no model'}`);
}
