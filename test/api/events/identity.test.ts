import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, dayMs, newSid, sceneOf } from './scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
  await scene.attributeIdentity(advertiser, 'answer');
});

const hourMs = 3_600_000;
const user = 'user-42';
const at = (ms: number) => new Date(ms).toISOString();
const passes = (ms: number) => {
  app.world.clock.now += ms;
};

async function click(campaign = 'spring', by = advertiser, key = by.pixelKey) {
  passes(1000);
  return by.click(`svc_campaign=${campaign}&svc_ad_group=shoes&svc_ad_id=ad_1`, key);
}
async function identify(sid: string, external_user_id = user, key = advertiser.pixelKey) {
  const answer = await app.pixel.identify({ body: { key, sid, external_user_id } });
  expect(answer.status).toBe(202);
}
const send = (event_id: string, more: object = {}, headers?: Record<string, string>) =>
  scene.send(advertiser, { event_id, external_user_id: user, value: 12.5, ...more }, headers);
const item = (id: string, more: object = {}) => ({
  id,
  type: 'order_created',
  external_user_id: user,
  data: { value: 12.5, currency: 'USD' },
  ...more,
});
async function windowOf(identity_window_days: number) {
  const headers = await app.signIn(advertiser.id);
  const body = { pixel_key: advertiser.pixelKey, identity_window_days };
  const answer = await app.keys.changeSettings({ body, query: {}, headers });
  expect(answer).toMatchObject({ status: 200, body: { identity_window_days } });
  passes(61_000);
}

async function deliverEach(records: Awaited<ReturnType<TestApp['world']['streams']['peek']>>) {
  for (const record of records) {
    const event = app.world.streams.eventOf('conversion-totals', [record]);
    await app.consumers['conversion-totals'](event, {} as never);
  }
}

const warning = { code: 'matched_by_external_user_id', fields: ['external_user_id'] };
const matched = (campaign = 'spring') => ({
  status: 200,
  body: { matched: true, campaign, warnings: expect.arrayContaining([warning]) },
});
const unmatched = (reason = 'unknown_svc_click_id') => ({ status: 202, body: { matched: false, reason } });
const total = (count: number, value: string, campaign = 'spring') => ({
  campaign,
  currency: 'USD',
  count,
  value,
});

