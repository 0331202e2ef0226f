// Writes the API reports in packages/fencepost/api, after `npm run build`, and says what the API lacks.
import { readApi, writeReports } from './published/api.js';

const { reports, notExported, undocumented } = readApi();
writeReports(reports);
for (const name of notExported) console.log(`can be reached, but is not exported: ${name}`);
for (const name of undocumented) console.log(`has no documentation: ${name}`);
