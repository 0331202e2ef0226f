import { QUEUE_SCHEMA, SCHEMA } from './schema.js';

/** Interval at which an agent looks for jobs of dead agents, in seconds. */
const MONITOR_SECONDS = 2;
/** Time without a heartbeat after which an agent loses its jobs, in seconds. */
export const LEASE_SECONDS = 10;
/** Number of retries after which a failing job is abandoned. */
export const MOST_RETRIES = 5;
/** Time without a heartbeat after which an agent no longer counts. */
export const ALIVE = "interval '10 seconds'";
/** Number of waiting jobs per thread beyond which more make no difference. */
const MANY_PER_THREAD = 4;

/** Durations in seconds. By default, pg-boss deletes jobs after two weeks and reassigns them after 15 minutes. */
const YEARS = 10 * 365 * 24 * 3600;
const EXPIRE_SECONDS = 12 * 3600;

const QUEUE_OPTIONS = JSON.stringify({
  ...{ policy: 'standard', partition: true, retryLimit: MOST_RETRIES, retryDelay: 0, heartbeatSeconds: LEASE_SECONDS },
  ...{ expireInSeconds: EXPIRE_SECONDS, retentionSeconds: YEARS, deleteAfterSeconds: 0 },
});

/** Maximum number of jobs taken at once, and of threads of an agent. */
const MOST_AT_ONCE = 1000;
const MOST_THREADS = 4096;
/** Maximum number of threads of all agents of a run together. */
const MOST_THREADS_OF_ALL = 1_000_000;
/** Maximum number of agents per user. */
const MOST_AGENTS = 2000;
/** Maximum lengths of the host or build reported by an agent, and of the reason for a failure, in characters. */
const MOST_OF_NAME = 255;
const MOST_OF_REASON = 4000;
/** Time to wait for a lock. Longer waits would block other sessions that queue behind. */
export const LOCK_TIMEOUT = '3s';
/** Held while a queue is created or removed: each of the two locks tables that the other also locks. */
export const LOCK_QUEUES = `1 from ${SCHEMA}.lock where name = 'queues' for update`;

export const DEFINER = 'language plpgsql security definer set search_path = pg_catalog, pg_temp';
export const DEFINER_SQL = 'language sql stable security definer set search_path = pg_catalog, pg_temp';

/**
 * All operations on the jobs of a run. Only the owner may access the tables of pg-boss: `queue` contains table names
 * that are used to build SQL, and `bam` contains SQL that pg-boss executes for the owner. So these functions act with
 * the owner's rights, and check who holds the job. Each run has a queue, with a table of its own, which is dropped with
 * the run.
 */
