import { items } from '#functions/items.ts';
import { erasureOf } from '#functions/workers/account-erasure/erasure-of.ts';

import { login, newOwner, restore } from '#test/api/accounts/deletion/deleted-account.ts';
import { licence, operator } from '#test/api/licences/partner/partner-scene.ts';
import { invite, newHolder } from '#test/api/licences/team-scene.ts';
import { storedIn } from '#test/destinations/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { keyMakers } from '#test/kit/item-modules.ts';
import { bookKinds, daysLater, eraseAtNight, fill, filledAndDeleted, newDeleted, night, secretWord } from './scene.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

/** The search index only records that an account had this ID. */
const keptPrefixes = ['ACCOUNTACTIVITY', 'AUDIT', 'CLAIM', 'CREDITS', 'EFFECT', 'PARTNER', 'PIXELDAY', 'SEARCHDOCUMENTS', 'TASK', 'USER'];

describe('the erasure of a deleted account', () => {
  it('the erasure of a deleted account waits for thirty days', async () => {
    const owner = await newDeleted(app);
    daysLater(app, 29.9);
    expect(await night(app)).toMatchObject({ status: 'completed' });
    expect(await restore(app, owner)).toMatchObject({ status: 200 });
    daysLater(app, 1);
    await eraseAtNight(app);
    expect(await login(app, owner)).toMatchObject({ status: 200 });
  });

  it('the erasure of a deleted account destroys the keys of its days, and those of no other account', async () => {
    const owner = await newDeleted(app);
    daysLater(app, 30.1);
    const lastDay = new Date(app.world.clock.now + 432_000_000).toISOString().slice(0, 10);
    for (const accountId of [owner.id, 4711]) await storedIn(app.world).dayKeys.seal({ accountId, lastDay, context: 'c' }, 'text');
    await eraseAtNight(app);
    expect((await allItems(app.world, 'transient')).map(({ sk }) => sk)).toEqual(['ACCOUNT#4711']);
  });

  it('the erasure of a deleted account leaves no address of an expired invitation', async () => {
    const holder = await newHolder(app);
    const owner = await newDeleted(app);
    for (const email of [owner.email, 'nobody-here@company.example'])
      expect(await invite(app, holder, email)).toMatchObject({ status: 202 });
    daysLater(app, 30.1);
    await eraseAtNight(app);
    const licences = (await allItems(app.world, 'accounts')).filter(({ sk }) => sk === 'LICENCE');
    expect(licences.map(({ invitations }) => invitations)).toEqual([[]]);
  });

  it('the erasure of a deleted account leaves an id, the ledger without its words and the audit', async () => {
    const owner = await filledAndDeleted(app);
    daysLater(app, 30.1);
    expect((await keysOf(owner.id)).length).toBeGreaterThan(30);
    const kinds = (await everything()).map(({ kind }) => kind);
    expect(bookKinds.filter((kind) => !kinds.includes(kind))).toEqual([]);
    expect(app.world.mails.map(({ to }) => to)).toContain(owner.email);
    expect(await wordsOf(owner)).not.toEqual([]);
    await eraseAtNight(app);
    const kindsLeft = (await everything()).map(({ kind }) => kind);
    expect(bookKinds.filter((kind) => kindsLeft.includes(kind))).toEqual([]);
    expect(await wordsOf(owner)).toEqual([]);
    for (const key of await keysOf(owner.id)) expect(keptPrefixes).toContain(key.split(/[#|]/)[0]);
    // The log of a client names its former manager by the ID.
    const ownActivity = (await keysOf(owner.id)).filter((key) => key.startsWith(`ACCOUNTACTIVITY#${owner.id}`));
    expect(ownActivity).toEqual([]);
    const user = await app.users.byId(owner.id);
    expect(user).toMatchObject({ isActive: false, fullName: null, company: null, passwordHash: null });
    expect(user?.erasedAt).toBe(new Date(app.world.clock.now).toISOString());
    const ledger = (await allItems(app.world, 'accounts')).filter(
      ({ pk, sk }) => pk === `CREDITS#${owner.id}` && String(sk).startsWith('TX#'),
    );
    expect(ledger).toMatchObject([{ amount: 7, balanceAfter: 7, reason: '' }, { reason: '' }]);
    expect([...app.world.objects.files.keys()]).toEqual([]);
    expect(app.world.mails.filter(({ to }) => to === owner.email)).toEqual([]);
    expect(await licence(app, owner.license_key)).toMatchObject({ user_id: null, team_members: [] });
    expect(await app.licenceStore.isLinked(owner.client.id)).toBe(false);
    const searched = await app.operators.searchTraces({ query: { q: secretWord }, headers: operator });
    expect(searched).toMatchObject({ status: 200, body: { results: [] } });
    expect(await login(app, owner)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(await restore(app, owner)).toMatchObject({ status: 401 });
    expect(await app.accounts.checkEmail({ body: { email: owner.email } })).toMatchObject({
      body: { registered: false, can_register: true },
    });
  });

  it('an account counts as erased only once its files are gone, and an erasure that failed continues', async () => {
    const owner = await filledAndDeleted(app);
    daysLater(app, 30.1);
    const { files } = app.world.objects;
    const remove = files.delete.bind(files);
    const isStored = () => [...files.keys()].some((key) => key.includes(`/${owner.id}/`));
    files.delete = () => {
      throw new Error('died');
    };
    await expect(eraseAtNight(app)).rejects.toThrow('failed');
    expect([isStored(), (await app.users.byId(owner.id))?.erasedAt]).toEqual([true, undefined]);
    files.delete = remove;
    await app.work('account_erasure');
    expect([isStored(), (await app.users.byId(owner.id))?.erasedAt]).toEqual([false, expect.any(String)]);
  });

  it('the erasure of a deleted account removes nothing of other accounts', async () => {
    const other = await newOwner(app);
    await fill(app, other);
    const before = await keysOf(other.id);
    expect(before.length).toBeGreaterThan(30);
    const owner = await filledAndDeleted(app);
    daysLater(app, 30.1);
    await eraseAtNight(app);
    expect((await app.users.byId(owner.id))?.erasedAt).toBe(new Date(app.world.clock.now).toISOString());
    expect(await keysOf(other.id)).toEqual(before);
    expect(app.world.objects.files.has(`images/${other.id}/1.png`)).toBe(true);
    expect(app.world.objects.files.has(`exports/${other.id}/export_1.ndjson.gz`)).toBe(true);
  });

  it('the erasure of deleted accounts is one run however often the schedule calls, and none without due accounts', async () => {
    const owner = await newDeleted(app);
    daysLater(app, 30.1);
    const first = await night(app);
    expect(await night(app)).toMatchObject({ task_id: first.task_id });
    await app.work('account_erasure');
    expect(await app.users.byId(owner.id)).toMatchObject({ isActive: false });
    expect((await app.users.byId(owner.id))?.erasedAt).toBe(new Date(app.world.clock.now).toISOString());
    daysLater(app, 1);
    expect(await night(app)).toMatchObject({ status: 'completed' });
    expect(app.world.messages.filter(({ queue }) => queue === 'account_erasure')).toEqual([]);
  });

  it('only one of an erasure and a parallel restore succeeds', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const owner = await newDeleted(app);
      const eraseAt = Date.parse((await app.users.byId(owner.id))?.deletion?.eraseAt ?? '');
      app.world.clock.now = eraseAt - 1;
      const [answer] = await Promise.all([
        restore(app, owner),
        new Promise((done) => setTimeout(done, round * 12)).then(() => {
          app.world.clock.now = eraseAt + 1000;
          return night(app);
        }),
      ]);
      await app.work('account_erasure');
      const user = await app.users.byId(owner.id);
      const isRestored = answer.status === 200;
      expect([user?.isActive, user?.erasedAt === undefined]).toEqual([isRestored, isRestored]);
      if (!isRestored) expect([401, 403]).toContain(answer.status);
      expect(await login(app, owner)).toMatchObject({ status: isRestored ? 200 : 401 });
      outcomes.add(String(isRestored));
      if (isRestored) await app.users.change(owner.id, { isActive: false });
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

describe('the list of erased items', () => {
  it('the list of erased items covers every key', () => {
    for (const [name, keyOf] of keyMakers) {
      const { pk, sk } = name === 'dayKey' ? keyOf('2026-11-30', '7', '', '', '', '') : keyOf('7', 'live', '3', '4', '5', '6');
      const [prefix = ''] = pk.split('#');
      expect([name, prefix, Object.hasOwn(items, prefix)]).toEqual([name, prefix, true]);
      const { erasure } = items[prefix as keyof typeof items];
      const acts = { pk: 'remove', sk: 'remove', ledger: sk.startsWith('TX#') ? 'blank' : null, kept: null };
      const item = { pk, sk, reason: 'x' };
      const owner = erasure === 'sk' ? sk.split('#').at(-1) : pk.split('#')[1];
      if (erasure in acts && owner === '7')
        expect([name, erasureOf(item, new Set([7]), 0)]).toEqual([name, acts[erasure as keyof typeof acts]]);
      expect(erasureOf({ ...item, userId: 8, accountId: 8 }, new Set([9]), 0)).toBeNull();
    }
  });
});

const everything = async () =>
  (await Promise.all(['accounts', 'attribution', 'analysis'].map((table) => allItems(app.world, table)))).flat();

const keysOf = async (id: number) =>
  (await everything())
    .filter((item) => JSON.stringify(item).includes(String(id)))
    .map(({ pk, sk }) => `${pk}|${sk}`)
    .filter((key) => !key.startsWith('LIMIT#') && !key.startsWith('SEARCHFRESH'));

const wordsOf = async ({ email }: { email: string }) =>
  (await everything())
    .filter(({ pk }) => !String(pk).startsWith('LIMIT#'))
    .filter((item) => [email, secretWord.toLowerCase()].some((word) => JSON.stringify(item).toLowerCase().includes(word)))
    .map(({ pk, sk }) => `${pk}|${sk}`);