describe('an event without a known click', () => {
  it('a user whom a page identified attributes an event in answer, receipt, log, totals and counters', async () => {
    const sid = await click();
    await identify(sid);
    passes(hourMs);
    const answer = await send('order:1', { currency: 'USD' });
    expect(answer).toMatchObject({
      status: 200,
      body: { session_id: sid, campaign: 'spring', ad_group: 'shoes', ad_id: 'ad_1', matched: true },
    });
    expect(Object.keys(answer.body).sort()).toEqual(
      ['accepted', 'matched', 'duplicate', 'event_id', 'event_type', 'session_id', 'campaign', 'ad_group', 'ad_id', 'warnings'].sort(),
    );
    expect(answer.body).toMatchObject({ warnings: [warning] });
    await app.settle();
    const receipt = await scene.receipt(advertiser, 'order:1');
    expect(receipt).toMatchObject({
      matched: true,
      matched_by: 'external_user_id',
      counted: true,
      session_id: sid,
      svc_click_id: 's_nobody',
      clicked_at: at(app.world.clock.now - hourMs),
    });
    expect(receipt).not.toHaveProperty('late');
    expect((await scene.log(advertiser)).events).toMatchObject([
      { event_id: 'order:1', outcome: 'matched', matched_by: 'external_user_id', campaign: 'spring' },
    ]);
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50')]);
    expect(await scene.activity(advertiser)).toEqual({
      'currency given': 1,
      'outcome matched': 1,
      'session ad': 1,
      'type order_created|counted': 1,
    });
    expect(await send('order:1', { currency: 'USD' })).toMatchObject({
      status: 200,
      body: { ...answer.body, duplicate: true },
    });
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50')]);
  });

  it('a user whom an earlier event named with its click attributes an event', async () => {
    const sid = await click();
    await send('signup:1', { svc_click_id: sid, event_type: 'signup_completed', value: 0 });
    await app.settle();
    expect(await send('order:1')).toMatchObject(matched());
    expect(await send('order:2', { external_user_id: 'user-43' })).toMatchObject(unmatched());
    expect(await scene.receipt(advertiser, 'signup:1')).not.toHaveProperty('matched_by');
  });

  it('a batch item without a click is attributed by its user', async () => {
    await identify(await click());
    const answer = await scene.batch(advertiser, [
      item('a'),
      item('b', { svc_click_id: 's_nobody' }),
      item('c', { external_user_id: 'somebody-else' }),
      item('d', { external_user_id: undefined }),
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        summary: { matched: 2, unmatched: 2, duplicates: 0, rejected: 0 },
        results: [
          { matched: true, campaign: 'spring', warnings: [warning] },
          { matched: true, campaign: 'spring', warnings: [warning] },
          { matched: false, reason: 'no_click_id' },
          { matched: false, reason: 'no_click_id' },
        ],
      },
    });
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([total(2, '25.00')]);
    expect(await scene.receipt(advertiser, 'a')).toMatchObject({ matched_by: 'external_user_id' });
  });

  it('`validate_only` predicts the attribution by the user, and stores nothing', async () => {
    await identify(await click());
    for (const fields of [{ validate_only: true }, { validate_only: true }])
      expect(await send('order:1', fields)).toMatchObject({
        status: 200,
        body: { would_match: true, would_count: true, would_duplicate: false, warnings: [warning] },
      });
    const batch = await scene.batch(advertiser, [item('a')], { validate_only: true });
    expect(batch).toMatchObject({ body: { results: [{ would_match: true, warnings: [warning] }] } });
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([]);
    expect((await scene.log(advertiser)).events).toEqual([]);
  });

  it('the attribution by the user costs one more read, and one read of the settings a minute', async () => {
    await identify(await click());
    await send('warm:1', { svc_click_id: await click() });
    const calls = async (fields: object) => {
      app.calls.length = 0;
      await send(`e${Math.random()}`, fields);
      return app.calls.map(({ operation }) => operation);
    };
    await calls({});
    expect(await calls({})).toEqual(['GetItem', 'GetItem', 'Query', 'PutItem']);
    expect(await calls({ external_user_id: undefined })).toEqual(['GetItem', 'GetItem', 'PutItem']);
    expect(await calls({ svc_click_id: await click() })).toEqual(['GetItem', 'PutItem']);
  });

  it('an event without a known click is attributed to the click of its user and the projection stores a new link in one write without an end, and an event of it in one row', async () => {
    const written = async (...ids: string[]) => {
      for (const id of ids) await send(id, { svc_click_id: sid });
      const before = new Set((await allItems(app.world)).map(({ pk, sk }) => `${pk} ${sk}`));
      app.calls.length = 0;
      await app.settle();
      expect(app.calls.map(({ operation }) => operation)).not.toContain('TransactWriteItems');
      const kinds = ['user_click', 'user_of_click', 'event_of_click', 'event_of_user'];
      return (await allItems(app.world))
        .filter(({ kind, pk, sk }) => kinds.includes(String(kind)) && !before.has(`${pk} ${sk}`))
        .map(({ kind, ttl }) => [kind, ttl]);
    };
    const sid = await click();
    const row = ['event_of_click', undefined];
    expect(await written('a', 'b', 'c')).toEqual([row, row, row, ['user_click', undefined]]);
    expect(await written('d')).toEqual([row]);
  });
});