export const QUEUE = `
drop trigger if exists fencepost_holder on ${QUEUE_SCHEMA}.job;
drop function if exists ${SCHEMA}.note_holder;
drop trigger if exists fencepost_frontier on ${QUEUE_SCHEMA}.job;
drop function if exists ${SCHEMA}.require_frontier;
alter function ${QUEUE_SCHEMA}.create_queue security invoker reset search_path;

create or replace function ${SCHEMA}.make_queue(about uuid) returns void ${DEFINER} as $$
begin
  perform ${LOCK_QUEUES};
  perform ${QUEUE_SCHEMA}.create_queue('run-' || about, '${QUEUE_OPTIONS}'::jsonb);
end $$;

-- The table of the jobs of a run.
create or replace function ${SCHEMA}.jobs_of(about uuid) returns text ${DEFINER_SQL} as $$
  select format('${QUEUE_SCHEMA}.%I', table_name) from ${QUEUE_SCHEMA}.queue where name = 'run-' || about
$$;

-- What users choose is as it has to be.
create or replace function ${SCHEMA}.require(is_so boolean, message text) returns void ${DEFINER} as $$
begin
  if is_so is not true then raise invalid_parameter_value using message = message; end if;
end $$;

-- Makes jobs for frontiers of the run: these, or all that have neither a job nor a result.
create or replace function ${SCHEMA}.enqueue(about uuid, these uuid[]) returns void ${DEFINER} as $$
begin
  execute format('insert into %1$s (id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, policy, heartbeat_seconds)
    select f.job, q.name, f.data, 0, now(), now(), q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval ''1s'',
      q.retry_limit, q.retry_delay, q.retry_backoff, q.policy, q.heartbeat_seconds
    from ${SCHEMA}.frontier f join ${QUEUE_SCHEMA}.queue q on q.name = $1
    where f.run = $2 and f.data is not null and case when $3 is not null then f.job = any($3) else
      not exists (select 1 from %1$s j where j.name = $1 and j.id = f.job)
      and not exists (select 1 from ${SCHEMA}.result r where r.job = f.job) end', ${SCHEMA}.jobs_of(about))
  using 'run-' || about, about, these;
end $$;

-- Is this the Fencepost, and the Node where that matters, that the run was submitted with?
create or replace function ${SCHEMA}.is_fit(about uuid, its_build text, its_runtime text) returns boolean ${DEFINER_SQL} as $$
  select exists (select 1 from ${SCHEMA}.run where id = about and build = its_build and (runtime is null or runtime = its_runtime))
$$;

create or replace function ${SCHEMA}.take(about uuid, its_build text, its_runtime text, most int)
returns table (job uuid, attempt int, data jsonb, bytes bytea) ${DEFINER} as $$
declare jobs text := ${SCHEMA}.jobs_of(about);
begin
  if jobs is null or not ${SCHEMA}.is_fit(about, its_build, its_runtime) then return; end if;
  if not exists (select 1 from ${SCHEMA}.run where id = about and status = 'running') then return; end if;
  return query execute format('with next as (
      select id from %1$s where name = $1 and state < ''active'' and not blocked and start_after <= now()
      order by priority desc, created_on limit $2 for update skip locked
    ), taken as (
      update %1$s j set state = ''active'', started_on = now(), heartbeat_on = now(),
        retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
      from next where j.name = $1 and j.id = next.id returning j.id, j.retry_count, j.data
    ), held as (
      update ${SCHEMA}.frontier f set holder = session_user, attempt = taken.retry_count
      from taken where f.job = taken.id returning f.job, f.bytes
    )
    select taken.id, taken.retry_count, taken.data, held.bytes from taken join held on held.job = taken.id', jobs)
  using 'run-' || about, greatest(0, least(coalesce(most, 0), ${MOST_AT_ONCE}));
end $$;

-- Removes those of the jobs that this session still holds. What others than those that the run belongs to have found is refused, and counted;
-- another agent tries again, so no agent is refused the same job twice.
create or replace function ${SCHEMA}.release(about uuid, its_build text, its_runtime text, these uuid[], attempts int[])
returns setof uuid ${DEFINER} as $$
declare jobs text := ${SCHEMA}.jobs_of(about); held uuid[]; theirs int[];
begin
  if jobs is null then return; end if;
  if ${SCHEMA}.is_fit(about, its_build, its_runtime) then
    return query execute format('delete from %1$s j using unnest($2, $3) as given (id, attempt), ${SCHEMA}.frontier f
      where j.name = $1 and j.id = given.id and j.state = ''active'' and j.retry_count = given.attempt
        and f.job = j.id and f.holder = session_user returning j.id', jobs)
    using 'run-' || about, these, attempts;
  elsif exists (select 1 from ${SCHEMA}.run where id = about and status = 'running') then
    execute format('select array_agg(j.id), array_agg(j.retry_count) from %1$s j join ${SCHEMA}.frontier f on f.job = j.id
      where j.name = $1 and j.state = ''active'' and f.holder = session_user
        and (j.id, j.retry_count) in (select id, attempt from unnest($2, $3) as given (id, attempt))', jobs)
    into held, theirs using 'run-' || about, these, attempts;
    if held is null then return; end if;
    perform ${SCHEMA}.give_back(about, '(id, retry_count) in (select * from unnest($3, $4))', 'its result was refused', held, theirs);
    update ${SCHEMA}.run set refused = least(refused + cardinality(held)::bigint, 1000000000) where id = about;
  end if;
end $$;

-- Can agents explore what these say, and users read it?
create or replace function ${SCHEMA}.are_jobs(about uuid, descriptions jsonb[]) returns boolean ${DEFINER_SQL} as $$
  select coalesce(bool_and(coalesce(jsonb_typeof(each) = 'object' and octet_length(each::text) <= 100000
      and jsonb_typeof(each -> 'path') = 'string' and each ->> 'path' ~ '^[0-9a-z]*$'
      and jsonb_typeof(each -> 'epoch') = 'number' and each ->> 'epoch' ~ '^[0-9]{1,9}$'
      and case coalesce(jsonb_typeof(each -> 'size'), 'null') when 'null' then true
        when 'number' then (each -> 'size')::numeric between 0 and 1e200 else false end, false)), false)
    -- Of a run that is gone, the foreign key says so.
    and (not exists (select 1 from ${SCHEMA}.run where id = about) or not exists (
      select 1 from (select distinct data -> 'program' as program, data -> 'model' as model from unnest(descriptions) as data) search
      where not exists (select 1 from ${SCHEMA}.run where id = about
        and searches @> jsonb_build_array(jsonb_build_object('program', search.program, 'model', search.model)))))
  from unnest(descriptions) as each
$$;

-- What is left of jobs that this session has released.
create or replace function ${SCHEMA}.add_jobs(about uuid, these uuid[], descriptions jsonb[], contents bytea[]) returns void ${DEFINER} as $$
begin
  -- Of a run that is gone, the foreign key says so.
  if not ${SCHEMA}.holds(about) and exists (select 1 from ${SCHEMA}.run where id = about) then
    raise insufficient_privilege using message = format('%s has no job of run %s', session_user, about);
  end if;
  perform ${SCHEMA}.require(${SCHEMA}.are_jobs(about, descriptions), 'these are no jobs of the run');
  insert into ${SCHEMA}.frontier (job, run, data, bytes) select job, about, description, content
    from unnest(these, descriptions, contents) as new (job, description, content);
  perform ${SCHEMA}.enqueue(about, these);
end $$;

-- Had this session the job last, is it no longer in the queue, and its run not over?
create or replace function ${SCHEMA}.has_released(its_job uuid) returns boolean ${DEFINER} as $$
declare about uuid;
begin
  select f.run into about from ${SCHEMA}.frontier f join ${SCHEMA}.run r on r.id = f.run
    where f.job = its_job and f.holder = session_user and r.status <> 'done';
  return about is not null and not ${SCHEMA}.is_queued(about, its_job);
end $$;

create or replace function ${SCHEMA}.is_queued(about uuid, its_job uuid) returns boolean ${DEFINER} as $$
declare is_there boolean; jobs text := ${SCHEMA}.jobs_of(about);
begin
  if jobs is null then return false; end if;
  execute format('select exists (select 1 from %s where name = $1 and id = $2)', jobs) into is_there using 'run-' || about, its_job;
  return is_there;
end $$;

-- What jobs of this session were about is no longer needed: they have results, or their search has begun again. Others are made again by 'resume'.
create or replace function ${SCHEMA}.forget(these uuid[]) returns void ${DEFINER} as $$
begin
  delete from ${SCHEMA}.frontier f where f.job = any(these) and ${SCHEMA}.has_released(f.job)
    and (exists (select 1 from ${SCHEMA}.result r where r.job = f.job) or exists (select 1 from ${SCHEMA}.program p
      where p.run = f.run and p.index = (f.data ->> 'program')::int and p.epoch > (f.data ->> 'epoch')::int));
end $$;

-- What a job of this session that has failed has left out.
create or replace function ${SCHEMA}.keep_rest(its_job uuid, content bytea) returns void ${DEFINER} as $$
begin
  update ${SCHEMA}.frontier set rest = content where job = its_job and ${SCHEMA}.has_released(job);
end $$;

-- Gives jobs back, to be tried again, unless there were too many attempts.
create or replace function ${SCHEMA}.give_back(about uuid, which text, reason text, these uuid[], attempts int[]) returns void ${DEFINER} as $$
begin
  if ${SCHEMA}.jobs_of(about) is null then return; end if;
  execute format('update %1$s set heartbeat_on = null, start_after = now(), output = jsonb_build_object(''message'', $2),
      state = (case when retry_count < retry_limit then ''retry'' else ''failed'' end)::${QUEUE_SCHEMA}.job_state,
      completed_on = case when retry_count < retry_limit then null else now() end
    where name = $1 and state = ''active'' and ' || which, ${SCHEMA}.jobs_of(about))
  using 'run-' || about, left(reason, ${MOST_OF_REASON}), these, attempts;
end $$;

create or replace function ${SCHEMA}.fail(about uuid, its_job uuid, its_attempt int, reason text) returns void ${DEFINER} as $$
begin
  if exists (select 1 from ${SCHEMA}.frontier where job = its_job and run = about and holder = session_user) then
    perform ${SCHEMA}.give_back(about, 'id = $3[1] and retry_count = $4[1]', reason, array[its_job], array[its_attempt]);
  end if;
end $$;

-- Gives the jobs of dead agents to others, unless another agent has just done so.
create or replace function ${SCHEMA}.supervise(about uuid) returns void ${DEFINER} as $$
begin
  -- Not in a table of the queue: a submitter waits for all who write there.
  update ${SCHEMA}.watch set at = now() where run = (
    select run from ${SCHEMA}.watch where run = about and at < now() - interval '${MONITOR_SECONDS} seconds' for update skip locked);
  if found then
    perform ${SCHEMA}.give_back(about, 'heartbeat_on + heartbeat_seconds * interval ''1s'' < now()', 'its agent was lost', null, null);
  end if;
end $$;

-- Renews the leases of an agent's jobs, and returns the state of the run.
create or replace function ${SCHEMA}.pulse(about uuid, its_agent uuid, its_host text, its_build text, its_threads int, its_idle int,
  these uuid[], attempts int[]) returns jsonb ${DEFINER} as $$
declare answer jsonb; held uuid[]; waiting int; jobs text := ${SCHEMA}.jobs_of(about); all_threads int; all_idle int;
  threads_now int := greatest(0, least(coalesce(its_threads, 0), ${MOST_THREADS})); idle_now int := greatest(0, least(coalesce(its_idle, 0), threads_now));
begin
  if jobs is null then return jsonb_build_object('status', 'stopped', 'threads', 0, 'idle', 0, 'held', '{}'::uuid[], 'waiting', 0,
    'programs', '{}'::text[], 'bounds', '{}'::text[]); end if;
  update ${SCHEMA}.agent set idle = idle_now, run = about, seen = now() where id = its_agent and holder = session_user;
  if not found then
    delete from ${SCHEMA}.agent where holder = session_user and seen < now() - interval '1 hour';
    insert into ${SCHEMA}.agent (id, host, build, threads, idle, run)
      select its_agent, left(coalesce(its_host, ''), ${MOST_OF_NAME}), left(coalesce(its_build, ''), ${MOST_OF_NAME}), threads_now, idle_now, about
      where its_agent is not null and (select count(*) from ${SCHEMA}.agent where holder = session_user) < ${MOST_AGENTS}
      on conflict (id) do nothing;
  end if;
  select least(coalesce(sum(threads), 0), ${MOST_THREADS_OF_ALL}), least(coalesce(sum(idle), 0), ${MOST_THREADS_OF_ALL}) into all_threads, all_idle
    from ${SCHEMA}.agent where run = about and seen > now() - ${ALIVE};
  execute format('with held as (
      update %1$s j set heartbeat_on = now() from unnest($2, $3) as given (id, attempt), ${SCHEMA}.frontier f
      where j.name = $1 and j.id = given.id and j.state = ''active'' and j.retry_count = given.attempt
        and f.job = j.id and f.holder = session_user returning j.id
    ) select coalesce(array_agg(id), ''{}'') from held', jobs)
  into held using 'run-' || about, these, attempts;
  execute format('select count(*) from (select 1 from %1$s where name = $1 and state < ''active'' limit $2) few', jobs)
  into waiting using 'run-' || about, ${MANY_PER_THREAD} * all_threads + 1;
  select jsonb_build_object('status', (select status from ${SCHEMA}.run where id = about), 'threads', all_threads, 'idle', all_idle,
    'held', to_jsonb(held), 'waiting', waiting,
    'programs', (select coalesce(jsonb_agg(jsonb_build_object('index', index, 'version', version, 'epoch', epoch)), '[]')
      from ${SCHEMA}.program where run = about),
    'bounds', (select coalesce(jsonb_agg(jsonb_build_object('program', program, 'model', model, 'epoch', epoch, 'path', bound)), '[]')
      from ${SCHEMA}.search where run = about)) into answer;
  return answer;
end $$;
`;
