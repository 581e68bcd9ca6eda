import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Item } from '#shared/store/item.ts';
import { tableAt } from '#shared/store/table.ts';
import { type Advertiser, dayMs, depsOf, newSid, sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const hourMs = 3_600_000;
let app: TestApp;
let owner: Advertiser;
let scene: ReturnType<typeof sceneOf>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
  scene = sceneOf(app);
});

const tableOf = () => tableAt(`${app.world.prefix}attribution`, sdkDynamo());
const send = async (event_id: string, svc_click_id: string, external_user_id?: string) => {
  const fields = { event_id, svc_click_id, external_user_id, value: 5, properties: { note: 'blue' } };
  const answer = await scene.send(owner, fields);
  expect(answer.status).toBeLessThan(300);
  return (answer.body as { matched: boolean }).matched;
};
const identify = async (sid: string, external_user_id: string) => {
  const body = { key: owner.pixelKey, sid, external_user_id };
  expect((await app.pixel.identify({ body })).status).toBe(202);
};
const erase = async (body: object) => {
  const headers = await app.signIn(owner.id);
  const answer = await app.privacy.erase({ body: body as never, headers });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.erased_events;
};
const isErased = async (event_id: string) => (await scene.receipt(owner, event_id)).erased === true;
const ofKind = async (kind: string) => (await allItems(app.world)).filter((item) => item.kind === kind);
const tracesOf = async (user: string) => {
  const hash = await app.userHash(owner.id, user);
  return (await allItems(app.world)).filter((item) => JSON.stringify(item).includes(hash));
};
async function expire(days: number) {
  app.world.clock.now += days * dayMs;
  const items = await allItems(app.world);
  const old = items.filter(({ ttl }) => Number(ttl ?? Number.POSITIVE_INFINITY) * 1000 < app.world.clock.now);
  expect(old.length).toBeGreaterThan(0);
  await tableOf().removeMany(old);
}
const withoutSecondLook = () => app.world.messages.splice(0);

