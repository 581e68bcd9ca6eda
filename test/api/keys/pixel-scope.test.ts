import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
});

async function twoShops() {
  const owner = await newAdvertiser(app);
  const second = (await owner.issue({ name: 'Second shop', kind: 'public', environment: 'live' })).key;
  const scoped = await owner.issue({
    name: 'Second back end',
    kind: 'secret',
    environment: 'live',
    pixel_key: second,
  });
  await scene.send(owner, { event_id: 'first', value: 1, svc_click_id: await owner.click() });
  await scene.send(
    owner,
    { event_id: 'second', value: 2, svc_click_id: await owner.click(undefined, second) },
    { authorization: `Bearer ${scoped.key}` },
  );
  await scene.send(owner, { event_id: 'nowhere' }, { authorization: `Bearer ${scoped.key}` });
  await app.settle();
  return { owner, second };
}

describe('reads by pixel', () => {
  it('reads of one pixel show its data: by click, otherwise by the scope of the key', async () => {
    const { owner, second } = await twoShops();
    const { headers } = owner;
    const values = async (query: object) => {
      const answer = await app.reports.reportConversions({
        query: { group_by: 'campaign', ...query },
        headers,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.rows.map(({ value }) => value);
    };
    expect(await values({})).toEqual(['3.00']);
    expect(await values({ pixel_key: owner.pixelKey })).toEqual(['1.00']);
    expect(await values({ pixel_key: second })).toEqual(['2.00']);

    const ids = async (query: Record<string, unknown>) => (await scene.log(owner, query)).events.map(({ event_id }) => event_id).sort();
    expect(await ids({ pixel_key: owner.pixelKey })).toEqual(['first']);
    expect(await ids({ pixel_key: second })).toEqual(['nowhere', 'second']);

    const sessions = async (query: object) => {
      const answer = await app.reports.reportFunnel({ query, headers });
      return (answer.body as { steps: { count: number }[] }).steps[0]?.count;
    };
    expect([await sessions({}), await sessions({ pixel_key: second })]).toEqual([2, 1]);

    const receipt = (pixel_key: string) => app.events.readConversion({ params: { event_id: 'second' }, query: { pixel_key }, headers });
    expect(await receipt(second)).toMatchObject({ status: 200, body: { pixel_key: second } });
    expect(await receipt(owner.pixelKey)).toMatchObject({ status: 404 });
  });

  it("reads of one pixel report the time of the pixel's own newest event", async () => {
    const own = await startApp(await newWorld());
    const owner = await newAdvertiser(own);
    const issue = async (kind: 'public' | 'secret', environment: 'live' | 'test') =>
      (await owner.issue({ name: kind, kind, environment })).key;
    const second = await issue('public', 'live');
    const [testing, secret] = [await issue('public', 'test'), await issue('secret', 'test')];
    const [arrivals, ownScene]: [string[], typeof scene] = [[], sceneOf(own)];
    for (const [pixel, key] of [
      [owner.pixelKey, owner.key],
      [second, owner.key],
      [testing, { authorization: `Bearer ${secret}` }],
    ] as const) {
      own.world.clock.now += 60_000;
      arrivals.push(new Date(own.world.clock.now).toISOString());
      await ownScene.send(owner, { svc_click_id: await owner.click(undefined, pixel) }, key);
    }
    await own.settle();
    own.world.clock.now += 60_000;
    const asOf = async (query: object) => {
      const answer = await own.reports.reportConversions({ query, headers: owner.headers });
      return 'as_of' in answer.body ? answer.body.as_of : answer.status;
    };
    const [first, later, test] = arrivals;
    expect(await asOf({ pixel_key: owner.pixelKey })).toBe(first);
    expect(await asOf({ pixel_key: second })).toBe(later);
    expect(await asOf({})).toBe(later);
    expect(await asOf({ environment: 'test' })).toBe(test);
  });

  it('reads by pixel are refused for a key of another account or environment', async () => {
    const owner = await newAdvertiser(app);
    const stranger = await newAdvertiser(app);
    const { headers } = owner;
    for (const query of [{ pixel_key: stranger.pixelKey }, { pixel_key: owner.pixelKey, environment: 'test' as const }])
      for (const read of [
        app.reports.reportConversions({ query, headers }),
        app.reports.reportFunnel({ query, headers }),
        app.events.listEvents({ query, headers }),
        app.events.readConversion({ params: { event_id: 'x' }, query, headers }),
      ])
        expect(await read).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['query', 'pixel_key'] }] },
        });
  });
});

describe('search by ID', () => {
  it.each(['event', 'click', 'network', 'log entry'] as const)('the log and the receipt are found by any ID of the %s', async (kind) => {
    const owner = await newAdvertiser(app);
    const sid = await owner.click('svc_campaign=spring&gclid=Cj0KCQ-1');
    await scene.send(owner, { event_id: 'older', svc_click_id: sid });
    app.world.clock.now += 1000;
    await scene.send(owner, { event_id: 'order:1', svc_click_id: 'gclid:Cj0KCQ-1' });
    await app.settle();
    app.world.clock.now += 20 * 86_400_000;
    const { log_id = '' } = await scene.receipt(owner, 'order:1');
    const id = { event: 'order:1', click: sid, network: 'Cj0KCQ-1', 'log entry': log_id }[kind];
    expect(await scene.receipt(owner, id)).toMatchObject({ event_id: 'order:1' });
    const found = (await scene.log(owner, { id })).events.map(({ event_id }) => event_id);
    expect(found).toEqual(kind === 'click' || kind === 'network' ? ['order:1', 'older'] : ['order:1']);
    const stranger = await newAdvertiser(app);
    expect((await scene.log(stranger, { id })).events).toEqual([]);
    app.world.clock.now -= 20 * 86_400_000;
  });

  it('events are found by the ID of their request, with repeats and rejections', async () => {
    const owner = await newAdvertiser(app);
    const as = (request: string) => ({ ...owner.key, 'x-request-id': request });
    await scene.send(owner, { event_id: 'x' }, as('req-1'));
    await scene.send(owner, { event_id: 'x' }, as('req-2'));
    await scene.send(owner, { event_id: 'x', value: -1 }, as('req-3'));
    await app.settle();
    const outcomes = async (id: string) => (await scene.log(owner, { id })).events.map(({ outcome }) => outcome).sort();
    expect(await outcomes('x')).toEqual(['duplicate', 'rejected', 'unmatched']);
    expect(await outcomes('req-1')).toEqual(['unmatched']);
    expect(await outcomes('req-2')).toEqual(['duplicate']);
    expect(await outcomes('req-3')).toEqual(['rejected']);
  });
});
