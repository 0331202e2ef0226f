import type { Asked } from './connection.js';
import { ROLES, grants } from './rights.js';
import { QUEUE_SCHEMA, SCHEMA } from './schema.js';

const { submit: SUBMIT, work: WORK, read: READ } = ROLES;
const ALL = Object.values(ROLES).join(', ');

const CREATE = `
do $$
declare wanted text;
begin
  foreach wanted in array array['${Object.values(ROLES).join("', '")}'] loop
    if not exists (select 1 from pg_roles where rolname = wanted) then execute format('create role %I nologin', wanted); end if;
  end loop;
end $$;
`;

/** Revokes all rights ever granted to roles, also on future tables. */
const REVOKE = [SCHEMA, QUEUE_SCHEMA]
  .map(
    (schema) => `
revoke all on all tables in schema ${schema} from ${ALL};
revoke all on all sequences in schema ${schema} from ${ALL};
revoke all on all functions in schema ${schema} from public, ${ALL};
alter default privileges in schema ${schema} revoke all on tables from ${ALL};`,
  )
  .join('\n');

/** Matches rows of the runs that a user has submitted. */
const OWN = `run in (select id from ${SCHEMA}.run where owner = session_user)`;

/** The rights of `RIGHTS`, with their row policies. */
const GRANTS = `
grant usage on schema ${SCHEMA}, ${QUEUE_SCHEMA} to ${ALL};
${grants()}

${policies('program')}
${policies('search')}
${policies('finding')}
${policies('result')}
alter table ${SCHEMA}.frontier enable row level security;
${['submitters', 'workers', 'added', 'changed', 'submit', 'gone', 'readers'].map((name) => `drop policy if exists ${name} on ${SCHEMA}.frontier;`).join('\n')}
create policy readers on ${SCHEMA}.frontier for select to ${READ} using (true);
create policy submitters on ${SCHEMA}.frontier for select to ${SUBMIT} using (${OWN});
`;

/**
 * Returns the row policies of a table. Submitters see rows of their own runs. Workers see rows of runs of which they
 * hold a job, and add or change no others. For other runs they see only numbers: see `PROGRESS`.
 */
function policies(table: string): string {
  const held = `${SCHEMA}.holds(run)`;
  const policy = (name: string, what: string): string =>
    `drop policy if exists ${name} on ${SCHEMA}.${table}; create policy ${name} on ${SCHEMA}.${table} for ${what};`;
  return `
alter table ${SCHEMA}.${table} enable row level security;
${policy('readers', `select to ${READ} using (true)`)}
${policy('submitters', `select to ${SUBMIT} using (${OWN})`)}
${policy('workers', `select to ${WORK} using (${held})`)}
${policy('added', `insert to ${WORK} with check (${held})`)}
${policy('changed', `update to ${WORK} using (${held}) with check (${held})`)}`;
}

/**
 * pg-boss executes the contents of its table `bam` with the rights of the owner. Earlier versions of Fencepost let
 * roles write to it. So before pg-boss starts, that right is revoked, and anything that roles may have left there is
 * removed. Commands of pg-boss itself create and drop indexes.
 */
const DISTRUST = `
do $$
begin
  if to_regclass('${QUEUE_SCHEMA}.bam') is null then return; end if;
  if not exists (select 1 from pg_roles where rolname in ('${Object.values(ROLES).join("', '")}')
      and (has_any_column_privilege(oid, '${QUEUE_SCHEMA}.bam', 'insert') or has_any_column_privilege(oid, '${QUEUE_SCHEMA}.bam', 'update')))
  then return; end if;
  delete from ${QUEUE_SCHEMA}.bam where status <> 'completed'
    and (command like '%;%' or command !~* '^\\s*(create|drop)\\s+(unique\\s+)?index\\s');
  revoke all on all tables in schema ${QUEUE_SCHEMA} from ${ALL};
end $$;
`;

/** Removes this content. Must run before pg-boss starts. */
export async function distrustQueue(asked: Asked): Promise<void> {
  await asked.executeSql(DISTRUST);
}

/** Creates the roles, and grants them their rights. */
export async function createRoles(asked: Asked): Promise<void> {
  await asked.executeSql(CREATE + REVOKE + GRANTS);
}

/** Updates the rights of roles after a change of the schema: grants new ones and revokes those no longer needed. */
export async function refreshRoles(asked: Asked): Promise<void> {
  const { rows } = await asked.executeSql(
    `select 1 from pg_roles where rolname = '${WORK}' and has_schema_privilege(oid, '${SCHEMA}', 'usage')`,
  );
  if (rows.length > 0) await asked.executeSql(REVOKE + GRANTS);
}
