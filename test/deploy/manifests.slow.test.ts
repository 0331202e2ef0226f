import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { root } from '@fencepost/testing/built';

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly egress?: readonly {
      readonly to?: readonly { readonly ipBlock?: { readonly cidr: string } }[];
      readonly ports: readonly { readonly port: number }[];
    }[];
    readonly template?: {
      readonly spec: {
        readonly automountServiceAccountToken: boolean;
        readonly securityContext: object;
        readonly containers: readonly { readonly args: string[]; readonly env: object[]; readonly resources: object }[];
      };
    };
  };
}

test('the Kubernetes job has an agent with few rights', () => {
  const text = readFileSync(join(root, 'deploy/kubernetes/agents.yaml'), 'utf8');
  const documents = parseAllDocuments(text, { strict: true });
  for (const { errors, warnings } of documents) expect([...errors, ...warnings]).toEqual([]);
  const [job, network] = documents.map((document) => document.toJS() as Manifest);
  expect(network).toMatchObject({ kind: 'NetworkPolicy', spec: { policyTypes: ['Ingress', 'Egress'] } });
  // Every rule says to whom: one without that means everybody. The database is one host.
  const { egress = [] } = network!.spec;
  expect(egress.map(({ ports }) => [...new Set(ports.map(({ port }) => port))])).toEqual([[5432], [53]]);
  for (const { to } of egress) expect(to).toHaveLength(1);
  expect(egress[0]!.to![0]!.ipBlock!.cidr).toMatch(/\/32$/);
  const { spec } = job!.spec.template!;
  expect(job!.kind).toBe('Job');
  expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
  expect(spec.containers).toHaveLength(1);
  expect(spec.containers[0]).toMatchObject({
    args: ['cluster', 'work', '--until-idle', '--jobs', '4'],
    env: [{ name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'fencepost' } } }, { name: 'HOME' }],
    resources: { requests: { cpu: '4' }, limits: { cpu: '4', memory: '4Gi' } },
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  });
});

const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0;
const unit = join(root, 'deploy/systemd/fencepost-agent.service');

test.skipIf(!canVerify)('systemd knows all that its unit says, and finds it hardened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-unit-'));
  try {
    const copy = join(folder, 'fencepost-agent.service');
    // The programs are not there where it is only verified.
    writeFileSync(copy, readFileSync(unit, 'utf8').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' });
    const about = stderr.split('\n').filter((line) => line.includes('fencepost-agent'));
    expect(about).toEqual([]);
    expect(status).toBe(0);
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', copy], {
      encoding: 'utf8',
    });
    expect(security.status, security.stdout + security.stderr).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
