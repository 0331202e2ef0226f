import { testCorpus } from './test-corpus.js';

testCorpus((group) => !group.startsWith('attacks/'));
