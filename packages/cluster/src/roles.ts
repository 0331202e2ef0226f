import type { Asked } from './connection.js';
import { QUEUE_SCHEMA, SCHEMA } from './schema.js';

const SUBMIT = 'fencepost_submit';
const WORK = 'fencepost_work';
const READ = 'fencepost_read';
const ALL = `${SUBMIT}, ${WORK}, ${READ}`;

/** Tables that say how runs stand, without their programs. */
const STANDING = ['meta', 'run', 'program', 'search', 'finding', 'agent'];

/** Groups that users are made members of. They are those of the whole server. */
const CREATE = `
do $$
declare wanted text;
begin
  foreach wanted in array array['${SUBMIT}', '${WORK}', '${READ}'] loop
    if not exists (select 1 from pg_roles where rolname = wanted) then execute format('create role %I nologin', wanted); end if;
  end loop;
end $$;
`;

/**
 * What each of them may do. A worker needs the queues as pg-boss does, which therefore have neither programs nor results: it
 * can delay a run, as it can by doing nothing. Row security says which runs; guards (see `GUARDS`) say what is never allowed.
 */
const GRANTS = `
grant usage on schema ${SCHEMA}, ${QUEUE_SCHEMA} to ${ALL};
${STANDING.map((table) => `grant select on ${SCHEMA}.${table} to ${ALL};`).join('\n')}
grant execute on function ${SCHEMA}.bundle_of to ${ALL};

-- The queues. Those of runs to come are made by the owner, too.
grant select on all tables in schema ${QUEUE_SCHEMA} to ${ALL};
grant insert on all tables in schema ${QUEUE_SCHEMA} to ${SUBMIT};
grant insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${WORK};
grant usage on all sequences in schema ${QUEUE_SCHEMA} to ${WORK};
alter default privileges in schema ${QUEUE_SCHEMA} grant select on tables to ${ALL};
alter default privileges in schema ${QUEUE_SCHEMA} grant insert on tables to ${SUBMIT};
alter default privileges in schema ${QUEUE_SCHEMA} grant insert, update, delete on tables to ${WORK};
revoke all on all functions in schema ${QUEUE_SCHEMA} from public;
grant execute on function ${QUEUE_SCHEMA}.job_now to ${ALL};
alter function ${QUEUE_SCHEMA}.create_queue security definer set search_path = pg_catalog, pg_temp;
grant execute on function ${QUEUE_SCHEMA}.create_queue to ${SUBMIT};

grant execute on function ${SCHEMA}.submit_run, ${SCHEMA}.set_status, ${SCHEMA}.owns to ${SUBMIT};
grant insert on ${SCHEMA}.frontier to ${SUBMIT};
-- For status and reports.
grant select on ${SCHEMA}.result, ${SCHEMA}.frontier to ${SUBMIT}, ${READ};

grant execute on function ${SCHEMA}.settle_run, ${SCHEMA}.end_with_error, ${SCHEMA}.holds to ${WORK};
grant insert, select (job, seq) on ${SCHEMA}.result to ${WORK};
grant insert, select, delete, update (rest) on ${SCHEMA}.frontier to ${WORK};
grant insert, update (path, seq, part) on ${SCHEMA}.finding to ${WORK};
grant insert, update (bound) on ${SCHEMA}.search to ${WORK};
grant update (knowledge, version, epoch) on ${SCHEMA}.program to ${WORK};
grant insert, update (idle, run, seen) on ${SCHEMA}.agent to ${WORK};

${policies('program', 'true', 'true')}
${policies('search', 'true', 'true')}
${policies('finding', 'true', 'true')}
${policies('result', 'true', `${SCHEMA}.holds(run)`)}
${policies('frontier', `run in (select id from ${SCHEMA}.run where owner = session_user)`, 'holder = session_user')}
drop policy if exists submit on ${SCHEMA}.frontier;
create policy submit on ${SCHEMA}.frontier for insert to ${SUBMIT} with check (${SCHEMA}.owns(run));
drop policy if exists gone on ${SCHEMA}.frontier;
create policy gone on ${SCHEMA}.frontier for delete to ${WORK} using (holder = session_user);
`;

/** Which rows of a table submitters and workers see; and only those who have a job of the run add or change any. */
function policies(table: string, submitters: string, workers: string): string {
  const held = `${SCHEMA}.holds(run)`;
  const policy = (name: string, what: string): string =>
    `drop policy if exists ${name} on ${SCHEMA}.${table}; create policy ${name} on ${SCHEMA}.${table} for ${what};`;
  return `
alter table ${SCHEMA}.${table} enable row level security;
${policy('readers', `select to ${READ} using (true)`)}
${policy('submitters', `select to ${SUBMIT} using (${submitters})`)}
${policy('workers', `select to ${WORK} using (${workers})`)}
${policy('added', `insert to ${WORK} with check (${held})`)}
${policy('changed', `update to ${WORK} using (${held}) with check (${held})`)}`;
}

/** Makes the roles, and grants them what they need. */
export async function createRoles(asked: Asked): Promise<void> {
  await asked.executeSql(CREATE + GRANTS);
}

/** After an update, roles need what is new. */
export async function refreshRoles(asked: Asked): Promise<void> {
  const { rows } = await asked.executeSql(
    `select 1 from pg_roles where rolname = '${WORK}' and has_schema_privilege(oid, '${SCHEMA}', 'usage')`,
  );
  if (rows.length > 0) await asked.executeSql(GRANTS);
}
