import { ALIVE, DEFINER } from './queue.js';
import { SCHEMA } from './schema.js';

/** Time over which the rate is measured, in seconds. */
const RATE_SECONDS = 10;

/**
 * The progress of a run, for every user who may see it: numbers, and names of programs. The reasons why jobs failed
 * contain output of, or messages about, programs. Only users who may read the run can see them. Rows are those of
 * `statusOf`.
 */
export const PROGRESS = `
create or replace function ${SCHEMA}.progress(about uuid) returns jsonb ${DEFINER} as $$
declare answer jsonb; queued jsonb; jobs text := ${SCHEMA}.jobs_of(about);
begin
  select jsonb_build_object(
    'programs', (select jsonb_agg(jsonb_build_object('index', index, 'name', name, 'epoch', epoch)) from ${SCHEMA}.program where run = about),
    'sums', (select jsonb_agg(to_jsonb(line)) from (
      select program, model, epoch, sum(executions)::float8 as executions, sum(blocked)::float8 as blocked,
        (1 + sum(kids) - count(*))::float8 as open, coalesce(sum((tests ->> 'seeds')::float8), 0) as tested
      from ${SCHEMA}.result where run = about group by 1, 2, 3) line),
    'failures', (select jsonb_agg(to_jsonb(line)) from (
      select program, model, epoch, count(*) as failures from ${SCHEMA}.finding where run = about and kind = 'failure' group by 1, 2, 3) line),
    -- Races are kept with the results, as text. A report tells them apart by their accesses.
    'races', (select jsonb_agg(to_jsonb(line)) from (
      select program, model, epoch, count(distinct race[1]) as races
      from ${SCHEMA}.result, regexp_matches(races #>> '{}', '"accesses": ?"((?:[^"\\\\]|\\\\.)*)"', 'g') as race
      where run = about and races is not null group by 1, 2, 3) line),
    'agents', (select jsonb_build_object('agents', count(*), 'threads', coalesce(sum(threads), 0), 'idle', coalesce(sum(idle), 0))
      from ${SCHEMA}.agent where run = about and seen > now() - ${ALIVE}),
    'rate', (select coalesce(sum(executions), 0)::float8 / ${RATE_SECONDS} from ${SCHEMA}.result
      where run = about and at > now() - interval '${RATE_SECONDS} seconds')) into answer;
  if jobs is null then return answer; end if;
  execute format('select jsonb_build_object(
    ''jobs'', (select jsonb_build_object(''waiting'', count(*) filter (where state < ''active''), ''active'', count(*) filter (where state = ''active''))
      from %1$s where name = $1),
    ''left'', (select jsonb_agg(to_jsonb(line)) from (
      select (data ->> ''program'')::int as program, data ->> ''model'' as model, (data ->> ''epoch'')::int as epoch,
        case when bool_and(data ? ''size'') then sum((data ->> ''size'')::float8) end as left
      from %1$s where name = $1 and state < ''completed'' group by 1, 2, 3) line),
    ''dead'', (select jsonb_agg(jsonb_build_object(''id'', id, ''data'', data, ''reason'',
        case when $2 then coalesce(output ->> ''message'', output -> ''value'' ->> ''message'', ''its agent was lost'') end) order by id)
      from %1$s where name = $1 and state = ''failed''))', jobs) into queued using 'run-' || about, ${SCHEMA}.may_read(about);
  return answer || queued;
end $$;
`;
