import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { keyCountIn } from '#shared/api-keys/store/key-count.ts';
import { tableAt } from '#shared/store/table.ts';
import { newApiKey, newId, sha256 } from '#shared/values/ids.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

it('a second recovery of an account refuses keys of sessions since the first, and a late repeat changes nothing', async () => {
  const { prefix } = await newWorld();
  const now = () => Date.parse('2026-11-26T12:00:00Z');
  const keys = apiKeysIn(tableAt(`${prefix}attribution`, testDynamo()), { now, cacheSeconds: 0 });
  for (const epoch of [100, 200, 100]) await keys.refuseBefore(7, epoch);
  const issue = async (sessionEpoch: number) => {
    const secret = newApiKey('sk_live_');
    const key: ApiKey = {
      id: newId('key'),
      accountId: 7,
      kind: 'secret',
      environment: 'live',
      name: 'Shop',
      prefix: 'sk_live_',
      last4: secret.slice(-4),
      sha256: sha256(secret),
      pixelKey: null,
      createdAt: new Date(now()).toISOString(),
      sessionEpoch,
    };
    return (await keys.issue(key, null, [])).outcome;
  };
  expect(await issue(199)).toBe('session_ended');
  expect(await issue(200)).toBe('issued');
});

it.each([
  [0, 0],
  [2, 0],
  [1, 3],
])('the count of an account begins with its %d active keys, without %d revoked keys', async (active, revoked) => {
  const world = await newWorld();
  const table = tableAt(`${world.prefix}attribution`, testDynamo());
  for (let at = 0; at < active + revoked; at++)
    await table.put({ ...keyOf.apiKey(7, `k${at}`), kind: 'key', ...(at >= active && { revokedAt: 'x' }) });
  const count = keyCountIn(table);
  await count.start(7);
  await table.put({ ...keyOf.apiKey(7, 'later'), kind: 'key' });
  await count.start(7);
  expect(await table.get(keyOf.keyCount(7), { consistent: true })).toMatchObject({ active });
  const settings = await table.get(keyOf.accountSettings(7), { consistent: true });
  expect(settings !== null).toBe(active + revoked === 0);
});
