import { DEFINER, DEFINER_SQL, LOCK_TIMEOUT, QUEUE } from './queue.js';
import { PROGRESS } from './progress.js';
import { SCHEMA } from './schema.js';

/** Maximum size of a bundle that agents unpack. */
const MOST_BYTES = 256 << 20;
const MOST_SEARCHES = 100_000;
/** Maximum lengths of the names of runs and programs, and of an error, in bytes. */
const MOST_OF_NAME = 10_000;
const MOST_OF_ERROR = 100_000;

/**
 * Restrictions that apply to every user, whatever rights they have. Recreated by each `init`, because pg-boss may have
 * changed its tables.
 *
 * A session holds a job if it was the last to take it. Sessions are distinguished by `session_user`, which `set role`
 * does not change. Functions that act with the rights of the owner use fully qualified names, or search only schemas in
 * which no other user can create anything.
 */
export const GUARDS = `
${QUEUE}
create or replace function ${SCHEMA}.require_holder() returns trigger ${DEFINER} as $$
declare about jsonb;
begin
  select data into about from ${SCHEMA}.frontier
    where job = new.job and run = new.run and attempt = new.attempt and holder = session_user;
  if not found then
    -- Of a run that is gone, the foreign key says so.
    if not exists (select 1 from ${SCHEMA}.run where id = new.run) then return new; end if;
    raise insufficient_privilege using message = format('job %s, attempt %s, is not held by %s', new.job, new.attempt, session_user);
  end if;
  if ${SCHEMA}.is_queued(new.run, new.job) then
    raise insufficient_privilege using message = format('job %s is still in the queue', new.job);
  end if;
  if not about @> jsonb_build_object('program', new.program, 'model', new.model, 'epoch', new.epoch, 'path', new.path) then
    raise insufficient_privilege using message = format('job %s is about something else', new.job);
  end if;
  new.at := now();
  return new;
end $$;
drop trigger if exists require_holder on ${SCHEMA}.result;
create trigger require_holder before insert on ${SCHEMA}.result for each row execute function ${SCHEMA}.require_holder();

-- The ledger goes with its run, and does not change before.
create or replace function ${SCHEMA}.refuse_change() returns trigger ${DEFINER} as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from ${SCHEMA}.run where id = old.run) then return old; end if;
  raise insufficient_privilege using message = 'rows of the ledger do not change';
end $$;
drop trigger if exists refuse_change on ${SCHEMA}.result;
create trigger refuse_change before update or delete on ${SCHEMA}.result for each row execute function ${SCHEMA}.refuse_change();
drop trigger if exists refuse_truncate on ${SCHEMA}.result;
create trigger refuse_truncate before truncate on ${SCHEMA}.result execute function ${SCHEMA}.refuse_change();

-- What is found earlier in depth-first order takes the place of what was found later, never the other way round.
create or replace function ${SCHEMA}.require_earlier() returns trigger ${DEFINER} as $$
begin
  if (new.path, new.seq) < (old.path, old.seq) then return new; end if;
  raise insufficient_privilege using message = 'what was found first stays';
end $$;
drop trigger if exists require_earlier on ${SCHEMA}.finding;
create trigger require_earlier before update on ${SCHEMA}.finding for each row execute function ${SCHEMA}.require_earlier();

-- What is known of a program grows step by step.
create or replace function ${SCHEMA}.require_next() returns trigger ${DEFINER} as $$
begin
  if new.version = old.version + 1 and new.epoch between old.epoch and old.epoch + 1 then return new; end if;
  raise insufficient_privilege using message = 'versions follow each other';
end $$;
drop trigger if exists require_next on ${SCHEMA}.program;
create trigger require_next before update of knowledge, version, epoch on ${SCHEMA}.program for each row execute function ${SCHEMA}.require_next();

-- Has this session a job of the run, which is not over?
create or replace function ${SCHEMA}.holds(about uuid) returns boolean ${DEFINER_SQL} as $$
  select exists (select 1 from ${SCHEMA}.frontier where run = about and holder = session_user)
    and exists (select 1 from ${SCHEMA}.run where id = about and status <> 'done')
$$;

create or replace function ${SCHEMA}.owns(about uuid) returns boolean ${DEFINER_SQL} as $$
  select exists (select 1 from ${SCHEMA}.run where id = about
    and (owner = session_user or pg_has_role(session_user, current_user, 'member')))
$$;

-- A run begins with the bytes of its program, not with their hash: knowing the hash must not grant access to the program.
drop function if exists ${SCHEMA}.submit_run(uuid, text, text, text, bytea, jsonb, text[]);
create or replace function ${SCHEMA}.submit_run(id uuid, policy text, build text, runtime text, source text, bytes bytea, searches jsonb, programs text[])
returns void ${DEFINER} set lock_timeout = '${LOCK_TIMEOUT}' as $$
declare digest text := encode(sha256(bytes), 'hex');
begin
  perform ${SCHEMA}.require(id is not null and policy in ('all', 'first', 'least') and octet_length(build) <= ${MOST_OF_NAME}
    and octet_length(source) <= ${MOST_OF_NAME} and coalesce(octet_length(runtime), 0) <= ${MOST_OF_NAME}, 'these are no names of a run');
  perform ${SCHEMA}.require(octet_length(bytes) <= ${MOST_BYTES}, 'the bundle is missing or too large');
  perform ${SCHEMA}.require(array_ndims(programs) = 1 and cardinality(programs) <= ${MOST_SEARCHES} and array_position(programs, null) is null
    and (select max(octet_length(name)) from unnest(programs) as name) <= ${MOST_OF_NAME}, 'these are no names of programs');
  perform ${SCHEMA}.require(jsonb_typeof(searches) = 'array', 'the searches are no list');
  perform ${SCHEMA}.require(jsonb_array_length(searches) between 1 and ${MOST_SEARCHES}, 'a run has at least one search, and not too many');
  perform ${SCHEMA}.require(bool_and(${SCHEMA}.is_search(search, cardinality(programs)))
    and count(distinct (search -> 'program', search -> 'model')) = count(*), 'these are no searches')
    from jsonb_array_elements(searches) as search;
  -- Removing bundles waits for this, and the reverse.
  insert into ${SCHEMA}.bundle values (digest, bytes) on conflict do nothing;
  insert into ${SCHEMA}.run (id, policy, build, runtime, source, bundle_hash, searches)
    values (id, policy, build, runtime, source, digest, searches);
  insert into ${SCHEMA}.program (run, index, name) select id, at - 1, name from unnest(programs) with ordinality as each (name, at);
  -- The root job of each search.
  insert into ${SCHEMA}.frontier (job, run, data) select gen_random_uuid(), id,
    jsonb_build_object('program', search -> 'program', 'model', search -> 'model', 'epoch', 0, 'path', '') from jsonb_array_elements(searches) as search;
  insert into ${SCHEMA}.watch (run) values (id);
  perform ${SCHEMA}.make_queue(id);
  perform ${SCHEMA}.enqueue(id, null);
end $$;

-- Is it what agents expect?
create or replace function ${SCHEMA}.is_search(search jsonb, programs int) returns boolean ${DEFINER_SQL} as $$
  select coalesce(jsonb_typeof(search) = 'object' and octet_length(search::text) <= ${MOST_OF_NAME}
    and case jsonb_typeof(search -> 'program') when 'number'
      then search ->> 'program' ~ '^[0-9]{1,9}$' and (search ->> 'program')::int < programs end
    and jsonb_typeof(search -> 'model') = 'string' and search ->> 'model' ~ '^[0-9A-Za-z_.+-]{1,100}$'
    and jsonb_typeof(search -> 'all') = 'boolean' and jsonb_typeof(search -> 'races') = 'boolean'
    and jsonb_typeof(search -> 'unordered') in ('null', 'string')
    and case jsonb_typeof(search -> 'seeds') when 'array' then jsonb_array_length(search -> 'seeds') = 2
        and search -> 'seeds' ->> 0 ~ '^[0-9]{1,15}$' and search -> 'seeds' ->> 1 ~ '^[0-9]{1,15}$'
        and (search -> 'seeds' ->> 0)::bigint <= (search -> 'seeds' ->> 1)::bigint
      else not search ? 'seeds' end, false)
$$;

-- An agent can take a job of any running run: before and after that, it does not get the program.
create or replace function ${SCHEMA}.bundle_of(about uuid) returns bytea ${DEFINER} as $$
declare found ${SCHEMA}.run;
begin
  select * into found from ${SCHEMA}.run where id = about;
  if not ${SCHEMA}.owns(about) and not ${SCHEMA}.is_member('fencepost_read')
      and not (found.status = 'running' and ${SCHEMA}.is_member('fencepost_work')) then
    raise insufficient_privilege using message = format('%s may not read the program of run %s', session_user, about);
  end if;
  return (select bytes from ${SCHEMA}.bundle where hash = found.bundle_hash);
end $$;

create or replace function ${SCHEMA}.is_member(role text) returns boolean ${DEFINER_SQL} as $$
  select exists (select 1 from pg_roles where rolname = role and pg_has_role(session_user, oid, 'member'))
$$;

-- Messages of programs are for roles that may read everything, and for the submitter.
create or replace function ${SCHEMA}.may_read(about uuid) returns boolean ${DEFINER_SQL} as $$
  select ${SCHEMA}.owns(about) or ${SCHEMA}.is_member('fencepost_read')
$$;

-- The error with which a run has ended; null: none, or not for this user.
create or replace function ${SCHEMA}.error_of(about uuid) returns jsonb ${DEFINER_SQL} as $$
  select error from ${SCHEMA}.run where id = about and ${SCHEMA}.may_read(about)
$$;

create or replace function ${SCHEMA}.set_status(about uuid, wanted text) returns void ${DEFINER} set lock_timeout = '${LOCK_TIMEOUT}' as $$
begin
  if not ${SCHEMA}.owns(about) then
    raise insufficient_privilege using message = format('%s has not submitted run %s', session_user, about);
  end if;
  if wanted is null or wanted not in ('running', 'stopped') then
    raise insufficient_privilege using message = format('clients cannot set the status %s of a run', wanted);
  end if;
  update ${SCHEMA}.run set status = wanted, finished = null where id = about and status in ('running', 'stopped', 'incomplete');
  -- What is no longer given to anybody is given to them again, and what has no job gets one.
  if wanted = 'running' and exists (select 1 from ${SCHEMA}.run where id = about and status = 'running') then
    perform ${SCHEMA}.make_queue(about);
    perform ${SCHEMA}.enqueue(about, null);
    execute format('update %s set state = ''retry'', retry_limit = retry_limit + 1, completed_on = null
      where name = $1 and state = ''failed''', ${SCHEMA}.jobs_of(about)) using 'run-' || about;
  end if;
end $$;

-- Is there nothing left to do? Then the run is over, or cannot go on. The ledger decides, for every caller.
create or replace function ${SCHEMA}.settle_run(about uuid) returns text ${DEFINER} as $$
declare is_open boolean; is_dead boolean; jobs text := ${SCHEMA}.jobs_of(about);
begin
  if jobs is not null then
    execute format('select bool_or(state < ''completed''), bool_or(state = ''failed'') from %s where name = $1', jobs)
    into is_open, is_dead using 'run-' || about;
  end if;
  if is_open is not true then
    update ${SCHEMA}.run set finished = now(), status = case when is_dead then 'incomplete' else 'done' end
    where id = about and status = 'running' and (is_dead or jsonb_array_length(searches) = (
      select count(*) - coalesce(sum(r.kids), 0) from ${SCHEMA}.result r
      join ${SCHEMA}.program p on p.run = r.run and p.index = r.program and p.epoch = r.epoch where r.run = about
    ));
  end if;
  return (select status from ${SCHEMA}.run where id = about);
end $$;

create or replace function ${SCHEMA}.end_with_error(about uuid, reason jsonb) returns void ${DEFINER} as $$
begin
  if not ${SCHEMA}.holds(about) then
    raise insufficient_privilege using message = format('%s has no job of run %s', session_user, about);
  end if;
  perform ${SCHEMA}.require(jsonb_typeof(reason) = 'string' and octet_length(reason::text) <= ${MOST_OF_ERROR}, 'this is no error of a program');
  update ${SCHEMA}.run set status = 'error', error = reason, finished = now() where id = about and status = 'running';
end $$;

${PROGRESS}
revoke all on all functions in schema ${SCHEMA} from public;
`;
