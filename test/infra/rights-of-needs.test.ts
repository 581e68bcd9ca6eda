import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Access, access } from '#functions/access.ts';
import { servedBy } from '#functions/served.ts';
import { startReportNeeds } from '#shared/assistant-ads/needs.ts';
import { createContext } from '#shared/aws/context.ts';
import { type Needs, unionOf } from '#shared/aws/deps-of.ts';
import { withOnce } from '#shared/aws/once.ts';
import { nightNeeds } from '#shared/backup/needs.ts';
import { grantNeeds } from '#shared/credits/grants/needs.ts';
import type { Auth } from '#shared/http/actors.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { effectNeeds } from '#shared/outbox/effect-needs.ts';
import { indexNeeds } from '#shared/search/needs.ts';
import type { SecretKind } from '#shared/secrets.ts';

const folder = join(import.meta.dirname, '../../functions');
const files = globSync('{workers,jobs}/*/needs.ts', { cwd: folder });
const ownNeeds = files.map(async (file): Promise<[string, Needs]> => {
  const { needs } = await import(join(folder, file));
  return [basename(dirname(file)), needs];
});
const needsByFunction: Record<string, Needs> = {
  ...Object.fromEntries(await Promise.all(ownNeeds)),
  ...Object.fromEntries(Object.entries(servedBy).map(([name, serves]) => [name, needsOfServed(serves)])),
  'assistant-ads': startReportNeeds,
  effects: effectNeeds,
  'grant-jobs': grantNeeds,
  grants: grantNeeds,
  'night-jobs': nightNeeds,
  'search-index': indexNeeds,
};

function needsOfServed(serves: { endpoints: Readonly<Record<string, AnyEndpoint>>; needs?: Needs }): Needs {
  const endpoints = Object.values(serves.endpoints);
  return unionOf([serves.needs ?? {}, ...endpoints.map(({ needs = {} }): Needs => needs)]);
}

/** A setting that leads to something of the cloud, and the right to it. */
const settings: Record<string, string> = {
  TABLE_ACCOUNTS: 'accounts',
  TABLE_ATTRIBUTION: 'attribution',
  TABLE_ANALYSIS: 'analysis',
  TABLE_TRANSIENT: 'transient',
  QUEUE_URLS: 'queues',
  QUEUE_URL_PREFIX: 'dead letters',
  EXPORT_BUCKET: 'exports',
  FILES_BUCKET: 'files',
  BACKUP_BUCKET: 'backups',
};

function touchedBy(needs: Needs): string[] {
  const touched = new Set<string>('mailer' in needs ? ['mail'] : []);
  const basis = createContext({ env: {} });
  const env = new Proxy(basis.env, {
    get(values, name) {
      const right = settings[String(name)];
      if (right) touched.add(right);
      return Reflect.get(values, name);
    },
  });
  const tables = ['accounts', 'attribution', 'analysis', 'transient'] as const;
  const notedTables = tables.map((name) => [
    name,
    () => {
      touched.add(name);
      return basis[name]();
    },
  ]);
  const context = withOnce<typeof basis>({ ...basis, env, ...Object.fromEntries(notedTables) });
  for (const make of Object.values(needs)) context.once(make as never);
  return [...touched].sort();
}

/** The keys that verify the tokens of the callers whom endpoints recognise. */
const keysOfAuth: Partial<Record<Auth, readonly SecretKind[]>> = {
  user: ['sessions'],
  optionalUser: ['sessions'],
  view: ['sessions', 'operators'],
  report: ['sessions', 'operators'],
  viewOrKey: ['sessions', 'operators'],
  operator: ['operators'],
  devToken: ['operators'],
  devUser: ['operators'],
};

function grantedIn(rights: Access): string[] {
  const { tables = {}, sends, works, objects, uploads, files, backups, deletions, erasures, mail } = rights;
  const { deadLetters, countsDeadLetters, reportsFailures } = rights;
  const rightOf = {
    queues: sends ?? works,
    'dead letters': deadLetters ?? countsDeadLetters ?? reportsFailures,
    exports: objects ?? uploads,
    files,
    backups: backups ?? deletions ?? erasures,
    mail,
  };
  const granted = Object.entries(rightOf).flatMap(([name, right]) => (right ? [name] : []));
  return [...Object.keys(tables), ...granted].sort();
}

describe('the rights of a function', () => {
  it('each function with rights has needs, and each function with needs has rights', () => {
    expect(Object.keys(needsByFunction).sort()).toEqual(Object.keys(access).sort());
  });
  it.each(Object.entries(access))('the rights of %s are those that its needs touch', (name, rights) => {
    expect(touchedBy(needsByFunction[name] ?? {})).toEqual(grantedIn(rights));
  });

  it.each(Object.entries(access))('%s verifies the tokens of its callers, and no others', (name, rights) => {
    const { endpoints: served = {} } = { ...servedBy[name as keyof typeof servedBy] };
    const endpoints: readonly AnyEndpoint[] = Object.values(served);
    const needed = endpoints.flatMap(({ auth }) => keysOfAuth[auth as Auth] ?? []);
    const { secrets = [] }: Access = rights;
    const granted = secrets.filter((kind) => kind === 'sessions' || kind === 'operators');
    expect([...granted].sort()).toEqual([...new Set(needed)].sort());
  });

  it.each(Object.entries(servedBy))('%s can count the calls that its endpoints limit', (name, { endpoints }) => {
    const limited = Object.values<AnyEndpoint>(endpoints).filter(({ callLimit }) => callLimit);
    if (limited.length > 0) expect(needsByFunction[name]).toHaveProperty('limits');
  });
});