describe('the click of a user', () => {
  it('the last click before the event counts, however late the event is sent', async () => {
    const start = app.world.clock.now;
    await identify(await click('spring'));
    passes(10 * hourMs);
    await identify(await click('summer'));
    passes(10 * hourMs);
    await identify(await click('autumn'));
    const times: [string, number, object][] = [
      ['early', start, unmatched()],
      ['first', start + hourMs, matched('spring')],
      ['second', start + 11 * hourMs, matched('summer')],
      ['third', app.world.clock.now, matched('autumn')],
    ];
    for (const [id, ms, expected] of times) expect(await send(id, { occurred_at: at(ms) })).toMatchObject(expected);
    expect(await send('now')).toMatchObject(matched('autumn'));
    expect(await send('ahead', { occurred_at: at(app.world.clock.now + hourMs) })).toMatchObject(matched('autumn'));
  });

  it('a known click that the event names has priority', async () => {
    const named = await click('spring');
    await identify(await click('summer'));
    const answer = await send('order:1', { svc_click_id: named });
    expect(answer).toMatchObject({ status: 200, body: { campaign: 'spring' } });
    expect(answer.body).not.toHaveProperty('warnings', expect.arrayContaining([warning]));
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).not.toHaveProperty('matched_by');
  });

  it('another click never replaces a named click that is expired or organic', async () => {
    const old = await click('spring');
    passes(31 * dayMs);
    await identify(await click('summer'));
    const organic = await advertiser.click('ref=newsletter');
    expect(await send('order:1', { svc_click_id: old })).toMatchObject(unmatched('expired_svc_click_id'));
    expect(await send('order:2', { svc_click_id: organic })).toMatchObject(unmatched('no_ad_click'));
    await identify(await click('autumn'));
    await app.settle();
    for (const id of ['order:1', 'order:2']) expect(await scene.receipt(advertiser, id)).toMatchObject({ matched: false });
    expect(await scene.rows(advertiser)).toEqual([]);
  });

  it('an organic visit is never the click of a user', async () => {
    await identify(await advertiser.click('ref=newsletter'));
    expect(await send('order:1')).toMatchObject(unmatched());
  });

  it('an event that was matched by its user does not prolong the window', async () => {
    await identify(await click());
    passes(29 * dayMs);
    expect(await send('order:1')).toMatchObject(matched());
    await app.settle();
    passes(2 * dayMs);
    expect(await send('order:2')).toMatchObject(unmatched());
  });
});

describe('the identity window', () => {
  it.each([
    [0, true],
    [1, false],
  ])('the identity window is 30 days unless the account sets another: %d ms more', async (more, isMatched) => {
    await identify(await click());
    passes(30 * dayMs + more);
    expect(await send('order:1')).toMatchObject(isMatched ? matched() : unmatched());
  });

  it('an identity window of 0 days turns the link off, at once and later', async () => {
    await windowOf(0);
    await identify(await click());
    expect(await send('order:1')).toMatchObject(unmatched());
    expect(await scene.batch(advertiser, [item('a')])).toMatchObject({
      status: 202,
      body: { results: [{ reason: 'no_click_id' }] },
    });
    await app.settle();
    await identify(await click());
    await app.settle();
    for (const id of ['order:1', 'a']) expect(await scene.receipt(advertiser, id)).toMatchObject({ matched: false });
  });

  it('an identity window of 400 days attributes a trial that becomes paid after 200 days', async () => {
    await windowOf(400);
    const sid = await click();
    await send('trial:1', { svc_click_id: sid, event_type: 'signup_completed', value: 0 });
    await app.settle();
    passes(200 * dayMs);
    expect(await scene.batch(advertiser, [item('invoice:1', { type: 'subscription_started' })])).toMatchObject({
      status: 200,
      body: { results: [{ matched: true, session_id: sid }] },
    });
    await app.settle();
    expect(await scene.rows(advertiser, 'event_type')).toMatchObject([{ event_type: 'subscription_started', count: 1, value: '12.50' }]);
    passes(200 * dayMs + 1);
    expect(await send('invoice:2')).toMatchObject(unmatched());
  });

  it('the identity window belongs to the account, not to a pixel', async () => {
    const other = await advertiser.issue({ name: 'Other', kind: 'public', environment: 'live' });
    await windowOf(60);
    await identify(await click('summer', advertiser, other.key), user, other.key);
    passes(59 * dayMs);
    expect(await send('order:1')).toMatchObject(matched('summer'));
  });
});

