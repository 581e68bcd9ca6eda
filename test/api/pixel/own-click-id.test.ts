import { newId } from '#shared/values/ids.ts';
import { crashTest } from '#test/crash/crash-test.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { storedIn } from './stored.ts';

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
let app: TestApp;
let advertiser: Advertiser;
let stored: ReturnType<typeof storedIn>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  stored = storedIn(app.world);
  advertiser = await newAdvertiser(app);
});

const url = (query: string) => `https://shop.example/p?${query}`;
async function create(sid: string, query: string, key = advertiser.pixelKey, by = app) {
  const answer = await by.pixel.createSession({ body: { key, sid, url: url(query) } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

describe('a click id made in the browser', () => {
  it('a click id made in the browser is the click id of the session', async () => {
    const sid = newId('s');
    expect(await create(sid, 'svc_campaign=spring')).toMatchObject({ sid });
    expect(await stored.click(sid)).toMatchObject({ accountId: advertiser.id, campaign: 'spring' });
  });

  it('a repeated click ID of the browser returns the stored session, and changes nothing', async () => {
    const sid = newId('s');
    const first = await create(sid, 'svc_campaign=spring&oppref=again-1');
    app.world.clock.now += 60_000;
    expect(await create(sid, 'svc_campaign=autumn&oppref=again-2')).toEqual(first);
    expect(await create(sid, '')).toEqual(first);
    expect(await stored.click(sid)).toMatchObject({
      campaign: 'spring',
      networkClickIds: { oppref: 'again-1' },
    });
    expect(await stored.alias(advertiser.id, 'oppref', 'again-2')).toBeNull();
  });

  it('parallel requests with one click ID create one session, and all get the same answer', async () => {
    const sid = newId('s');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => create(sid, `svc_campaign=c${i}&oppref=race-${i}`)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { campaign } = (await stored.click(sid)) ?? {};
    const aliases = await Promise.all(answers.map((_, i) => stored.alias(advertiser.id, 'oppref', `race-${i}`)));
    expect(aliases.flatMap((alias, i) => (alias ? [`c${i}`] : []))).toEqual([campaign]);
  });

  it.each(['account', 'environment', 'pixel'])('a click ID of another %s is not revealed: another ID is returned', async (of) => {
    const sid = newId('s');
    await create(sid, 'svc_campaign=spring');
    const other = of === 'account' ? await newAdvertiser(app) : advertiser;
    const { key } = await other.issue({
      name: 'Other',
      kind: 'public',
      environment: of === 'environment' ? 'test' : 'live',
    });
    const answer = await create(sid, 'svc_campaign=autumn', key);
    expect(answer.sid).not.toBe(sid);
    expect(await stored.click(sid)).toMatchObject({ campaign: 'spring', pixelKey: advertiser.pixelKey });
    expect(await stored.click(answer.sid)).toMatchObject({ campaign: 'autumn', pixelKey: key });
  });

  it('an invalid click ID is 422, with all other problems', async () => {
    const body = { key: advertiser.pixelKey, sid: 's_short', url: 'x', vid: 'me', consent: 'no' as never };
    const answer = await app.pixel.createSession({ body });
    expect(answer).toMatchObject({ status: 422 });
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(['body.consent', 'body.sid', 'body.url', 'body.vid']);
  });

  it("a click ID of the browser costs one write, and with a network's click ID one transaction", async () => {
    await create(newId('s'), '');
    app.calls.length = 0;
    await create(newId('s'), 'svc_campaign=spring&gbraid=g');
    await create(newId('s'), 'gclid=cost');
    expect(app.calls.map(({ operation }) => operation)).toEqual(['PutItem', 'TransactWriteItems']);
  });
});

describe('oppref', () => {
  it('oppref leads to the newest click with it, as long as the session is stored', async () => {
    const [older, newer] = [newId('s'), newId('s')];
    await create(older, 'svc_campaign=spring&oppref=o-1');
    await create(newer, 'svc_campaign=spring&oppref=o-1');
    const session = await stored.click(newer);
    expect(await stored.alias(advertiser.id, 'oppref', 'o-1')).toMatchObject({
      sid: newer,
      ttl: session?.ttl,
    });
    await create(older, 'svc_campaign=spring&oppref=o-1');
    expect(await stored.alias(advertiser.id, 'oppref', 'o-1')).toMatchObject({ sid: newer });
  });

  it('oppref of one account does not exist in another account', async () => {
    const other = await newAdvertiser(app);
    await create(newId('s'), 'oppref=mine');
    expect(await stored.alias(other.id, 'oppref', 'mine')).toBeNull();
  });
});

describe('a crash at any call, and a retry', () => {
  it('after a crash at any call and a retry, the click ID stays, and alias and session refer to each other', async () => {
    const calls = await crashTest({
      prepare: async (by) => ({ advertiser: await newAdvertiser(by), sid: newId('s') }),
      operation: (by, context) =>
        by.pixel.createSession({
          body: {
            key: context.advertiser.pixelKey,
            sid: context.sid,
            url: url('svc_campaign=spring&oppref=crash'),
          },
        }),
      async check(by, context, answer) {
        expect(answer).toMatchObject({ status: 201, body: { sid: context.sid } });
        const kept = storedIn(by.world);
        expect(await kept.click(context.sid)).toMatchObject({ networkClickIds: { oppref: 'crash' } });
        expect(await kept.alias(context.advertiser.id, 'oppref', 'crash')).toMatchObject({
          sid: context.sid,
        });
      },
    });
    expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'GetItem', 'PutItem', 'TransactWriteItems']);
  });
});