describe('the erasure of a user', () => {
  it.each([199, 201, 900])('an erasure of a user finds events of a click, %d days later', async (days) => {
    const [spring, summer] = [await owner.click(), await owner.click('svc_campaign=c&gclid=g1')];
    await send('e1', spring, 'ada');
    await send('e2', 'gclid:g1', 'ada');
    await send('e3', summer, 'bob');
    await app.settle();
    expect(await ofKind('event_of_user')).toEqual([]);
    await expire(days);
    expect(await erase({ external_user_id: 'ada' })).toBe(2);
    for (const id of ['e1', 'e2']) expect(await isErased(id)).toBe(true);
    expect(await isErased('e3')).toBe(false);
    expect(await tracesOf('ada')).toEqual([]);
    expect(await erase({ external_user_id: 'bob' })).toBe(1);
    expect(await tracesOf('bob')).toEqual([]);
  });

  it('the erasure of a user finds all of its events: unmatched, matched by the click, by the user and late', async () => {
    const [known, late] = [await owner.click(), newSid()];
    app.world.clock.now += hourMs;
    await send('organic', await owner.click('ref=newsletter'), 'ada');
    await send('late', late, 'ada');
    await send('waiting', 's_nobody', 'ada');
    await app.settle();
    await scene.land(owner.pixelKey, late);
    await app.settle();
    await send('direct', known, 'ada');
    await app.settle();
    await send('by user', 's_nobody', 'ada');
    await app.settle();
    expect((await scene.receipt(owner, 'late')).late).toBe(true);
    expect((await scene.receipt(owner, 'by user')).matched_by).toBe('external_user_id');
    await expire(900);
    const erased = await erase({ external_user_id: 'ada' });
    expect(erased).toBe(5);
    for (const id of ['organic', 'late', 'waiting', 'direct', 'by user']) expect(await isErased(id)).toBe(true);
    expect(await tracesOf('ada')).toEqual([]);
  });

  it("an erasure of a user leaves another user's events of the click, whose own erasure finds them", async () => {
    const sid = await owner.click();
    for (const user of ['ada', 'bob']) for (const n of [1, 2]) await send(`${user}${n}`, sid, user);
    await send('unnamed', sid);
    await app.settle();
    app.world.clock.now += hourMs;
    expect(await erase({ external_user_id: 'ada' })).toBe(3);
    expect(await tracesOf('ada')).toEqual([]);
    expect(await send('bob3', 's_nobody', 'bob')).toBe(false);
    await app.settle();
    expect(await isErased('bob1')).toBe(false);
    await expire(900);
    expect(await erase({ external_user_id: 'bob' })).toBe(3);
    for (const id of ['bob1', 'bob2', 'bob3']) expect(await isErased(id)).toBe(true);
    expect(await tracesOf('bob')).toEqual([]);
  });

  it('after an erasure, the click earns nothing for a user whose event is projected later', async () => {
    const sid = await owner.click();
    await send('ada1', sid, 'ada');
    await app.settle();
    await send('bob1', sid, 'bob');
    await erase({ external_user_id: 'ada' });
    withoutSecondLook();
    await app.settle();
    await app.work('erasure');
    app.world.clock.now += hourMs;
    expect(await send('bob2', 's_nobody', 'bob')).toBe(false);
    expect(await isErased('bob1')).toBe(false);
    await app.settle();
    expect(await erase({ external_user_id: 'bob' })).toBe(2);
    expect(await tracesOf('bob')).toEqual([]);
  });

  it('a late erasure leaves later events with the same click, which can be erased afterwards', async () => {
    const sid = await owner.click();
    await send('before', sid, 'ada');
    expect(await erase({ external_user_id: 'ada' })).toBe(0);
    withoutSecondLook();
    app.world.clock.now += hourMs;
    await send('after', sid, 'ada');
    await app.settle();
    await app.work('erasure');
    expect([await isErased('before'), await isErased('after')]).toEqual([true, false]);
    expect(await send('again', 's_nobody', 'ada')).toBe(false);
    await app.settle();
    await expire(900);
    expect(await erase({ external_user_id: 'ada' })).toBe(2);
    expect(await isErased('after')).toBe(true);
    expect(await tracesOf('ada')).toEqual([]);
  });

  it('a late erasure finds an event that a click by a clock ahead has earned', async () => {
    const sid = await owner.click();
    app.world.clock.now -= 2000;
    await send('e1', sid, 'ada');
    const until = new Date(app.world.clock.now).toISOString();
    app.world.clock.now += 2000;
    await app.settle();
    const selector = { userHash: await app.userHash(owner.id, 'ada') };
    const extent = { maxEvents: 10, until, isLate: true };
    expect(await depsOf(app).erasures.erase(owner.id, selector, extent)).toMatchObject({ events: 1 });
    expect(await tracesOf('ada')).toEqual([]);
  });

  it('an erasure in steps of three events ends, past links that stay', async () => {
    const sids: string[] = [];
    for (let i = 0; i < 40; i++) sids.push(await owner.click());
    for (const [i, sid] of sids.entries()) await send(`before${i}`, sid, 'ada');
    const until = new Date(app.world.clock.now).toISOString();
    app.world.clock.now += hourMs;
    for (const [i, sid] of sids.entries()) await send(`after${i}`, sid, 'ada');
    await app.settle();
    const { erasures } = depsOf(app);
    const selector = { userHash: await app.userHash(owner.id, 'ada') };
    const eraseAll = async (isLate: boolean) => {
      let [events, steps, isDone] = [0, 0, false];
      for (; !isDone && steps < 100; steps++) {
        const erased = await erasures.erase(owner.id, selector, { maxEvents: 3, until, isLate });
        events += erased.events;
        isDone = erased.isDone;
      }
      expect(isDone).toBe(true);
      expect(steps).toBeGreaterThan(2);
      return events;
    };
    expect(await eraseAll(true)).toBe(40);
    expect([await isErased('before39'), await isErased('after39')]).toEqual([true, false]);
    expect(await eraseAll(false)).toBe(40);
    expect(await isErased('after39')).toBe(true);
    expect(await tracesOf('ada')).toEqual([]);
  });
});

describe('the erasure of a click', () => {
  it('the erasure of a click ends the links of its users, whoever made them', async () => {
    const sid = await owner.click('svc_campaign=c&oppref=net1');
    await send('e1', sid, 'ada');
    await send('e2', 'oppref:net1', 'bob');
    await identify(sid, 'cleo');
    await app.settle();
    expect(await erase({ svc_click_id: sid })).toBe(2);
    for (const user of ['ada', 'bob', 'cleo']) expect(await tracesOf(user)).toEqual([]);
    expect(await ofKind('user_click')).toEqual([]);
    expect(await ofKind('user_of_click')).toEqual([]);
  });

  it('the erasure of a click finds the events of its users when the click itself has expired', async () => {
    const sid = await owner.click();
    await send('e1', sid, 'ada');
    await app.settle();
    await expire(900);
    expect(await erase({ svc_click_id: sid })).toBe(1);
    expect(await tracesOf('ada')).toEqual([]);
  });
});