describe('separate links of users', () => {
  it('the scope of a key separates links: another pixel’s click does not count', async () => {
    const other = await advertiser.issue({ name: 'Other', kind: 'public', environment: 'live' });
    const scoped = await advertiser.issue({
      name: 'Scoped',
      kind: 'secret',
      environment: 'live',
      pixel_key: advertiser.pixelKey,
    });
    const headers = { authorization: `Bearer ${scoped.key}` };
    await identify(await click('inside'));
    await identify(await click('outside', advertiser, other.key), user, other.key);
    expect(await send('order:1', {}, headers)).toMatchObject(matched('inside'));
    expect(await send('order:2')).toMatchObject(matched('outside'));

    const late = { external_user_id: 'late' };
    const [outside, inside] = [await click('outside', advertiser, other.key), await click('inside')];
    expect(await send('order:3', late, headers)).toMatchObject(unmatched());
    await app.settle();
    await identify(outside, 'late', other.key);
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:3')).toMatchObject({ matched: false });
    await identify(inside, 'late');
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:3')).toMatchObject({ campaign: 'inside' });
  });

  it('the environments separate links', async () => {
    const [pixel, secret] = [
      await advertiser.issue({ name: 'Test', kind: 'public', environment: 'test' }),
      await advertiser.issue({ name: 'Test', kind: 'secret', environment: 'test' }),
    ];
    const testing = { authorization: `Bearer ${secret.key}` };
    await identify(await click('live'));
    expect(await send('order:1', {}, testing)).toMatchObject(unmatched());
    await identify(await click('test', advertiser, pixel.key), user, pixel.key);
    await app.settle();
    expect(await send('order:2', {}, testing)).toMatchObject(matched('test'));
    expect(await send('order:2')).toMatchObject(matched('live'));
    expect(await scene.receipt(advertiser, 'order:1', { environment: 'test' })).toMatchObject({
      matched: false,
    });
  });

  it('an equal ID in another account is another user', async () => {
    const stranger = await newAdvertiser(app);
    await scene.attributeIdentity(stranger, 'answer');
    await identify(await click('theirs', stranger), user, stranger.pixelKey);
    await app.settle();
    expect(await send('order:1')).toMatchObject(unmatched());
    await app.settle();
    expect(await scene.rows(stranger)).toEqual([]);
    expect(await scene.send(stranger, { event_id: 'order:1', external_user_id: user })).toMatchObject(matched('theirs'));
  });
});

