import fc from 'fast-check';
import { keyOf } from '#shared/api-keys/items.ts';
import { tableAt } from '#shared/store/table.ts';
import { type Advertiser, dayMs, depsOf, newSid, sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { run, subscriber, verified } from '#test/webhooks/scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
});

type Mode = 'off' | 'report' | 'answer';
const hourMs = 3_600_000;
const user = 'user-42';
const passes = (ms: number) => {
  app.world.clock.now += ms;
};
async function click(campaign = 'spring', by: Advertiser = advertiser) {
  passes(1000);
  return by.click(`svc_campaign=${campaign}&svc_ad_group=shoes&svc_ad_id=ad_1`);
}
async function identify(sid: string, by: Advertiser = advertiser) {
  const answer = await app.pixel.identify({
    body: { key: by.pixelKey, sid, external_user_id: user },
  });
  expect(answer.status).toBe(202);
}
const send = (event_id: string, more: object = {}, by: Advertiser = advertiser) =>
  scene.send(by, { event_id, external_user_id: user, value: 12.5, ...more });
const item = (id: string, more: object = {}) => ({
  id,
  type: 'order_created',
  external_user_id: user,
  data: { value: 12.5, currency: 'USD' },
  ...more,
});
const unmatched = (reason = 'unknown_svc_click_id') => ({ status: 202, body: { matched: false, reason } });
const total = (count: number, value: string, campaign = 'spring') => ({
  campaign,
  currency: 'USD',
  count,
  value,
});
const settings = async (by = advertiser) => {
  const headers = await app.signIn(by.id);
  return (await app.keys.readSettings({ query: { pixel_key: by.pixelKey }, headers })).body;
};
const change = async (body: object, by = advertiser) => {
  const headers = await app.signIn(by.id);
  return app.keys.changeSettings({ query: { pixel_key: by.pixelKey }, body, headers });
};
const tableOf = () => tableAt(`${app.world.prefix}attribution`, testDynamo());
const makeOlder = async ({ id }: { id: number }) => {
  await tableOf().remove(keyOf.accountSettings(id));
  passes(61_000);
};

describe('identity_attribution', () => {
  it('identity_attribution is report for a new account, and answer for an account with an older first key', async () => {
    expect(await settings()).toMatchObject({ identity_attribution: 'report', identity_window_days: 30 });
    await makeOlder(advertiser);
    expect(await settings()).toMatchObject({ identity_attribution: 'answer', identity_window_days: 30 });
    await advertiser.issue({ name: 'Second', kind: 'secret', environment: 'test' });
    expect(await change({ identity_window_days: 60 })).toMatchObject({
      body: { identity_attribution: 'answer', identity_window_days: 60 },
    });
    await identify(await click());
    expect(await send('order:1')).toMatchObject({ status: 200, body: { matched: true, campaign: 'spring' } });
  });

  it('identity_attribution is report when first keys race, or after a recovery before the first key', async () => {
    const recovered = await newUser(app);
    await depsOf(app).keys.revokeBefore(recovered.id, 0);
    const owner = await newUser(app);
    const issue = (name: string) =>
      app.keys.createKey({
        body: { name, kind: 'public', environment: 'live' },
        headers: owner.headers,
      });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(issue));
    for (const { status } of answers) expect(status).toBe(201);
    for (const { id } of [owner, recovered])
      expect(await tableOf().get(keyOf.accountSettings(id))).toMatchObject({
        kind: 'account_settings',
        identityAttribution: 'report',
      });
  });

  it('identity_attribution is off while the window has no days, and returns with a window', async () => {
    expect(await change({ identity_window_days: 0 })).toMatchObject({
      body: { identity_attribution: 'off', identity_window_days: 0 },
    });
    const refused = await change({ identity_attribution: 'answer' });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'identity_attribution'] }] },
    });
    expect(await change({ identity_window_days: 30 })).toMatchObject({
      body: { identity_attribution: 'report', identity_window_days: 30 },
    });
    expect(await change({ identity_attribution: 'answer', identity_window_days: 7 })).toMatchObject({
      status: 200,
      body: { identity_attribution: 'answer', identity_window_days: 7 },
    });
    expect(await change({ identity_attribution: 'sometimes' })).toMatchObject({ status: 422 });
    expect(await settings()).toMatchObject({ identity_attribution: 'answer', identity_window_days: 7 });
  });
});

