import { randomInt } from 'node:crypto';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newApiKey, newId, sha256 } from '#shared/values/ids.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const cacheSeconds = 30;
let table: Table;
const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
beforeAll(async () => {
  const { prefix } = await newWorld();
  table = tableAt(`${prefix}attribution`, testDynamo());
});

function newFunction(get: (read: () => Promise<unknown>) => Promise<unknown> = (read) => read()) {
  const reads: string[] = [];
  const watched = {
    ...table,
    get: (key: Parameters<Table['get']>[0], options?: object) => {
      reads.push(key.pk);
      return get(() => table.get(key, options));
    },
  } as unknown as Table;
  return { reads, keys: apiKeysIn(watched, { now: () => clock.now, cacheSeconds }) };
}

function newRecord(changes: Partial<ApiKey> = {}): { secret: string; record: ApiKey } {
  const secret = newApiKey(`${changes.kind === 'public' ? 'pk' : 'sk'}_live_`);
  const record: ApiKey = {
    id: newId('key'),
    accountId: randomInt(1, 2 ** 47),
    kind: 'secret',
    environment: 'live',
    name: 'Shop',
    prefix: 'sk_live_',
    last4: secret.slice(-4),
    sha256: sha256(secret),
    pixelKey: null,
    createdAt: new Date(clock.now).toISOString(),
    ...changes,
  };
  return { secret, record };
}
const mail = (id: string): Effect => ({
  kind: 'mail',
  id,
  to_user: 1,
  template: 'secret_key_revoked',
  data: {},
});
const issued = async (changes: Partial<ApiKey> = {}) => {
  const made = newRecord(changes);
  await newFunction().keys.issue(made.record, null, []);
  return made;
};

describe('a looked-up key', () => {
  it('a looked-up key is read once per cache time', async () => {
    const { secret, record } = await issued();
    const { keys, reads } = newFunction();
    for (let i = 0; i < 5; i++) expect(await keys.secretCaller(secret)).toMatchObject({ keyId: record.id });
    expect(reads).toHaveLength(1);
    clock.now += cacheSeconds * 1000 - 1;
    await keys.secretCaller(secret);
    expect(reads).toHaveLength(1);
    clock.now += 1;
    await keys.secretCaller(secret);
    expect(reads).toHaveLength(2);
  });

  it('a key that is revoked elsewhere is refused after the cache time, and at once where it was revoked', async () => {
    const { secret, record } = await issued();
    const [here, elsewhere, cold] = [newFunction(), newFunction(), newFunction()];
    for (const { keys } of [here, elsewhere]) expect(await keys.secretCaller(secret)).not.toBeNull();
    await here.keys.revoke(record.accountId, record.id, () => []);
    expect(await here.keys.secretCaller(secret)).toBeNull();
    expect(await cold.keys.secretCaller(secret)).toBeNull();
    clock.now += cacheSeconds * 1000;
    expect(await elsewhere.keys.secretCaller(secret)).toBeNull();
  });

  it('a hundred parallel first uses of a key cause one read', async () => {
    const { secret, record } = await issued();
    const { keys, reads } = newFunction();
    const callers = await Promise.all(Array.from({ length: 100 }, () => keys.secretCaller(secret)));
    expect(new Set(callers.map((caller) => caller?.keyId))).toEqual(new Set([record.id]));
    expect(reads).toHaveLength(1);
  });

  it('a key of another kind has no caller', async () => {
    const secret = await issued();
    const open = await issued({ kind: 'public' });
    const { keys } = newFunction();
    expect(await keys.pixelCaller(secret.secret)).toBeNull();
    expect(await keys.secretCaller(open.secret)).toBeNull();
    expect(await keys.pixelCaller(open.secret)).toMatchObject({ pixelKey: open.secret });
    const disguised = newRecord();
    await keys.issue({ ...disguised.record, kind: 'public' }, null, []);
    expect(await keys.secretCaller(disguised.secret)).toBeNull();
  });
});

describe('an unknown key', () => {
  it('an unknown key is not cached, so it works once it is issued', async () => {
    const { secret, record } = newRecord();
    const { keys } = newFunction();
    expect(await keys.secretCaller(secret)).toBeNull();
    await newFunction().keys.issue(record, null, []);
    expect(await keys.secretCaller(secret)).toMatchObject({ keyId: record.id });
  });

  it('an unknown key that is mistyped costs no read', async () => {
    const { keys, reads } = newFunction();
    const { secret } = newRecord();
    for (const wrong of [`${secret}x`, secret.slice(0, -1), secret.toLowerCase(), 'sk_live_', '', 'pk_', secret.replace('live', 'prod')]) {
      expect([await keys.secretCaller(wrong), await keys.pixelCaller(wrong)]).toEqual([null, null]);
    }
    expect(reads).toHaveLength(0);
  });
});