it.each(['external_user_id', 'svc_click_id'])('events that are projected again after an erasure by %s leave nothing', async (by) => {
  const worker = 'conversion-totals';
  const sid = await owner.click('svc_campaign=c&oppref=net1');
  await send('e1', 'oppref:net1', 'ada');
  await send('e2', sid, 'ada');
  const records = await app.world.streams.peek(worker);
  await app.settle();
  expect(await erase(by === 'svc_click_id' ? { [by]: sid } : { [by]: 'ada' })).toBe(2);
  withoutSecondLook();
  await app.consumers[worker](app.world.streams.eventOf(worker, records, 'another'), {} as never);
  expect((await tracesOf('ada')).length).toBeGreaterThan(2);
  await app.work('erasure');
  expect(await tracesOf('ada')).toEqual([]);
  for (const kind of ['event_of_click', 'user_click', 'user_of_click']) expect(await ofKind(kind)).toEqual([]);
});

describe('a link that a page made', () => {
  it('a link that a page made has no end once an event needs it, and is matched late once', async () => {
    const sid = await owner.click();
    app.world.clock.now += hourMs;
    await send('waiting', 's_nobody', 'ada');
    await app.settle();
    await identify(sid, 'ada');
    await app.settle();
    await send('e1', sid, 'ada');
    await app.settle();
    expect(await ofKind('user_click')).toEqual([expect.not.objectContaining({ ttl: expect.anything() })]);
    expect((await scene.receipt(owner, 'waiting')).matched_by).toBe('external_user_id');
    expect(await scene.rows(owner)).toMatchObject([{ count: 2, value: '10.00' }]);
    await expire(900);
    expect(await erase({ external_user_id: 'ada' })).toBe(2);
    expect(await isErased('e1')).toBe(true);
    expect(await tracesOf('ada')).toEqual([]);
  });

  it('a link that a page made or names again leaves that of an event without an end', async () => {
    const sid = await owner.click();
    await send('e1', sid, 'ada');
    await app.settle();
    await identify(sid, 'ada');
    await expire(900);
    expect(await erase({ external_user_id: 'ada' })).toBe(1);
    expect(await tracesOf('ada')).toEqual([]);
  });
});

describe('data of an earlier version', () => {
  async function toEarlierForm() {
    const table = tableOf();
    const ttl = Math.ceil(app.world.clock.now / 1000) + 200 * 86_400;
    const put: Item[] = [];
    for (const item of await allItems(app.world)) {
      const { userHash, clickedAt, ...rest } = item as Item & { userHash?: string; clickedAt?: string };
      if (item.kind === 'event_of_click' && userHash) {
        const eventId = String(item.eventId);
        put.push({ ...rest, ttl });
        const key = keyOf.eventOfUser(owner.id, 'live', userHash, eventId);
        put.push({ ...key, kind: 'event_of_user', eventId });
      }
      if (item.kind === 'user_click') {
        const click = item.click as { sid: string; clickedAt: string };
        const key = keyOf.userOfClick(owner.id, 'live', click.sid, String(userHash));
        put.push({ ...item, ttl });
        put.push({ ...key, kind: 'user_of_click', ttl, userHash, clickedAt: click.clickedAt });
      }
    }
    await table.putMany(put);
  }
  async function earlierEvents() {
    const sid = await owner.click();
    await send('ada1', sid, 'ada');
    await send('bob1', sid, 'bob');
    await app.settle();
    await toEarlierForm();
    return sid;
  }

  it.each([0, 900])('data of an earlier version is erased user by user, %d days later', async (days) => {
    await earlierEvents();
    if (days) await expire(days);
    expect(await erase({ external_user_id: 'ada' })).toBe(1);
    expect(await tracesOf('ada')).toEqual([]);
    expect(await isErased('bob1')).toBe(false);
    expect(await erase({ external_user_id: 'bob' })).toBe(1);
    expect(await tracesOf('bob')).toEqual([]);
  });

  it('data of an earlier version is erased by click', async () => {
    const sid = await earlierEvents();
    expect(await erase({ svc_click_id: sid })).toBe(2);
    for (const user of ['ada', 'bob']) expect(await tracesOf(user)).toEqual([]);
  });

  it('data of an earlier version is erased together with newer events of the same click', async () => {
    const sid = await earlierEvents();
    await send('ada2', sid, 'ada');
    await app.settle();
    await expire(900);
    expect(await erase({ external_user_id: 'ada' })).toBe(2);
    expect(await tracesOf('ada')).toEqual([]);
    expect(await erase({ external_user_id: 'bob' })).toBe(1);
  });
});