describe('an event whose user becomes known later', () => {
  it.each([
    ['unknown_svc_click_id', 's_nobody', 'spring'],
    ['no_click_id', undefined, 'spring'],
    ['unreadable_svc_click_id', '{"sid":', 'spring'],
    ['no_ad_click', 'organic', undefined],
  ])('an event with the reason %s is matched late, unless it has met its click', async (reason, named, campaign) => {
    const organic = await advertiser.click('ref=newsletter');
    const sid = await click();
    passes(hourMs);
    const svc_click_id = named === 'organic' ? organic : named;
    const sent = await scene.batch(advertiser, [item('order:1', { svc_click_id })]);
    expect(sent).toMatchObject({ status: 202, body: { results: [{ matched: false, reason }] } });
    await app.settle();
    await identify(sid);
    await app.settle();
    const receipt = await scene.receipt(advertiser, 'order:1');
    expect(receipt.campaign).toBe(campaign);
    expect(receipt.matched_by).toBe(campaign && 'external_user_id');
  });

  it('an event of a later known user is matched and counted once, and a retry returns the original', async () => {
    const sid = await click();
    passes(hourMs);
    const first = await send('order:1');
    expect(first).toMatchObject(unmatched());
    expect(first.body).not.toHaveProperty('warnings', expect.arrayContaining([warning]));
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([]);
    await identify(sid);
    await app.settle();
    const receipt = {
      matched: true,
      late: true,
      matched_by: 'external_user_id',
      matched_at: at(app.world.clock.now),
      counted: true,
      reason: 'unknown_svc_click_id',
      session_id: sid,
      campaign: 'spring',
    };
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject(receipt);
    expect((await scene.log(advertiser)).events).toMatchObject([
      { outcome: 'matched', late: true, matched_by: 'external_user_id', counted: true },
    ]);
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50')]);
    expect(await scene.activity(advertiser)).toMatchObject({ late_match: 1 });
    expect(await send('order:1')).toMatchObject({
      status: 200,
      body: { ...first.body, duplicate: true },
    });
    await identify(await click('summer'));
    await identify(sid);
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject(receipt);
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50')]);
  });

  it('an event is matched when another event brings the identity, without a click of its own in a batch', async () => {
    const sid = await click();
    passes(hourMs);
    await scene.batch(advertiser, [item('a'), item('b')]);
    await app.settle();
    await send('signup:1', { svc_click_id: sid, event_type: 'signup_completed', value: 0 });
    await app.settle();
    for (const id of ['a', 'b'])
      expect(await scene.receipt(advertiser, id)).toMatchObject({
        late: true,
        matched_by: 'external_user_id',
        reason: 'no_click_id',
      });
    expect(await scene.rows(advertiser)).toEqual([total(3, '25.00')]);
  });

  it('event and identity that are both new to the projection match in either order and in one batch', async () => {
    for (const order of ['event first', 'identity first', 'transactOrConflict']) {
      const id = `order:${order}`;
      const who = { external_user_id: order };
      await app.settle();
      const sid = await click();
      passes(hourMs);
      await send(id, who);
      await identify(sid, order);
      const records = await app.world.streams.peek('conversion-totals');
      if (order === 'transactOrConflict') await app.settle();
      else await deliverEach(order === 'event first' ? records : records.toReversed());
      expect(await scene.receipt(advertiser, id)).toMatchObject({
        matched: true,
        late: true,
        matched_by: 'external_user_id',
      });
    }
  });

  it('an event gets the last click before it, not the click that was identified first', async () => {
    const [first, last] = [await click('spring'), await click('summer')];
    passes(hourMs);
    await send('order:1');
    const after = await click('autumn');
    await app.settle();
    for (const sid of [first, after, last]) await identify(sid);
    await deliverEach(await app.world.streams.peek('conversion-totals'));
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({ campaign: 'summer' });
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50', 'summer')]);
  });

  it.each([
    [0, true],
    [1, false],
  ])('an event waits 7 days for its user: %d ms more', async (more, isMatched) => {
    const sid = await click();
    passes(hourMs);
    await send('order:1');
    await app.settle();
    passes(7 * dayMs + more);
    await identify(sid);
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({ matched: isMatched });
  });

  it('parallel event and identity are matched and counted once', async () => {
    const rounds = 60;
    const sids = await Promise.all(Array.from({ length: rounds }, () => advertiser.click()));
    passes(hourMs);
    let sent = false;
    const projecting = (async () => {
      while (!sent) await app.settle();
    })();
    await Promise.all(
      sids.map(async (sid, i) => {
        const identifying = () => identify(sid, `user-${i}`);
        const sending = () => send(`race:${i}`, { external_user_id: `user-${i}`, value: 1 });
        await Promise.all(i % 2 ? [identifying(), sending()] : [sending(), identifying()]);
      }),
    );
    sent = true;
    await projecting;
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([total(rounds, `${rounds}.00`)]);
  });

  it('an event whose own click arrives too is credited with the first of the two, once', async () => {
    const known = await click('spring');
    const own = newSid();
    passes(hourMs);
    await send('order:1', { svc_click_id: own });
    await app.settle();
    await scene.land(advertiser.pixelKey, own, 'svc_campaign=summer');
    await identify(known);
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({ campaign: 'summer', late: true });
    expect(await scene.receipt(advertiser, 'order:1')).not.toHaveProperty('matched_by');
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50', 'summer')]);
  });
});