describe('the cache of keys', () => {
  it('a failed read of a key is not cached', async () => {
    const { secret, record } = await issued();
    let failures = 0;
    const { keys } = newFunction(async (read) => {
      if (failures++ === 0) throw new Error('The store did not answer.');
      return read();
    });
    const first = await Promise.allSettled([keys.secretCaller(secret), keys.secretCaller(secret)]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await keys.secretCaller(secret)).toMatchObject({ keyId: record.id });
  });

  it('the cache of keys is bounded and holds the latest keys', async () => {
    const found = (secret: string) => ({ ...newRecord().record, sha256: sha256(secret) });
    const { keys, reads } = newFunction(async () => found(''));
    const secrets = Array.from({ length: 1500 }, () => newApiKey('sk_live_'));
    for (const secret of secrets) await keys.secretCaller(secret);
    expect(reads).toHaveLength(1500);
    for (const secret of secrets.slice(-1000)) await keys.secretCaller(secret);
    expect(reads).toHaveLength(1500);
    for (const secret of secrets.slice(0, 500)) await keys.secretCaller(secret);
    expect(reads).toHaveLength(2000);
  });

  it('guesses do not empty the cache of keys', async () => {
    const { secret } = await issued();
    const { keys, reads } = newFunction(async (read) => (reads.length > 1 ? null : read()));
    await keys.secretCaller(secret);
    for (let i = 0; i < 2000; i++) await keys.secretCaller(newApiKey('sk_live_'));
    const before = reads.length;
    await keys.secretCaller(secret);
    expect(reads).toHaveLength(before);
  });
});

describe('parallel changes of keys', () => {
  it('parallel revocations of a key set one time and send one mail', async () => {
    const { record } = await issued();
    let asked = 0;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const keys = apiKeysIn(table, { now: () => clock.now + i * 1000, cacheSeconds });
        return keys.revoke(record.accountId, record.id, (key) => {
          asked += 1;
          return [mail(`revoked#${key.id}#${i}`)];
        });
      }),
    );
    const times = new Set(answers.map((key) => key?.revokedAt));
    expect([...times]).toEqual([expect.stringMatching(/^2026-/)]);
    const [listed] = await newFunction().keys.list(record.accountId);
    expect(listed?.revokedAt).toBe([...times][0]);
    expect(JSON.parse(String((listed as ApiKey & { effects?: string }).effects))).toHaveLength(1);
    expect(asked).toBeGreaterThanOrEqual(1);
    clock.now += 60_000;
    expect(await newFunction().keys.revoke(record.accountId, record.id, () => [mail('late')])).toMatchObject({
      revokedAt: [...times][0],
    });
  });

  it('a key of another account, or an unknown key, is not revoked', async () => {
    const { secret, record } = await issued();
    const { keys } = newFunction();
    expect(await keys.revoke(record.accountId + 1, record.id, () => [])).toBeNull();
    expect(await keys.revoke(record.accountId, 'key_none', () => [])).toBeNull();
    expect(await keys.secretCaller(secret)).not.toBeNull();
  });

  it('one of two parallel requests issues a key with the same secret or ID', async () => {
    const first = newRecord();
    const sameKey = { ...newRecord().record, sha256: first.record.sha256 };
    const sameId = { ...newRecord().record, id: first.record.id, accountId: first.record.accountId };
    const outcomes = await Promise.allSettled([first.record, sameKey, sameId].map((record) => newFunction().keys.issue(record, null, [])));
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const record of [first.record, sameKey]) {
      const listed = await newFunction().keys.list(record.accountId);
      for (const key of listed) {
        const holder = await table.get({ pk: `KEY#${key.sha256}`, sk: 'KEY' }, { consistent: true });
        expect(holder).toMatchObject({ id: key.id, accountId: key.accountId });
      }
    }
  });

  it('all processes together record the last use of a key to the minute', async () => {
    const { record } = await issued();
    const [first, other] = [newFunction().keys, newFunction().keys];
    const notedBy = async ({ used }: typeof first, at: string) => {
      await used(record.accountId, record.id, at);
      return (await first.list(record.accountId))[0]?.lastUsedAt;
    };
    const [began, soon, later] = ['10:00:00', '10:00:59', '10:01:00'].map((at) => `2026-11-21T${at}.000Z`);
    expect(await notedBy(first, began as string)).toBe(began);
    for (const one of [first, other]) expect(await notedBy(one, soon as string)).toBe(began);
    expect(await notedBy(other, later as string)).toBe(later);
  });

  it('a last use never goes back and never creates a key', async () => {
    const { record } = await issued();
    const { keys } = newFunction();
    const times = ['2026-11-21T10:00:00.000Z', '2026-11-21T12:00:00.000Z', '2026-11-21T11:00:00.000Z'];
    await Promise.all(times.map((at) => keys.used(record.accountId, record.id, at)));
    expect(await keys.list(record.accountId)).toMatchObject([{ lastUsedAt: times[1] }]);
    await keys.used(record.accountId, 'key_none', times[1] as string);
    expect(await keys.list(record.accountId)).toHaveLength(1);
  });
});
