import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { days, minutes } from '#shared/values/durations.ts';
import { newApiKey, sha256 } from '#shared/values/ids.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const clock = { now: start };
let table: Table;
let accountId = 0;
beforeAll(async () => {
  const { prefix } = await newWorld();
  table = tableAt(`${prefix}attribution`, testDynamo());
});
beforeEach(() => {
  clock.now = start;
  accountId++;
});

const keysAt = () => apiKeysIn(table, { now: () => clock.now, cacheSeconds: 30 });
const keyId = 'key_1';
async function issued(): Promise<string> {
  const secret = newApiKey('sk_live_');
  const record: ApiKey = {
    id: keyId,
    accountId,
    kind: 'secret',
    environment: 'live',
    name: 'Shop',
    pixelKey: null,
    prefix: 'sk_live_',
    last4: secret.slice(-4),
    sha256: sha256(secret),
    createdAt: new Date(start).toISOString(),
  };
  await keysAt().issue(record, null, []);
  return secret;
}
async function rotated(graceMinutes: number): Promise<string> {
  const secret = newApiKey('sk_live_');
  const outcome = await keysAt().rotate(accountId, keyId, async () => ({ sha256: sha256(secret), last4: secret.slice(-4) }), {
    graceSeconds: graceMinutes * 60,
    effectsOf: () => [],
  });
  expect(outcome.outcome).toBe('rotated');
  return secret;
}

async function minutesToEnds(secrets: readonly string[]) {
  const minuteOf = (at: unknown) => (at === undefined ? null : (Date.parse(String(at)) - start) / minutes(1));
  const items = await Promise.all(secrets.map((secret) => table.get(keyOf.apiKeySecret(sha256(secret)), { consistent: true })));
  const { previous = [] } = (await keysAt().ownKey(accountId, keyId)) ?? {};
  const listedEnds = new Map(previous.map(({ sha256, endsAt }) => [sha256, endsAt]));
  for (const item of items) if (item?.endsAt !== undefined) expect(item.ttl).toBe((Date.parse(String(item.endsAt)) + days(30)) / 1000);
  return {
    listed: secrets.map((secret) => minuteOf(listedEnds.get(sha256(secret)))),
    stored: items.map((item) => minuteOf(item?.endsAt)),
  };
}

describe('the rotation of a key during earlier grace periods', () => {
  it.each([
    { graces: [60, 0], ends: [1, 1, null] },
    { graces: [60, 10], ends: [11, 11, null] },
    { graces: [10, 60], ends: [10, 61, null] },
    { graces: [60, 30, 10], ends: [12, 12, 12, null] },
    { graces: [10, 60, 30], ends: [10, 32, 32, null] },
    { graces: [60, 30, 0], ends: [2, 2, 2, null] },
  ])('the rotations of a key each minute with graces of $graces minutes end the secrets at $ends', async ({ graces, ends }) => {
    const secrets = [await issued()];
    for (const grace of graces) {
      secrets.push(await rotated(grace));
      clock.now += minutes(1);
    }
    expect(await minutesToEnds(secrets)).toEqual({ listed: ends, stored: ends });
  });

  it('the eleventh rotation of a key ends the oldest of eleven previous secrets at once', async () => {
    const secrets = [await issued()];
    for (let at = 0; at < 11; at++) {
      secrets.push(await rotated(60));
      clock.now += minutes(1);
    }
    const { stored } = await minutesToEnds(secrets);
    expect(stored).toEqual([10, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, null]);
  });

  it('the rotation of a key changes no secret whose grace has ended, so that its end does not return', async () => {
    const secrets = [await issued(), await rotated(5)];
    clock.now += minutes(5);
    secrets.push(await rotated(60));
    expect(await minutesToEnds(secrets)).toEqual({ listed: [null, 65, null], stored: [5, 65, null] });
  });

  it('the revocation of a key ends its secret and those of every grace period', async () => {
    const secrets = [await issued(), await rotated(60), await rotated(60)];
    await keysAt().revoke(accountId, keyId, () => []);
    for (const secret of secrets) expect(await keysAt().secretCaller(secret)).toBeNull();
  });
});

describe('two changes of a key at once', () => {
  const works = async (secret: string) => (await keysAt().secretCaller(secret)) !== null;
  const revoke = (keys = keysAt()) => keys.revoke(accountId, keyId, () => []);
  const suspend = (keys = keysAt()) => keys.suspend(accountId, true);

  it.each([
    ['revoked', revoke, 'revoked'],
    ['suspended', suspend, 'changed'],
    ['rotated', () => rotated(60), 'changed'],
  ])('a rotation issues no secret for a key that is %s meanwhile', async (_, change, expected) => {
    await issued();
    const secret = newApiKey('sk_live_');
    let other: unknown;
    const { outcome } = await keysAt().rotate(
      accountId,
      keyId,
      async () => {
        other = await change();
        return { sha256: sha256(secret), last4: secret.slice(-4) };
      },
      { graceSeconds: 60, effectsOf: () => [] },
    );
    expect([outcome, await works(secret)]).toEqual([expected, false]);
    if (typeof other === 'string') expect(await works(other)).toBe(true);
  });

  const keysWith = (change: () => Promise<unknown>) => {
    let pending: typeof change | undefined = change;
    const slow: Table = {
      ...table,
      async transact(parts) {
        const first = JSON.stringify(parts).includes(keyOf.apiKey(accountId, keyId).sk) ? pending : undefined;
        if (first) pending = undefined;
        await first?.();
        await table.transact(parts);
      },
    };
    return apiKeysIn(slow, { now: () => clock.now, cacheSeconds: 30 });
  };

  it.each([
    ['revocation', revoke],
    ['suspension', suspend],
  ])('the %s of a key also ends the secret of a rotation meanwhile', async (_, change) => {
    await issued();
    let secret = '';
    await change(
      keysWith(async () => {
        secret = await rotated(60);
        expect(await works(secret)).toBe(true);
      }),
    );
    expect(await works(secret)).toBe(false);
  });

  it('a key that two requests revoke keeps the time of the first', async () => {
    await issued();
    const first = new Date(clock.now).toISOString();
    const key = await revoke(
      keysWith(async () => {
        await revoke();
        clock.now += minutes(1);
      }),
    );
    expect([key?.revokedAt, (await keysAt().ownKey(accountId, keyId))?.revokedAt]).toEqual([first, first]);
  });
});