describe('an ID that many users share', () => {
  it('a shared ID matches nothing once it has 20 clicks a day, at once and later', async () => {
    const sids = [];
    for (let i = 0; i < 21; i++) sids.push(await click());
    for (const sid of sids.slice(0, 19)) await identify(sid, 'till-3');
    const guest = { external_user_id: 'till-3' };
    expect(await send('order:1', guest)).toMatchObject(matched());
    await identify(sids[19] as string, 'till-3');
    expect(await send('order:2', guest)).toMatchObject(unmatched());
    await app.settle();
    await identify(sids[20] as string, 'till-3');
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:2')).toMatchObject({ matched: false });
    passes(dayMs + 60_000);
    await identify(await click('summer'), 'till-3');
    expect(await send('order:3', guest)).toMatchObject(matched('summer'));
  });
});

describe('an erasure', () => {
  const itemsWith = async (text: string) => (await allItems(app.world)).filter((stored) => JSON.stringify(stored).includes(text));
  const erase = async (body: object) => {
    const headers = await app.signIn(advertiser.id);
    const answer = await app.privacy.erase({ body: body as never, headers });
    expect(answer.status).toBe(202);
  };

  async function knownUser() {
    const [identified, named] = [await click('spring'), await click('summer')];
    passes(hourMs);
    await send('late:1');
    await identify(identified);
    await send('signup:1', { svc_click_id: named });
    await app.settle();
    await send('order:1');
    await app.settle();
    return { sids: [identified, named], hash: await app.userHash(advertiser.id, user) };
  }

  it.each(['in one go', 'by the second look, of links only then stored'])(
    'an erasure of the user removes links and hash, %s',
    async (when) => {
      const late = when !== 'in one go';
      const { sids, hash } = await knownUser();
      if (late) {
        const sid = await click('autumn');
        sids.push(sid);
        await send('signup:2', { svc_click_id: sid });
      }
      expect((await itemsWith(hash)).length).toBeGreaterThan(0);
      const rows = await scene.rows(advertiser);
      await erase({ external_user_id: user });
      await app.settle();
      if (late) await app.work('erasure');
      expect(await itemsWith(hash)).toEqual([]);
      expect(await itemsWith(user)).toEqual([]);
      for (const sid of sids) {
        expect(await send(`again:${sid}`)).toMatchObject(unmatched());
        expect(await send(`named:${sid}`, { svc_click_id: sid })).toMatchObject(unmatched());
      }
      await app.settle();
      if (!late) expect(await scene.rows(advertiser)).toEqual(rows);
    },
  );

  it('an erasure of the click removes its link, and no event is attributed by it', async () => {
    const sid = await click();
    await identify(sid);
    await identify(sid, 'user-43');
    await send('order:1');
    await app.settle();
    const hashes = await Promise.all([user, 'user-43'].map((id) => app.userHash(advertiser.id, id)));
    for (const hash of hashes) expect((await itemsWith(hash)).length).toBeGreaterThan(0);
    await erase({ svc_click_id: sid });
    await app.settle();
    for (const hash of hashes) expect(await itemsWith(hash)).toEqual([]);
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
      erased: true,
      has_external_user: false,
    });
    expect(await send('order:2')).toMatchObject(unmatched());
    await identify(sid);
    expect(await send('order:3')).toMatchObject(unmatched());
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:3')).toMatchObject({ matched: false });
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50')]);
  });

  it('an erasure of a user leaves the other users of other clicks', async () => {
    await identify(await click('spring'));
    await identify(await click('summer'), 'user-43');
    await erase({ external_user_id: user });
    expect(await send('order:1')).toMatchObject(unmatched());
    expect(await send('order:2', { external_user_id: 'user-43' })).toMatchObject(matched('summer'));
  });

  it('an erasure of an equal ID in another account changes nothing here', async () => {
    await identify(await click());
    const stranger = await newAdvertiser(app);
    await app.privacy.erase({ body: { external_user_id: user }, headers: stranger.headers });
    expect(await send('order:1')).toMatchObject(matched());
  });
});
