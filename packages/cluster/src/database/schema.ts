/** The schema of our tables, and that of pg-boss. */
export const SCHEMA = 'fencepost';
export const QUEUE_SCHEMA = 'fencepost_jobs';

/**
 * Migrations of the tables from one version to the next, starting with an empty database. A published entry never
 * changes.
 *
 * `result` is a ledger: rows are added, never changed. `program.version` counts changes of the knowledge about the
 * program; `program.epoch` counts how often its searches began again. `frontier` has the work of the jobs. It is
 * separate, so that the table from which all agents take jobs stays small; `rest` is the unexplored rest of a job that
 * has failed. All times are those of the database, regardless of the clocks of agents.
 */
export const MIGRATIONS: readonly string[] = [
  `
create table ${SCHEMA}.run (
  id uuid primary key,
  status text not null default 'running'
    check (status in ('running', 'stopped', 'incomplete', 'done', 'error')),
  policy text not null check (policy in ('all', 'first', 'least')),
  build text not null,
  source text not null,
  bundle_hash text not null,
  searches jsonb not null,
  error jsonb,
  created timestamptz not null default now(),
  finished timestamptz
);
create index run_open on ${SCHEMA}.run (created) where status = 'running';

create table ${SCHEMA}.bundle (
  hash text primary key,
  bytes bytea not null
);

create table ${SCHEMA}.program (
  run uuid not null references ${SCHEMA}.run on delete cascade,
  index int not null,
  name text not null,
  knowledge jsonb,
  version int not null default 0,
  epoch int not null default 0,
  primary key (run, index)
);

create table ${SCHEMA}.search (
  run uuid not null references ${SCHEMA}.run on delete cascade,
  program int not null,
  model text not null,
  epoch int not null,
  bound text collate "C" not null,
  primary key (run, program, model, epoch)
);

create table ${SCHEMA}.frontier (
  job uuid primary key,
  run uuid not null references ${SCHEMA}.run on delete cascade,
  bytes bytea,
  rest bytea
);
create index frontier_run on ${SCHEMA}.frontier (run);

create table ${SCHEMA}.result (
  job uuid primary key,
  seq bigint generated always as identity,
  run uuid not null references ${SCHEMA}.run on delete cascade,
  program int not null,
  model text not null,
  epoch int not null,
  path text collate "C" not null,
  attempt int not null,
  is_dropped boolean not null default false,
  kids int not null default 0,
  executions bigint not null default 0,
  blocked bigint not null default 0,
  assumed bigint not null default 0,
  operations bigint not null default 0,
  events bigint not null default 0,
  non_sequential bigint not null default 0,
  deadlocks bigint not null default 0,
  failures jsonb,
  violations jsonb,
  races jsonb,
  unordered text,
  milliseconds int not null default 0,
  agent text not null,
  at timestamptz not null default now()
);
create index result_search on ${SCHEMA}.result (run, program, model, epoch) include (kids, executions, blocked);

create table ${SCHEMA}.finding (
  run uuid not null references ${SCHEMA}.run on delete cascade,
  program int not null,
  model text not null,
  epoch int not null,
  kind text not null check (kind in ('failure', 'violation')),
  key text not null,
  path text collate "C" not null,
  seq bigint not null,
  part jsonb not null,
  primary key (run, program, model, epoch, kind, key)
);

create table ${SCHEMA}.agent (
  id uuid primary key,
  host text not null,
  build text not null,
  threads int not null,
  idle int not null,
  run uuid,
  seen timestamptz not null default now()
);
`,
  `
-- Who has submitted a run, and who has taken a job, in which attempt: rights depend on it.
alter table ${SCHEMA}.run add column owner text not null default session_user;
alter table ${SCHEMA}.frontier add column holder text, add column attempt int;
create index frontier_holder on ${SCHEMA}.frontier (run, holder) where holder is not null;
-- No user can leave something else under the hash of a bundle that is yet to come.
alter table ${SCHEMA}.bundle add check (hash = encode(sha256(bytes), 'hex'));
`,
  `
-- Of a job that tests a program with some seeds: what is added up.
alter table ${SCHEMA}.result add column tests jsonb;
`,
  `
-- What a job is about, also if the queue has lost it.
alter table ${SCHEMA}.frontier add column data jsonb;
update ${SCHEMA}.frontier f set data = j.data from ${QUEUE_SCHEMA}.job j where j.id = f.job and j.name = 'run-' || f.run;
-- What results may depend on besides the build; null: nothing. And how many were refused, as they come from something else.
alter table ${SCHEMA}.run add column runtime text, add column refused int not null default 0;
`,
  `
-- Held while a queue is made or removed. Everybody can take advisory locks; this row is the owner's.
create table ${SCHEMA}.lock (name text primary key);
insert into ${SCHEMA}.lock values ('queues');
-- The time of the last search for jobs of dead agents.
create table ${SCHEMA}.watch (run uuid primary key references ${SCHEMA}.run on delete cascade, at timestamptz not null default now());
insert into ${SCHEMA}.watch (run) select id from ${SCHEMA}.run;
-- Whose agent it is. Those that are there say so again.
delete from ${SCHEMA}.agent;
alter table ${SCHEMA}.agent add column holder text not null default session_user;
-- What agents write themselves. What they wrote before stays.
alter table ${SCHEMA}.program add constraint known check (knowledge is null
  or (jsonb_typeof(knowledge) = 'object' and coalesce(jsonb_typeof(knowledge -> 'tooDeep'), '') = 'array')) not valid;
alter table ${SCHEMA}.search add constraint bounded check (bound ~ '^[0-9a-z]*$' and octet_length(model) <= 100) not valid;
alter table ${SCHEMA}.finding add constraint found check (jsonb_typeof(part) = 'string' and path ~ '^[0-9a-z]*$'
  and octet_length(key) <= 100 and octet_length(model) <= 100) not valid;
alter table ${SCHEMA}.result add constraint counted check (least(kids, executions, blocked, assumed, operations, events,
    non_sequential, deadlocks, milliseconds) >= 0 and kids <= 1000000 and octet_length(agent) <= 100
  and coalesce(jsonb_typeof(failures), 'string') = 'string' and coalesce(jsonb_typeof(violations), 'string') = 'string'
  and coalesce(jsonb_typeof(races), 'string') = 'string' and coalesce(jsonb_typeof(tests), 'object') = 'object'
  and not coalesce(jsonb_path_exists(tests, '$.* ? (@.type() != "number" || @ > 1e15 || @ < 0)'), false)) not valid;
`,
];
