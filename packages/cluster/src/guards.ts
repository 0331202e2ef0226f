import { DEFINER, DEFINER_SQL, QUEUE } from './queue.js';
import { BUNDLES_LOCK, QUEUE_SCHEMA, SCHEMA } from './schema.js';

/**
 * What holds for everybody, whatever they are granted. It is made anew by each `init`, as pg-boss may have changed its tables.
 *
 * A session holds a job if it was the last to take it. Sessions are told apart by `session_user`, which `set role` does not change.
 * Functions that act with the rights of the owner name what they use in full, or look only where nobody else can create anything.
 */
export const GUARDS = `
create or replace function ${SCHEMA}.require_holder() returns trigger ${DEFINER} as $$
begin
  if not exists (select 1 from ${SCHEMA}.frontier
      where job = new.job and run = new.run and attempt = new.attempt and holder = session_user) then
    -- Of a run that is gone, the foreign key says so.
    if not exists (select 1 from ${SCHEMA}.run where id = new.run) then return new; end if;
    raise insufficient_privilege using message = format('job %s, attempt %s, is not held by %s', new.job, new.attempt, session_user);
  end if;
  if exists (select 1 from ${QUEUE_SCHEMA}.job where name = 'run-' || new.run and id = new.job) then
    raise insufficient_privilege using message = format('job %s is still in the queue', new.job);
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

-- Has this session a job of the run?
create or replace function ${SCHEMA}.holds(about uuid) returns boolean ${DEFINER_SQL} as $$
  select exists (select 1 from ${SCHEMA}.frontier where run = about and holder = session_user)
$$;

create or replace function ${SCHEMA}.owns(about uuid) returns boolean ${DEFINER_SQL} as $$
  select exists (select 1 from ${SCHEMA}.run where id = about
    and (owner = session_user or pg_has_role(session_user, current_user, 'member')))
$$;

-- A run begins with the bytes of its program, not with their hash: whoever has only that has not the program.
drop function if exists ${SCHEMA}.submit_run(uuid, text, text, text, bytea, jsonb, text[]);
create or replace function ${SCHEMA}.submit_run(id uuid, policy text, build text, runtime text, source text, bytes bytea, searches jsonb, programs text[])
returns void ${DEFINER} as $$
declare digest text := encode(sha256(bytes), 'hex');
begin
  perform pg_advisory_xact_lock_shared(${BUNDLES_LOCK});
  insert into ${SCHEMA}.bundle values (digest, bytes) on conflict do nothing;
  insert into ${SCHEMA}.run (id, policy, build, runtime, source, bundle_hash, searches)
    values (id, policy, build, runtime, source, digest, searches);
  insert into ${SCHEMA}.program (run, index, name) select id, at - 1, name from unnest(programs) with ordinality as each (name, at);
  -- The root job of each search.
  insert into ${SCHEMA}.frontier (job, run, data) select gen_random_uuid(), id,
    jsonb_build_object('program', search -> 'program', 'model', search -> 'model', 'epoch', 0, 'path', '') from jsonb_array_elements(searches) as search;
  perform ${SCHEMA}.make_queue(id);
  perform ${SCHEMA}.enqueue(id, null);
end $$;

-- Whoever works can take a job of any run that is running: until then, and after that, it does not get the program.
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

create or replace function ${SCHEMA}.set_status(about uuid, wanted text) returns void ${DEFINER} as $$
begin
  if not ${SCHEMA}.owns(about) then
    raise insufficient_privilege using message = format('%s has not submitted run %s', session_user, about);
  end if;
  if wanted not in ('running', 'stopped') then
    raise insufficient_privilege using message = format('nobody decides that a run is %s', wanted);
  end if;
  update ${SCHEMA}.run set status = wanted, finished = null where id = about and status in ('running', 'stopped', 'incomplete');
  -- What is no longer given to anybody is given to them again, and what has no job gets one.
  if wanted = 'running' and exists (select 1 from ${SCHEMA}.run where id = about and status = 'running') then
    perform ${SCHEMA}.make_queue(about);
    perform ${SCHEMA}.enqueue(about, null);
    update ${QUEUE_SCHEMA}.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
    where name = 'run-' || about and state = 'failed';
  end if;
end $$;

-- Is there nothing left to do? Then the run is over, or cannot go on. Whoever asks, the ledger decides.
create or replace function ${SCHEMA}.settle_run(about uuid) returns text ${DEFINER} as $$
declare is_open boolean; is_dead boolean;
begin
  select bool_or(state < 'completed'), bool_or(state = 'failed') into is_open, is_dead from ${QUEUE_SCHEMA}.job where name = 'run-' || about;
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
  update ${SCHEMA}.run set status = 'error', error = reason, finished = now() where id = about and status = 'running';
end $$;

${QUEUE}
revoke all on all functions in schema ${SCHEMA} from public;
`;
