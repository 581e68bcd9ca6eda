import { tableAt } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { Advertiser } from '#test/destinations/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { storedIn } from './stored.ts';

let app: TestApp;
let owner: Advertiser;
let count = 0;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
});
const long = (length: number) => `${++count}-`.padEnd(length, 'aB3_-');
const landed = async (gclid: string) => {
  const sid = await owner.click(`svc_campaign=spring&gclid=${encodeURIComponent(gclid)}`);
  const stored = await storedIn(app.world).click(sid);
  if (!stored) throw new Error('The click was not stored.');
  return stored;
};
const send = (svc_click_id: string) =>
  app.conversions.sendConversion({ body: { event_type: 'order_created', event_id: `o${++count}`, svc_click_id }, headers: owner.key });
const batched = async (gclid: string) => {
  const body = { events: [{ event_id: `o${++count}`, event_type: 'order_created', gclid }] };
  return bodyOf(await app.conversions.sendConversion({ body: body as never, headers: owner.key })) as unknown as {
    results: [{ matched: boolean; session_id?: string }];
  };
};

describe('the click ID of a network', () => {
  it.each([500, 501, 1024])('of %i characters is stored whole, and events find its click', async (length) => {
    const id = long(length);
    const { sid, networkClickIds, truncated } = await landed(id);
    expect(networkClickIds).toEqual({ gclid: id });
    expect(truncated).toBeUndefined();
    expect(bodyOf(await send(`gclid:${id}`))).toMatchObject({ matched: true, session_id: sid });
    expect((await batched(id)).results[0]).toMatchObject({ matched: true, session_id: sid });
  });

  it('of more than 1,024 characters is cut and marked, and a batch still finds its click', async () => {
    const id = long(1030);
    const { sid, networkClickIds, truncated } = await landed(id);
    expect(networkClickIds).toEqual({ gclid: id.slice(0, 1024) });
    expect(truncated).toEqual(['gclid']);
    expect((await batched(id)).results[0]).toMatchObject({ matched: true, session_id: sid });
    expect((await send(`gclid:${id.padEnd(1100, 'x')}`)).status).toBe(422);
  });

  it('with other characters than printable ASCII is kept up to the former length, and marked if it is longer', async () => {
    expect(await landed('é'.repeat(500))).toMatchObject({ networkClickIds: { gclid: 'é'.repeat(500) } });
    expect(await landed('é'.repeat(501))).toMatchObject({ networkClickIds: { gclid: 'é'.repeat(500) }, truncated: ['gclid'] });
    expect((await send(`gclid:${'é'.repeat(600)}`)).status).toBe(422);
  });

  it('that an earlier version stored is found by its own alias', async () => {
    const [short, cut] = [long(40), long(700)];
    const { sid } = await landed('x');
    const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
    for (const value of [short, cut.slice(0, 500)])
      await table.put({ pk: `ALIAS#${owner.id}#live#gclid#${value}`, sk: 'ALIAS', kind: 'alias', sid });
    expect(bodyOf(await send(`gclid:${short}`))).toMatchObject({ session_id: sid });
    expect(bodyOf(await send(`gclid:${cut}`))).toMatchObject({ session_id: sid });
    const newer = await landed(cut);
    expect(bodyOf(await send(`gclid:${cut}`))).toMatchObject({ session_id: newer.sid });
    expect(await table.get({ pk: `ALIAS#${owner.id}#live#gclid#sha256:${sha256(cut)}`, sk: 'ALIAS' })).toMatchObject({ sid: newer.sid });
  });

  it('of a click that comes after its event earns it, also where an earlier version cut the event’s', async () => {
    const [id, other] = [long(900), long(900)];
    await send(`gclid:${id}`);
    await send(`gclid:${other.slice(0, 500)}`);
    await app.settle();
    const sids = [(await landed(id)).sid, (await landed(other)).sid];
    await app.settle();
    for (const sid of sids) {
      const answer = await app.events.readConversion({ params: { event_id: sid }, query: {}, headers: owner.headers });
      expect(answer).toMatchObject({ status: 200, body: { session_id: sid, late: true } });
    }
    const found = await app.events.readConversion({ params: { event_id: id }, query: {}, headers: owner.headers });
    expect(found).toMatchObject({ status: 200, body: { session_id: sids[0] } });
  });

  it('is erased with its alias by its own name', async () => {
    const id = long(1000);
    const { sid } = await landed(id);
    bodyOf(await app.privacy.erase({ body: { svc_click_id: `gclid:${id}` }, headers: owner.headers }));
    expect(await storedIn(app.world).click(sid)).toMatchObject({ networkClickIds: {}, erasedAt: expect.any(String) });
    expect(await storedIn(app.world).alias(owner.id, 'gclid', id)).toBeNull();
  });
});