describe('the mode report', () => {
  it("report returns the click ID's result, and credits the event afterwards in receipt, log and totals, once", async () => {
    const sid = await click();
    await identify(sid);
    passes(hourMs);
    const first = await send('order:1');
    expect(first).toMatchObject(unmatched());
    expect(Object.keys(first.body).sort()).toEqual(['accepted', 'matched', 'duplicate', 'event_id', 'event_type', 'reason'].sort());
    const batch = await scene.batch(advertiser, [item('a'), item('b', { svc_click_id: 's_nobody' })]);
    expect(batch).toMatchObject({
      status: 202,
      body: { results: [{ reason: 'no_click_id' }, { reason: 'unknown_svc_click_id' }] },
    });
    expect(await send('check', { validate_only: true })).toMatchObject({ body: { would_match: false } });
    await app.settle();
    for (const [id, reason] of [
      ['order:1', 'unknown_svc_click_id'],
      ['a', 'no_click_id'],
      ['b', 'unknown_svc_click_id'],
    ] as const)
      expect(await scene.receipt(advertiser, id)).toMatchObject({
        matched: true,
        matched_by: 'external_user_id',
        late: true,
        counted: true,
        reason,
        session_id: sid,
      });
    expect((await scene.log(advertiser, { outcome: 'matched' })).events).toHaveLength(3);
    expect(await scene.rows(advertiser)).toEqual([total(3, '37.50')]);
    expect(await send('order:1')).toMatchObject({ status: 200, body: { ...first.body, duplicate: true } });
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([total(3, '37.50')]);
  });

  it.each(['off', 'report'] as const)('neither report nor off reads an identity in the request: %s', async (mode) => {
    await scene.attributeIdentity(advertiser, mode);
    await identify(await click());
    const known = await click();
    await send('warm:1', { svc_click_id: known });
    await send('warm:2');
    const calls = async (id: string, fields: object) => {
      app.calls.length = 0;
      await send(id, fields);
      return app.calls.map(({ operation }) => operation);
    };
    expect(await calls('e1', {})).toEqual(['GetItem', 'GetItem', 'PutItem']);
    expect(await calls('e2', { svc_click_id: known })).toEqual(['GetItem', 'PutItem']);
    app.calls.length = 0;
    await scene.batch(advertiser, [item('a'), item('b')]);
    expect(app.calls.map(({ operation }) => operation)).not.toContain('Query');
  });

  it('report sends webhooks conversion.matched_late and never conversion.attributed', async () => {
    const one = await subscriber(app);
    await identify(await click('spring', one), one);
    await send('order:1', {}, one);
    await run(app);
    expect(verified(app, one.endpoint.secret)).toMatchObject([
      {
        type: 'conversion.matched_late',
        data: {
          event_id: 'order:1',
          matched_by: 'external_user_id',
          reason: 'unknown_svc_click_id',
          counted: true,
          campaign: 'spring',
        },
      },
    ]);
  });

  it('off credits nothing by the user, at once or later', async () => {
    await scene.attributeIdentity(advertiser, 'off');
    await identify(await click());
    expect(await send('order:1')).toMatchObject(unmatched());
    await app.settle();
    await identify(await click());
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({ matched: false });
    expect(await scene.rows(advertiser)).toEqual([]);
  });

  it('report credits no event of an expired or organic click, like answer', async () => {
    const old = await click();
    passes(31 * dayMs);
    await identify(await click('summer'));
    const organic = await advertiser.click('ref=newsletter');
    expect(await send('e1', { svc_click_id: old })).toMatchObject(unmatched('expired_svc_click_id'));
    expect(await send('e2', { svc_click_id: organic })).toMatchObject(unmatched('no_ad_click'));
    await app.settle();
    for (const id of ['e1', 'e2']) expect(await scene.receipt(advertiser, id)).toMatchObject({ matched: false });
  });
});

