// Slow: it fails every call in turn.
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const operations = (calls: { operation: string; table?: string }[]) => calls.map(({ operation }) => operation);

describe('conversions and keys', () => {
  it('a crash of server-events and a retry store and count the event once, and return its attribution', async () => {
    const calls = await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: async (app) => {
        const advertiser = await newAdvertiser(app);
        const body = {
          event_type: 'order_created',
          event_id: 'order_created:1',
          value: 9.99,
          svc_click_id: await advertiser.click(),
          external_user_id: 'u1',
        };
        return { advertiser, body };
      },
      operation: (app, { advertiser, body }) => app.conversions.sendConversion({ body, headers: advertiser.key }),
      async check(app, { advertiser, body }, answer) {
        expect(answer).toMatchObject({
          status: 200,
          body: { accepted: true, matched: true, campaign: 'spring', ad_group: 'shoes', ad_id: 'ad_1' },
        });
        expect(await app.conversions.sendConversion({ body, headers: advertiser.key })).toMatchObject({
          body: { duplicate: true, matched: true },
        });
        await app.settle();
        const report = await app.reports.reportConversions({
          query: { group_by: 'campaign' },
          headers: advertiser.headers,
        });
        expect(report.body).toMatchObject({
          rows: [{ campaign: 'spring', currency: 'USD', count: 1, value: '9.99' }],
        });
      },
      async abandoned(app, { advertiser, body }, answer) {
        await app.settle();
        const receipt = await app.events.readConversion({
          params: { event_id: body.event_id },
          query: {},
          headers: advertiser.headers,
        });
        // An acknowledged event is stored and counted; another event is stored and counted, or neither.
        const count = receipt.status === 200 ? 1 : 0;
        if (answer?.status === 200) expect(count).toBe(1);
        const report = await app.reports.reportConversions({ query: {}, headers: advertiser.headers });
        expect(report.body).toMatchObject({ rows: count ? [{ count: 1, value: '9.99' }] : [] });
      },
    });
    expect(operations(calls)).toEqual(['GetItem', 'GetItem', 'GetItem', 'PutItem']);
  });

  it('a write of server-events whose response was lost returns no duplicate', async () => {
    const app = await startApp(await newWorld());
    const advertiser = await newAdvertiser(app);
    const body = { event_type: 'signup_completed', event_id: 'x', svc_click_id: await advertiser.click() };
    const flaky = await startApp(app.world, { fault: { at: 4, mode: 'fails_after' } });
    const send = () => flaky.conversions.sendConversion({ body, headers: advertiser.key });
    expect(await send()).toMatchObject({ status: 200, body: { matched: true, duplicate: false } });
    expect(operations(flaky.calls).slice(3)).toEqual(['PutItem', 'PutItem']);
    expect(await send()).toMatchObject({ status: 200, body: { duplicate: true } });
  });

  it('after a crash while issuing a key, every listed key works, and every working key is listed', async () => {
    await crashTest({
      prepare: async (app) => ({ advertiser: await newAdvertiser(app) }),
      operation: (app, { advertiser }) =>
        app.keys.createKey({
          body: { name: 'Crash', kind: 'secret', environment: 'live' },
          headers: advertiser.headers,
        }),
      async check(app, { advertiser }, answer) {
        if (answer.status !== 201) throw new Error(`status ${answer.status}`);
        const list = await app.keys.listKeys({ headers: advertiser.headers });
        if (list.status !== 200) throw new Error('no list');
        expect(list.body.keys.map(({ id }) => id)).toContain(answer.body.id);
        const sent = await app.conversions.sendConversion({
          body: { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' },
          headers: { authorization: `Bearer ${answer.body.key}` },
        });
        expect(sent.status).toBe(202);
        await app.settle();
        const issued = list.body.keys.filter(({ kind }) => kind === 'secret').length;
        expect(app.world.mails).toHaveLength(issued);
      },
    });
  });

  it('a crash while revoking a key, and a retry, end it everywhere, once, with one mail', async () => {
    await crashTest({
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        await app.settle();
        app.world.mails.length = 0;
        return { advertiser };
      },
      operation: (app, { advertiser }) => app.keys.revokeKey({ params: { id: advertiser.secretKeyId }, headers: advertiser.headers }),
      async check(app, { advertiser }, answer) {
        expect(answer).toMatchObject({ status: 200, body: { revoked_at: expect.any(String) } });
        const sent = await app.conversions.sendConversion({
          body: { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' },
          headers: advertiser.key,
        });
        expect(sent.status).toBe(401);
        await app.settle();
        expect(app.world.mails.map(({ subject }) => subject)).toEqual(['A Conversion API key was revoked']);
      },
    });
  });

  it('a crash while creating a click, and a retry, return a stored click ID', async () => {
    await crashTest({
      prepare: async (app) => ({ advertiser: await newAdvertiser(app) }),
      operation: (app, { advertiser }) =>
        app.pixel.createSession({
          body: { key: advertiser.pixelKey, url: 'https://shop.example/?utm_campaign=c' },
        }),
      async check(app, { advertiser }, answer) {
        if (answer.status !== 201) throw new Error(`status ${answer.status}`);
        const body = { event_type: 'order_created', event_id: 'e', svc_click_id: answer.body.sid };
        expect(await app.conversions.sendConversion({ body, headers: advertiser.key })).toMatchObject({
          status: 200,
          body: { campaign: 'c' },
        });
      },
    });
  });

  it('a crash of the totals worker counts every event once, to the cent', async () => {
    const calls = await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        const clicks = [await advertiser.click(), await advertiser.click('svc_campaign=autumn')];
        for (let i = 0; i < 6; i++) {
          const body = {
            event_type: 'order_created',
            event_id: `o${i}`,
            value: 0.1,
            svc_click_id: clicks[i % 2] as string,
          };
          await app.conversions.sendConversion({ body, headers: advertiser.key });
        }
        return { advertiser };
      },
      operation: (app) => app.settle(),
      async check(app, { advertiser }) {
        await app.settle();
        for (const time_basis of ['occurred', 'received', 'click'] as const) {
          const report = await app.reports.reportConversions({
            query: { group_by: 'campaign', time_basis },
            headers: advertiser.headers,
          });
          expect(report.body).toMatchObject({
            rows: [
              { campaign: 'autumn', count: 3, value: '0.30' },
              { campaign: 'spring', count: 3, value: '0.30' },
            ],
          });
        }
      },
    });
    const count = Map.groupBy(operations(calls.filter(({ by }) => by === 'conversion-totals')), (name) => name);
    // The writes do not depend on the number of events. A click without a user agent needs a write, and its
    // cells four. The destinations of the account take one query a minute.
    expect(Object.fromEntries([...count].map(([name, all]) => [name, all.length]))).toEqual({
      BatchGetItem: 6,
      UpdateItem: 26,
      BatchWriteItem: 3,
      GetItem: 7,
      Query: 5,
    });
  });
});
