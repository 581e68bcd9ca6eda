import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { pixelSettingsIn } from '#shared/api-keys/store/pixel-settings.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { newApiKey, sha256 } from '#shared/values/ids.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const owner = 7;
const settings = { allowedOrigins: ['https://a.example'], conversionEventTypes: [], clickWindowDays: 30 };
const calls: { operation: string; input: object }[] = [];
const forgotten: string[] = [];
let pixels: ReturnType<typeof pixelSettingsIn>;
let [publicKey, secretKey] = ['', ''];

beforeAll(async () => {
  const { prefix } = await newWorld();
  const inner = testDynamo();
  const noting: Dynamo = (operation, input) => {
    calls.push({ operation, input });
    return inner(operation, input);
  };
  const table = tableAt(`${prefix}attribution`, noting);
  pixels = pixelSettingsIn(table, { forget: (hash) => void forgotten.push(hash) });
  const issue = async (id: string, kind: 'public' | 'secret') => {
    const key = newApiKey(kind === 'public' ? 'pk_live_' : 'sk_live_');
    const record: ApiKey = {
      id,
      accountId: owner,
      kind,
      environment: 'live',
      name: 'Shop',
      pixelKey: null,
      prefix: key.slice(0, 8),
      last4: key.slice(-4),
      sha256: sha256(key),
      ...settings,
      createdAt: '2026-11-21T12:00:00.000Z',
    };
    await apiKeysIn(table, { now: () => Date.now(), cacheSeconds: 30 }).issue(record, null, []);
    return key;
  };
  publicKey = await issue('key_1', 'public');
  secretKey = await issue('key_2', 'secret');
});

it('the settings of a pixel are those that its owner saved last, and only the given fields change', async () => {
  expect(await pixels.changeSettings(owner, publicKey, { clickWindowDays: 7 }, [])).toEqual({
    ...settings,
    clickWindowDays: 7,
  });
  expect(forgotten).toEqual([sha256(publicKey)]);
  calls.length = 0;
  expect(await pixels.settings(owner, publicKey)).toEqual({ ...settings, clickWindowDays: 7 });
  expect(calls).toMatchObject([{ operation: 'GetItem', input: { ConsistentRead: true } }]);
  const nothing = { allowedOrigins: undefined } as never;
  expect(await pixels.changeSettings(owner, publicKey, nothing, [])).toEqual({
    ...settings,
    clickWindowDays: 7,
  });
});

it.each([
  ['another account', () => [owner + 1, publicKey] as const],
  ['a secret key', () => [owner, secretKey] as const],
  ['an unknown key', () => [owner, 'pk_live_unknown'] as const],
])('the settings of a pixel are neither shown nor changed by %s', async (_, named) => {
  expect(await pixels.settings(...named())).toBeNull();
  expect(await pixels.changeSettings(...named(), { clickWindowDays: 1 }, [])).toBeNull();
  expect(await pixels.settings(owner, publicKey)).not.toMatchObject({ clickWindowDays: 1 });
});

it('a process forgets its copy of a pixel also when the answer of the change is lost', async () => {
  forgotten.length = 0;
  const failing = pixelSettingsIn(
    tableAt('none', () => Promise.reject(new Error('The network is gone.'))),
    { forget: (hash) => void forgotten.push(hash) },
  );
  await expect(failing.changeSettings(owner, publicKey, { clickWindowDays: 1 }, [])).rejects.toThrow();
  expect(forgotten).toEqual([sha256(publicKey)]);
});