describe('a named click and the click of the user', () => {
  it('the named click wins when it is stored before the event is projected', async () => {
    await identify(await click('spring'));
    await app.settle();
    const own = newSid();
    expect(await send('order:1', { svc_click_id: own })).toMatchObject(unmatched());
    await scene.land(advertiser.pixelKey, own, 'svc_campaign=summer');
    await app.settle();
    const receipt = await scene.receipt(advertiser, 'order:1');
    expect(receipt).toMatchObject({ campaign: 'summer', late: true });
    expect(receipt).not.toHaveProperty('matched_by');
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50', 'summer')]);
  });

  it('the user’s click stays when the named click is stored later', async () => {
    await identify(await click('spring'));
    const own = newSid();
    await send('order:1', { svc_click_id: own });
    await app.settle();
    passes(2 * dayMs);
    await scene.land(advertiser.pixelKey, own, 'svc_campaign=summer');
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
      campaign: 'spring',
      matched_by: 'external_user_id',
    });
    expect(await scene.rows(advertiser)).toEqual([total(1, '12.50', 'spring')]);
  });

  it('one of both clicks is counted once when all arrive in parallel', async () => {
    for (let round = 0; round < 15; round++) {
      const owner = await newAdvertiser(app);
      await identify(await click('spring', owner), owner);
      await app.settle();
      const own = newSid();
      await Promise.all([
        send('order:1', { svc_click_id: own }, owner),
        scene.land(owner.pixelKey, own, 'svc_campaign=summer'),
        app.settle(),
      ]);
      await app.settle();
      const rows = await scene.rows(owner);
      expect(rows).toMatchObject([{ count: 1, value: '12.50' }]);
    }
  });
});

describe('an erasure before and after a late credit', () => {
  const erase = async () => {
    const headers = await app.signIn(advertiser.id);
    const answer = await app.privacy.erase({ body: { external_user_id: user }, headers });
    expect(answer.status).toBe(202);
  };

  it('an erasure before the stream has run leaves no credit and nothing of the user', async () => {
    await identify(await click());
    await app.settle();
    await send('order:1');
    await erase();
    await app.settle();
    await app.work('erasure');
    expect(await scene.rows(advertiser)).toEqual([]);
    const hash = await app.userHash(advertiser.id, user);
    expect(JSON.stringify(await allItems(app.world))).not.toContain(hash);
  });

  it('an erasure after the stream has run keeps totals, and a retry returns the original', async () => {
    await identify(await click());
    await send('order:1');
    await app.settle();
    const rows = await scene.rows(advertiser, 'campaign,matched_by');
    expect(rows).toMatchObject([{ matched_by: 'external_user_id', count: 1 }]);
    await erase();
    await app.settle();
    await app.work('erasure');
    expect(await scene.rows(advertiser, 'campaign,matched_by')).toEqual(rows);
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
      erased: true,
      has_external_user: false,
    });
    expect(await send('order:1')).toMatchObject({
      status: 200,
      body: { matched: false, reason: 'unknown_svc_click_id', duplicate: true },
    });
  });
});

