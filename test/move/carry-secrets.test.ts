import { carrySecrets, hasSecrets } from '#lib/ops/move/carry-secrets.ts';
import { rootedKinds, type SecretKind, secretKinds } from '#shared/secrets.ts';

const rootOf = (kind: string) => `${kind} root of the folder`.padEnd(43, '0');
const local = {
  secrets: Object.fromEntries(rootedKinds.map((kind) => [kind, { root: rootOf(kind) }])),
  operator_token: 'op_local',
} as unknown as Parameters<typeof carrySecrets>[0];
const arns = Object.fromEntries(secretKinds.map((kind) => [kind, `arn:${kind}`])) as Record<SecretKind, string>;

function manager(given: Partial<Record<SecretKind, object>> = {}) {
  const held = new Map<string, string>(secretKinds.map((kind) => [arns[kind], JSON.stringify(given[kind] ?? { root: 'of the stage' })]));
  const puts: string[] = [];
  const call = async (target: string, input: object) => {
    const { SecretId, SecretString } = input as { SecretId: string; SecretString?: string };
    if (target === 'secretsmanager.GetSecretValue') return { SecretString: held.get(SecretId) };
    held.set(SecretId, SecretString ?? '');
    puts.push(SecretId);
    return {};
  };
  return {
    settings: { call, arns },
    puts,
    of: (kind: SecretKind) => JSON.parse(held.get(arns[kind]) ?? 'null'),
  };
}

it('gives the stage the roots of the folder once, and the former ones with them', async () => {
  const stage = manager();
  const rotated = {
    ...local,
    secrets: { ...local.secrets, hashing: { root: rootOf('new'), former_roots: [rootOf('old')] } },
  };
  expect(await hasSecrets(rotated, stage.settings)).toEqual([...rootedKinds]);
  await carrySecrets(rotated, {}, stage.settings);
  expect(stage.of('hashing')).toEqual({ root: rootOf('new'), former_roots: [rootOf('old')] });
  expect(stage.of('sealing')).toEqual({ root: rootOf('sealing') });
  expect(await hasSecrets(rotated, stage.settings)).toEqual([]);
  const count = stage.puts.length;
  expect(await carrySecrets(rotated, {}, stage.settings)).toEqual([]);
  expect(stage.puts.length).toBe(count);
});

it("adds vendors' keys of the host that the stage lacks, and changes none that it has", async () => {
  const stage = manager({ llm: {}, search: { search_api_key: 'of the stage' }, billing: {} });
  const env = { LLM_API_KEY: 'llm of the host', SEARCH_API_KEY: 'search of the host', BILLING_API_KEY: '' };
  await carrySecrets(local, env, stage.settings);
  expect(stage.of('llm')).toEqual({ llm_api_key: 'llm of the host' });
  expect(stage.of('search')).toEqual({ search_api_key: 'of the stage' });
  expect(stage.of('billing')).toEqual({});
});
