import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, sceneOf } from './scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
let sid: string;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
  await app.settle();
  app.world.mails.length = 0;
  sid = await advertiser.click();
});
const checkout = (event_id: string) => ({ event_id, event_type: 'checkout_started', svc_click_id: sid });
const order = (event_id: string, changes: object = {}) => ({
  event_id,
  event_type: 'order_created',
  value: 50,
  svc_click_id: sid,
  ...changes,
});

describe('an event ID of two events', () => {
  it("a conflicting event ID keeps the interface's answer, and is recorded once per ID in log, receipt and counters", async () => {
    for (let i = 0; i < 30; i++) {
      const id = `ORDER-${i}`;
      expect(await scene.send(advertiser, checkout(id))).toMatchObject({ status: 200 });
      for (let tries = 0; tries < 2; tries++)
        expect(await scene.send(advertiser, order(id))).toMatchObject({
          status: 200,
          body: {
            accepted: true,
            matched: true,
            duplicate: true,
            event_type: 'checkout_started',
            warnings: [{ code: 'event_id_payload_mismatch', fields: ['event_type', 'value'] }],
          },
        });
    }
    await app.settle();
    const { events } = await scene.log(advertiser, { outcome: 'conflict', limit: 100 });
    expect(events).toHaveLength(30);
    expect(events[0]).toMatchObject({
      id: expect.stringMatching(/^live\.\d+\.c_/),
      event_id: expect.stringMatching(/^ORDER-/),
      event_type: 'order_created',
      value: '50.00',
      counted: false,
      conflict: {
        fields: ['event_type', 'value'],
        accepted: { event_type: 'checkout_started', value: '0.00', currency: 'USD' },
      },
    });
    expect(JSON.stringify(events)).not.toContain(sid);
    expect(await scene.receipt(advertiser, 'ORDER-7')).toMatchObject({
      event_type: 'checkout_started',
      conflict: {
        fields: ['event_type', 'value'],
        sent: { event_type: 'order_created', value: '50.00', currency: 'USD', svc_click_id: sid },
        key_id: advertiser.secretKeyId,
      },
    });
    expect(await scene.activity(advertiser)).toMatchObject({
      'conflict checkout_started>order_created|lost': 30,
      duplicate: 60,
    });
    expect(await scene.rows(advertiser)).toEqual([]);
  });

  it('a conflicting event ID tells the sent value and currency apart from the accepted ones, in log and receipt', async () => {
    await scene.send(advertiser, order('X'));
    await scene.send(advertiser, order('X', { value: 30, currency: 'EUR' }));
    await app.settle();
    const { events } = await scene.log(advertiser, { outcome: 'conflict' });
    expect(events).toMatchObject([
      {
        value: '30.00',
        currency: 'EUR',
        conflict: { fields: ['value', 'currency'], accepted: { value: '50.00', currency: 'USD' } },
      },
    ]);
    expect(await scene.receipt(advertiser, 'X')).toMatchObject({
      value: '50.00',
      currency: 'USD',
      conflict: { sent: { value: '30.00', currency: 'EUR' } },
    });
  });

  it('a conflicting event ID is mailed to the owner once a day, with the two types and the fix', async () => {
    for (const id of ['A', 'B']) {
      await scene.send(advertiser, checkout(id));
      await scene.send(advertiser, order(id));
    }
    await app.settle();
    expect(app.world.mails).toHaveLength(1);
    expect(app.world.mails[0]).toMatchObject({ to: advertiser.email });
    expect(app.world.mails[0]?.text).toContain('checkout_started');
    expect(app.world.mails[0]?.text).toContain('order_created:10017');
    app.world.clock.now += 86_400_000;
    await scene.send(advertiser, checkout('C'));
    await scene.send(advertiser, order('C'));
    await app.settle();
    expect(app.world.mails).toHaveLength(2);
  });

  it('a batch stores the second event of a conflicting ID under another ID', async () => {
    const item = (type: string) => ({ id: 'O-90', type, svc_click_id: sid, data: { value: 5 } });
    const answer = await scene.batch(advertiser, [item('checkout_started'), item('order_created')]);
    expect(answer.body).toMatchObject({
      results: [{ event_id: 'O-90' }, { event_id: 'order_created:O-90', duplicate: false }],
    });
    await app.settle();
    expect((await scene.log(advertiser, { outcome: 'conflict' })).events).toMatchObject([
      {
        event_id: 'O-90',
        event_type: 'order_created',
        conflict: { fields: ['event_type'], stored_as: 'order_created:O-90' },
      },
    ]);
    expect(await scene.activity(advertiser)).toMatchObject({
      'conflict checkout_started>order_created|stored': 1,
    });
    expect(await scene.rows(advertiser)).toMatchObject([{ count: 1, value: '5.00' }]);
    expect(app.world.mails).toEqual([]);
  });

  it.each([
    ['value', { value: 51 }],
    ['currency', { currency: 'EUR' }],
    ['svc_click_id', { svc_click_id: 's_other' }],
  ])('an event ID conflicts when only %s differs', async (field, changes) => {
    await scene.send(advertiser, order('X'));
    await scene.send(advertiser, order('X', changes));
    await app.settle();
    expect((await scene.receipt(advertiser, 'X')).conflict).toMatchObject({ fields: [field] });
  });

  it.each([
    ['nothing', {}],
    ['the properties', { properties: { a: 1 } }],
    ['the time and the user', { occurred_at: '2026-11-20T00:00:00Z', external_user_id: 'u' }],
  ])('an event ID does not conflict when %s differs', async (_, changes) => {
    await scene.send(advertiser, order('X'));
    await scene.send(advertiser, order('X', changes));
    await app.settle();
    expect(await scene.receipt(advertiser, 'X')).not.toHaveProperty('conflict');
    expect((await scene.log(advertiser, { outcome: 'duplicate' })).events).toHaveLength(1);
  });

  it('an event ID does not conflict when the repeat names the same click by another name, or none', async () => {
    const clicked = await advertiser.click('svc_campaign=spring&gclid=G-1');
    await scene.send(advertiser, order('X', { svc_click_id: clicked }));
    await scene.send(advertiser, order('X', { svc_click_id: 'gclid:G-1' }));
    const { svc_click_id: _, event_id, ...item } = order('X');
    await scene.batch(advertiser, [{ ...item, id: event_id }]);
    await app.settle();
    expect(await scene.receipt(advertiser, 'X')).not.toHaveProperty('conflict');
  });

  it('an event ID keeps its first conflict, also when a hundred repeats race', async () => {
    await scene.send(advertiser, order('X'));
    await Promise.all(Array.from({ length: 100 }, (_, i) => scene.send(advertiser, order('X', { value: 100 + i }))));
    await app.settle();
    const first = (await scene.receipt(advertiser, 'X')).conflict;
    await scene.send(advertiser, order('X', { value: 7 }));
    await app.settle();
    expect((await scene.receipt(advertiser, 'X')).conflict).toEqual(first);
    expect((await scene.log(advertiser, { outcome: 'conflict' })).events).toHaveLength(1);
    expect(await scene.activity(advertiser)).toMatchObject({
      'conflict order_created>order_created|lost': 1,
      duplicate: 101,
    });
  });

  it('a conflicting event ID of a test key is in the test log only, and no mail is sent', async () => {
    const tester = await newAdvertiser(app, 'test');
    await app.settle();
    app.world.mails.length = 0;
    const click = await tester.click();
    await scene.send(tester, { ...checkout('X'), svc_click_id: click });
    await scene.send(tester, order('X', { svc_click_id: click }));
    await app.settle();
    expect((await scene.log(tester, { outcome: 'conflict', environment: 'test' })).events).toHaveLength(1);
    expect((await scene.log(tester, { outcome: 'conflict' })).events).toEqual([]);
    expect(app.world.mails).toEqual([]);
  });

  it('a conflicting event ID loses the click ID of the repeat when its user is erased', async () => {
    const other = await advertiser.click();
    await scene.send(advertiser, { ...checkout('X'), external_user_id: 'ada' });
    await scene.send(advertiser, order('X', { svc_click_id: other }));
    await app.settle();
    const headers = await app.signIn(advertiser.id);
    const erased = await app.privacy.erase({ body: { external_user_id: 'ada' }, headers });
    expect(erased).toMatchObject({ status: 202, body: { erased_events: 1 } });
    const receipt = await scene.receipt(advertiser, 'X');
    expect(receipt).toMatchObject({ erased: true, conflict: { sent: { event_type: 'order_created' } } });
    expect(receipt.conflict?.sent).not.toHaveProperty('svc_click_id');
    const events = (await allItems(app.world)).filter((item) => item.kind === 'conversion');
    expect(JSON.stringify(events)).not.toContain(other);
  });
});