describe('the reports of both modes', () => {
  type Step = 'click' | 'identify' | 'named' | 'unknown' | 'none' | 'wait' | 'settle';
  async function reportsOf(steps: readonly Step[], mode: Mode) {
    const owner = await newAdvertiser(app);
    await scene.attributeIdentity(owner, mode);
    let sid = await click('first', owner);
    for (const [i, step] of steps.entries()) {
      const id = `e${i}`;
      const more = { value: `${i}.0${i}`, event_type: i % 3 ? 'order_created' : 'page_scrolled' };
      if (step === 'click') sid = await click(`c${i}`, owner);
      if (step === 'identify') await identify(sid, owner);
      if (step === 'named') await send(id, { ...more, svc_click_id: sid }, owner);
      if (step === 'unknown') await send(id, more, owner);
      if (step === 'none') await scene.batch(owner, [item(id)]);
      if (step === 'wait') passes(10 * dayMs);
      await app.settle();
    }
    const { findings } = await funnelOf(owner);
    return {
      all: await scene.rows(owner, 'campaign,ad_group,ad_id,event_type'),
      by: await scene.rows(owner, 'campaign,event_type,matched_by'),
      findings: findings.map(({ code, severity }) => `${code} ${severity}`).filter((one) => !/late/.test(one)),
    };
  }
  async function funnelOf(owner: Advertiser) {
    const headers = await app.signIn(owner.id);
    const answer = await app.reports.reportFunnel({ query: {}, headers });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }

  it('report and answer have equal totals after the stream has run, in any order of clicks, users and events', async () => {
    const step = fc.constantFrom<Step>('click', 'identify', 'named', 'unknown', 'none', 'wait');
    let credited = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const start = app.world.clock.now;
        const answer = await reportsOf(steps, 'answer');
        app.world.clock.now = start;
        const report = await reportsOf(steps, 'report');
        expect(report).toEqual(answer);
        credited += report.by.filter(({ matched_by }) => matched_by === 'external_user_id').length;
      }),
      { numRuns: 25 },
    );
    expect(credited).toBeGreaterThan(5);
  });

  it('report and answer name the same lost conversions', async () => {
    const found = async (mode: Mode) => {
      const owner = await newAdvertiser(app);
      await scene.attributeIdentity(owner, mode);
      await identify(await click('spring', owner), owner);
      await app.settle();
      for (let i = 0; i < 25; i++) await send(`e${i}`, { event_type: 'order_paid' }, owner);
      await app.settle();
      return await funnelOf(owner);
    };
    const [answer, report] = [await found('answer'), await found('report')];
    const brief = ({ findings }: typeof answer) => findings.map(({ code, severity }) => `${severity} ${code}`);
    expect(brief(answer)).toContain('critical uncounted_event_type');
    expect(brief(report)).toEqual(brief(answer));
    expect(brief(report).join()).not.toMatch(/unmatched|late_matches/);
    expect(report.quality).toMatchObject({
      unmatched_by_reason: { unknown_svc_click_id: 25 },
      unattributed: [],
      late_matches: 25,
    });
  });
});

