// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

async function prepare(app: TestApp) {
  const advertiser = await newAdvertiser(app);
  await app.settle();
  app.world.mails.length = 0;
  return { advertiser };
}

describe('rotating a key', () => {
  it('leaves the answered secret working, the first one to its grace, and one mail per rotation', async () => {
    const calls = await crashTest({
      prepare,
      operation: (app, { advertiser }) =>
        app.keys.rotateKey({
          params: { id: advertiser.secretKeyId },
          body: { grace_seconds: 3600 },
          headers: advertiser.headers,
        }),
      async check(app, { advertiser }, answer) {
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        const works = async (authorization: string, event_id: string) => {
          const body = { event_type: 'a', event_id, svc_click_id: 's_nobody' };
          return (await app.conversions.sendConversion({ body, headers: { authorization } })).status === 202;
        };
        expect(await works(`Bearer ${answer.body.key}`, 'e1')).toBe(true);
        expect(await works(advertiser.key.authorization, 'e2')).toBe(true);
        const list = await app.keys.listKeys({ headers: advertiser.headers });
        const listed = list.status === 200 ? list.body.keys.filter(({ kind }) => kind === 'secret') : [];
        expect(listed.map(({ last4 }) => last4)).toEqual([answer.body.last4]);
        await app.settle();
        expect(new Set(app.world.mails.map(({ subject }) => subject))).toEqual(new Set(['A Conversion API key was rotated']));
        expect([1, 2]).toContain(app.world.mails.length);
        app.world.clock.now += 3_600_000;
        expect(await works(advertiser.key.authorization, 'e3')).toBe(false);
        expect(await works(`Bearer ${answer.body.key}`, 'e4')).toBe(true);
      },
    });
    expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'Query', 'TransactWriteItems']);
  });

  it('a crash and a retry with an Idempotency-Key rotate once, return the valid secret, and mail once', async () => {
    const calls = await crashTest({
      prepare,
      operation: (app, { advertiser }) =>
        app.keys.rotateKey({
          params: { id: advertiser.secretKeyId },
          body: { grace_seconds: 30 },
          headers: { ...advertiser.headers, 'Idempotency-Key': 'rotation-1' },
        }),
      async check(app, { advertiser }, answer) {
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        const body = { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' };
        const headers = { authorization: `Bearer ${answer.body.key}` };
        expect((await app.conversions.sendConversion({ body, headers })).status).toBe(202);
        const list = await app.keys.listKeys({ headers: advertiser.headers });
        const listed = list.status === 200 ? list.body.keys.filter(({ kind }) => kind === 'secret') : [];
        expect(listed).toMatchObject([{ last4: answer.body.last4, rotated_at: answer.body.rotated_at }]);
        const [item] = (await allItems(app.world)).filter(
          ({ pk, sk }) => pk === `ACCOUNT#${advertiser.id}` && sk === `KEY#${advertiser.secretKeyId}`,
        );
        expect(item?.previous).toHaveLength(1);
        await app.settle();
        expect(app.world.mails).toHaveLength(1);
      },
    });
    expect(operationsOf(calls)).toBe('GetItem GetItem GetItem Query TransactWriteItems');
  });

  it('a revocation after a crashed rotation ends every secret', async () => {
    await crashTest({
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        const answer = await app.keys.rotateKey({
          params: { id: advertiser.secretKeyId },
          body: { grace_seconds: 3600 },
          headers: advertiser.headers,
        });
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        return { advertiser, secrets: [advertiser.key.authorization, `Bearer ${answer.body.key}`] };
      },
      operation: (app, { advertiser }) => app.keys.revokeKey({ params: { id: advertiser.secretKeyId }, headers: advertiser.headers }),
      async check(app, { secrets }, answer) {
        expect(answer).toMatchObject({ status: 200, body: { revoked_at: expect.any(String) } });
        for (const authorization of secrets) {
          const body = { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' };
          const answer = await app.conversions.sendConversion({ body, headers: { authorization } });
          expect(answer.status).toBe(401);
        }
      },
    });
  });
});
