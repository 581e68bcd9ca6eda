// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import type { newAdvertiser as NewAdvertiser, TestApp } from '#test/kit/harness.ts';
import { newAdvertiser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const event = (event_id: string, svc_click_id: string, external_user_id?: string) => ({
  event_type: 'order_created',
  event_id,
  svc_click_id,
  value: 5,
  properties: { a: 1 },
  ...(external_user_id && { external_user_id }),
});

async function scene(app: TestApp, bodies = (sid: string) => [event('e1', sid, 'ada'), event('e2', sid)]) {
  const owner = await newAdvertiser(app);
  const sid = await owner.click('svc_campaign=c&oppref=net1');
  for (const body of bodies(sid)) await app.conversions.sendConversion({ body, headers: owner.key });
  await app.settle();
  return { owner, sid };
}

async function allIsErased(app: TestApp, owner: Awaited<ReturnType<typeof NewAdvertiser>>, ids: string[]) {
  for (const event_id of ids) {
    const receipt = await app.events.readConversion({
      params: { event_id },
      query: {},
      headers: owner.headers,
    });
    expect(receipt.body).toMatchObject({ erased: true, properties: null, has_external_user: false });
    expect(receipt.body).not.toHaveProperty('svc_click_id');
  }
  await app.settle();
  const report = await app.reports.reportConversions({
    query: { group_by: 'campaign' },
    headers: owner.headers,
  });
  expect(report.body).toMatchObject({ rows: [{ campaign: 'c', count: 2, value: '10.00' }] });
}

async function nothingIsErased(app: TestApp, owner: Awaited<ReturnType<typeof NewAdvertiser>>, ids: string[]) {
  for (const event_id of ids) {
    const { headers } = owner;
    const receipt = await app.events.readConversion({ params: { event_id }, query: {}, headers });
    expect(receipt.body).toMatchObject({ properties: { a: 1 } });
    expect(receipt.body).not.toHaveProperty('erased');
  }
}

async function tracesOf(app: TestApp, { id }: { id: number }, user: string) {
  const hash = await app.userHash(id, user);
  return (await allItems(app.world)).filter((item) => JSON.stringify(item).includes(hash));
}

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('an erasure', () => {
  it.each([
    ['of a user', ['e1', 'e2'], () => ({ external_user_id: 'ada' })],
    ['of a click', ['e1', 'e2'], (sid: string) => ({ svc_click_id: sid })],
  ])('%s, and a retry: everything is erased, and the totals stay', async (_, ids, body) => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: (app) => scene(app),
      operation: (app, { owner, sid }) => app.privacy.erase({ body: body(sid), headers: owner.headers }),
      async check(app, { owner, sid }, answer) {
        expect(answer.status).toBe(202);
        await allIsErased(app, owner, ids);
        const again = await app.conversions.sendConversion({ body: event('e9', sid), headers: owner.key });
        expect(again.body).toMatchObject({ matched: false, reason: 'unknown_svc_click_id' });
      },
      // The message is sent first, so it finishes any started work.
      async abandoned(app, { owner }, answer) {
        if (answer?.status === 202) expect(app.world.messages).toHaveLength(1);
        if (app.world.messages.length > 0) {
          await app.work('erasure');
          await allIsErased(app, owner, ids);
        } else await nothingIsErased(app, owner, ids);
      },
    });
  });

  it('a crash while erasing a user of a shared click keeps the events of the other users, which can still be erased', async () => {
    await crashTest({
      prepare: (app) => scene(app, (sid) => [event('e1', sid, 'ada'), event('e2', sid, 'bob'), event('e3', sid)]),
      operation: (app, { owner }) => app.privacy.erase({ body: { external_user_id: 'ada' }, headers: owner.headers }),
      async check(app, { owner }) {
        await nothingIsErased(app, owner, ['e2']);
        expect(await tracesOf(app, owner, 'ada')).toEqual([]);
        const unnamed = event('e4', 's_nobody', 'bob');
        const later = await app.conversions.sendConversion({ body: unnamed, headers: owner.key });
        expect(later.body).toMatchObject({ matched: false });
        const body = { external_user_id: 'bob' };
        const answer = await app.privacy.erase({ body, headers: owner.headers });
        expect(answer.body).toMatchObject({ erased_events: 1 });
        await app.settle();
        await app.work('erasure');
        expect(await tracesOf(app, owner, 'bob')).toEqual([]);
      },
    });
  });

  it('a crash while erasing a click of several users, and a retry, leave no link', async () => {
    await crashTest({
      prepare: (app) => scene(app, (sid) => [event('e1', sid, 'ada'), event('e2', 'oppref:net1', 'bob'), event('e3', sid)]),
      operation: (app, { owner, sid }) => app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers }),
      async check(app, { owner }) {
        for (const user of ['ada', 'bob']) expect(await tracesOf(app, owner, user)).toEqual([]);
      },
    });
  });

  it('an erasure finds events of a link whose projection crashed and was repeated', async () => {
    await crashTest({
      async prepare(app) {
        const { owner, sid } = await scene(app);
        for (const body of [event('e3', sid, 'ada'), event('e4', sid, 'bob')])
          await app.conversions.sendConversion({ body, headers: owner.key });
        return { owner };
      },
      operation: (app) => app.settle(),
      async check(app, { owner }) {
        for (const [external_user_id, erased_events] of [
          ['ada', 3],
          ['bob', 1],
        ] as const) {
          const answer = await app.privacy.erase({ body: { external_user_id }, headers: owner.headers });
          expect(answer.body).toMatchObject({ erased_events });
          expect(await tracesOf(app, owner, external_user_id)).toEqual([]);
        }
      },
    });
  });

  it('a crash of the worker and a repeat of its message erase everything', async () => {
    await crashTest({
      async prepare(app) {
        const { owner } = await scene(app);
        return { owner };
      },
      operation: async (app, { owner }) => {
        if (app.world.messages.length === 0)
          app.world.messages.push({
            queue: 'erasure',
            delaySeconds: 0,
            message: {
              account_id: owner.id,
              task_id: 't',
              selector: { userHash: await app.userHash(owner.id, 'ada') },
            },
          });
        await app.work('erasure');
      },
      async check(app, { owner }) {
        await allIsErased(app, owner, ['e1', 'e2']);
        const files = [...app.world.backups.files].filter(([key]) => key.startsWith('erasures/'));
        expect(files.length).toBeGreaterThan(0);
        for (const [, file] of files) expect(JSON.parse(file.toString())).toMatchObject({ account_id: owner.id, late: true });
      },
      async abandoned(app) {
        const erased = (await allItems(app.world)).filter(({ erasedAt }) => erasedAt);
        const files = [...app.world.backups.files.keys()].filter((key) => key.startsWith('erasures/'));
        if (erased.length > 0) expect(files.length).toBeGreaterThan(0);
      },
    });
  });

  it('events that arrive after the erasure are erased, even if their projection crashes', async () => {
    await crashTest({
      async prepare(app) {
        const owner = await newAdvertiser(app);
        const sid = await owner.click('svc_campaign=c&oppref=net1');
        await app.settle();
        for (const body of [event('e1', sid, 'ada'), event('e2', sid)]) await app.conversions.sendConversion({ body, headers: owner.key });
        await app.privacy.erase({ body: { external_user_id: 'ada' }, headers: owner.headers });
        await app.work('erasure');
        return { owner };
      },
      async operation(app) {
        await app.settle();
        await app.work('erasure');
      },
      check: (app, { owner }) => allIsErased(app, owner, ['e1', 'e2']),
    });
  });
});
