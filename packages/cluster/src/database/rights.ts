import { SCHEMA } from './schema.js';

/** Groups of which users become members. They apply to the whole database server. */
export const ROLES = { submit: 'fencepost_submit', work: 'fencepost_work', read: 'fencepost_read' } as const;

export type Role = keyof typeof ROLES;

/** Rights of each role on a table or a function: statements, and the columns if not all. */
export type Right = { readonly on: string } & Partial<Readonly<Record<Role, string>>>;

/** All columns except the error, which quotes the program. */
const OF_RUN = 'id, status, policy, build, runtime, refused, source, bundle_hash, searches, created, finished, owner';

/**
 * All rights of the roles. Everything else is reserved to the owner. Grants are generated from this list,
 * deploy/rights.md shows it, and a test tries everything. Row security restricts rows, triggers prevent what is never
 * allowed, and functions make their own checks.
 */
export const RIGHTS: readonly Right[] = [
  { on: `${SCHEMA}.meta`, submit: 'select', work: 'select', read: 'select' },
  { on: `${SCHEMA}.run`, submit: `select (${OF_RUN})`, work: `select (${OF_RUN})`, read: 'select' },
  { on: `${SCHEMA}.program`, submit: 'select', work: 'select, update (knowledge, version, epoch)', read: 'select' },
  { on: `${SCHEMA}.search`, submit: 'select', work: 'select, insert, update (bound)', read: 'select' },
  { on: `${SCHEMA}.finding`, submit: 'select', work: 'select, insert, update (path, seq, part)', read: 'select' },
  { on: `${SCHEMA}.result`, submit: 'select', work: 'select (job, seq), insert', read: 'select' },
  { on: `${SCHEMA}.frontier`, submit: 'select', read: 'select' },
  { on: `${SCHEMA}.agent`, read: 'select' },
  { on: `${SCHEMA}.progress()`, submit: 'execute', read: 'execute' },
  { on: `${SCHEMA}.error_of()`, submit: 'execute', work: 'execute', read: 'execute' },
  { on: `${SCHEMA}.bundle_of()`, submit: 'execute', work: 'execute', read: 'execute' },
  { on: `${SCHEMA}.submit_run()`, submit: 'execute' },
  { on: `${SCHEMA}.set_status()`, submit: 'execute' },
  { on: `${SCHEMA}.take()`, work: 'execute' },
  { on: `${SCHEMA}.release()`, work: 'execute' },
  { on: `${SCHEMA}.add_jobs()`, work: 'execute' },
  { on: `${SCHEMA}.forget()`, work: 'execute' },
  { on: `${SCHEMA}.keep_rest()`, work: 'execute' },
  { on: `${SCHEMA}.fail()`, work: 'execute' },
  { on: `${SCHEMA}.pulse()`, work: 'execute' },
  { on: `${SCHEMA}.supervise()`, work: 'execute' },
  { on: `${SCHEMA}.settle_run()`, work: 'execute' },
  { on: `${SCHEMA}.end_with_error()`, work: 'execute' },
  { on: `${SCHEMA}.holds()`, work: 'execute' },
];

/** Returns the statements that grant `RIGHTS`. */
export function grants(): string {
  return RIGHTS.flatMap(({ on, ...rights }) =>
    Object.entries(rights).map(([role, right]) => {
      const what = on.endsWith('()') ? `function ${on.slice(0, -2)}` : on;
      return `grant ${right} on ${what} to ${ROLES[role as Role]};`;
    }),
  ).join('\n');
}

/** Returns the rights as a table for the documentation. */
export function rightsInWords(): string[] {
  const roles = Object.keys(ROLES) as Role[];
  return RIGHTS.map((right) => `| ${[`\`${right.on}\``, ...roles.map((role) => right[role] ?? '')].join(' | ')} |`);
}
