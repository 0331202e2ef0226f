import { Database, databaseError } from '@fencepost/cluster';
import { usageError } from '../../errors.js';

/** Opens the database of DATABASE_URL for the duration of `work`. */
export async function withDatabase<T>(
  work: (database: Database) => Promise<T>,
  open: (url: string) => Promise<Database> = (url) => Database.open(url),
): Promise<T> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    throw usageError('DATABASE_URL is not set', 'it names the database: postgres://user:password@host/name');
  }
  const database = await open(url);
  try {
    return await work(database);
  } catch (error) {
    throw databaseError(error);
  } finally {
    await database.close();
  }
}