describe('group_by=matched_by', () => {
  it('group_by=matched_by separates revenue by identity, in JSON and CSV, in any zone and time base, and adds up to the total', async () => {
    const sid = await click();
    await send('named:1', { svc_click_id: sid, value: '0.1' });
    await app.settle();
    for (let i = 0; i < 3; i++) {
      passes(7 * hourMs);
      await send(`order:${i}`, { value: '0.2' });
      await send(`named:x${i}`, { svc_click_id: sid, value: '1' });
    }
    await scene.attributeIdentity(advertiser, 'answer');
    await send('order:answer', { value: '0.2', currency: 'EUR' });
    await app.settle();
    const headers = await app.signIn(advertiser.id);
    const report = async (query: Record<string, string>) => {
      const answer = await app.reports.reportConversions({ query, headers });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    };
    const { rows, group_by } = await report({ group_by: 'matched_by' });
    expect(group_by).toEqual(['matched_by']);
    expect(rows).toEqual([
      { matched_by: 'external_user_id', currency: 'EUR', count: 1, value: '0.20' },
      { matched_by: 'external_user_id', currency: 'USD', count: 3, value: '0.60' },
      { matched_by: 'svc_click_id', currency: 'USD', count: 4, value: '3.10' },
    ]);
    for (const time_basis of ['occurred', 'received', 'click'])
      for (const time_zone of ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati']) {
        const query = { time_basis, time_zone };
        const parts = (await report({ ...query, group_by: 'day,matched_by' })).rows;
        for (const day of (await report({ ...query, group_by: 'day' })).rows) {
          const own = parts.filter((part) => part.day === day.day && part.currency === day.currency);
          expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(day.count);
          expect(own.reduce((sum, { value }) => sum + Number(value), 0)).toBeCloseTo(Number(day.value), 10);
        }
      }
    const csv = await app.send(
      new Request('https://api.example/api/v1/pixel/reports/conversions?group_by=matched_by&format=csv', {
        headers,
      }),
    );
    expect((await csv.text()).trim().split(/\r?\n/)).toEqual([
      'matched_by,currency,count,value',
      'external_user_id,EUR,1,0.20',
      'external_user_id,USD,3,0.60',
      'svc_click_id,USD,4,3.10',
    ]);
  });

  it('matched_by is absent without the grouping, and an unknown grouping is refused with the names', async () => {
    await identify(await click());
    await send('order:1');
    await app.settle();
    const headers = await app.signIn(advertiser.id);
    const answer = await app.reports.reportConversions({ query: {}, headers });
    expect(answer).toMatchObject({
      body: { group_by: ['day', 'campaign', 'ad_group', 'ad_id', 'event_type'], rows: [{ count: 1 }] },
    });
    expect(JSON.stringify(answer.body)).not.toContain('matched_by');
    const refused = await app.reports.reportConversions({ query: { group_by: 'matchedby' }, headers });
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused.body)).toContain('matched_by');
  });

  it('group_by=matched_by costs no further write and no further read', async () => {
    await identify(await click());
    await send('order:1');
    await app.settle();
    const totals = (await allItems(app.world)).filter(({ pk }) => pk.startsWith(`TOTALS#${advertiser.id}#`));
    expect(totals).toHaveLength(3);
    const headers = await app.signIn(advertiser.id);
    const calls = async (group_by: string) => {
      app.calls.length = 0;
      await app.reports.reportConversions({ query: { group_by }, headers });
      return app.calls.map(({ operation }) => operation);
    };
    await calls('day');
    expect(await calls('day,matched_by')).toEqual(await calls('day'));
  });
});

describe('page_viewed from a server', () => {
  it('a page_viewed from a server is stored with a warning, and the funnel counts only the pixel’s', async () => {
    const sid = await click();
    const warning = { code: 'page_viewed_from_server', fields: ['event_type'] };
    const sent = await send('view:1', { event_type: 'page_viewed', svc_click_id: sid });
    expect(sent).toMatchObject({ status: 200, body: { accepted: true, matched: true, warnings: [warning] } });
    expect(await send('view:1', { event_type: 'page_viewed', svc_click_id: sid })).toMatchObject({
      body: { duplicate: true, warnings: [warning] },
    });
    const batch = await scene.batch(advertiser, [
      item('view:2', { type: 'page_viewed', svc_click_id: sid }),
      item('view:3', { type: 'Page-Viewed', svc_click_id: sid }),
      item('order:1', { svc_click_id: sid }),
    ]);
    expect(batch).toMatchObject({
      status: 200,
      body: {
        results: [{ warnings: expect.arrayContaining([warning]) }, { warnings: expect.arrayContaining([warning]) }, { matched: true }],
      },
    });
    expect(JSON.stringify((batch.body as { results: unknown[] }).results[2])).not.toContain(warning.code);
    for (let i = 0; i < 2; i++)
      await app.pixel.sendPixelEvents({
        body: { key: advertiser.pixelKey, sid, events: [{ event_type: 'page_viewed' }] },
      });
    await app.settle();
    const headers = await app.signIn(advertiser.id);
    const funnel = await app.reports.reportFunnel({ query: {}, headers });
    expect(funnel).toMatchObject({
      body: {
        steps: [{ step: 'sessions', count: 1 }, { step: 'page_views', count: 2 }, {}, {}, { count: 1 }],
        event_types: [
          { event_type: 'page_viewed', count: 3 },
          { event_type: 'order_created', count: 1 },
        ],
      },
    });
    expect(await scene.receipt(advertiser, 'view:1')).toMatchObject({
      event_type: 'page_viewed',
      counted: false,
    });
  });
});
