import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app ??= await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
});

const identify = (sid: string, external_user_id = 'user-42', key = advertiser.pixelKey, headers = {}) =>
  app.pixel.identify({ body: { key, sid, external_user_id }, headers });
const post = (body: object, headers: Record<string, string> = {}) =>
  app.send(
    new Request('http://x/api/v1/pixel/identify', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    }),
  );
const operations = () => app.calls.map(({ operation }) => operation);
const links = async () => (await allItems(app.world)).filter(({ kind, pk }) => kind === 'user_click' && pk.includes(`#${advertiser.id}#`));
const accepted = { status: 202, body: { accepted: true } };

describe('identify', () => {
  it('identify stores the keyed hash of the user with the click, and never the ID itself', async () => {
    const sid = await advertiser.click();
    const id = `user-${advertiser.id}-é😀`;
    expect(await identify(sid, id)).toMatchObject(accepted);
    const userHash = await app.userHash(advertiser.id, id);
    expect(await links()).toMatchObject([
      {
        pk: `USERCLICK#${advertiser.id}#live#${userHash}`,
        userHash,
        click: { sid, campaign: 'spring', adGroup: 'shoes', adId: 'ad_1', pixelKey: advertiser.pixelKey },
        ttl: Math.ceil(app.world.clock.now / 1000) + 410 * 86_400,
      },
    ]);
    expect(JSON.stringify(await allItems(app.world))).not.toContain(`user-${advertiser.id}`);
  });

  it('identify costs one read and one transaction of three writes, and otherwise no write', async () => {
    const sids = [await advertiser.click(), await advertiser.click()];
    await identify(sids[0] as string);
    app.calls.length = 0;
    await identify(sids[1] as string);
    expect(operations()).toEqual(['GetItem', 'TransactWriteItems']);

    const organic = await advertiser.click('ref=newsletter');
    app.calls.length = 0;
    expect(await identify(organic)).toMatchObject(accepted);
    expect(operations()).toEqual(['GetItem']);
    expect(await links()).toHaveLength(2);

    app.calls.length = 0;
    expect((await identify('s_0000000000000000000000')).status).toBe(404);
    expect(operations()).toEqual(['GetItem', 'GetItem']);
  });

  it('a repeated identify changes nothing, also ten in parallel', async () => {
    const sid = await advertiser.click();
    const answers = await Promise.all(Array.from({ length: 10 }, () => identify(sid)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202));
    const before = await allItems(app.world);
    expect(await identify(sid)).toMatchObject(accepted);
    expect(await allItems(app.world)).toEqual(before);
    expect(await links()).toHaveLength(1);
    for (let i = 0; i < 19; i++) await identify(sid, `other-${i}`);
    expect(await links()).toHaveLength(20);
  });

  it('identify stores at most 20 users of a click, also of thirty in parallel, with the same answers', async () => {
    const sid = await advertiser.click();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => identify(sid, `user-${i}`)));
    expect(answers.every(({ status }) => status === 202 || status === 503)).toBe(true);
    for (let i = 0; i < 30; i++) expect(await identify(sid, `again-${i}`)).toMatchObject(accepted);
    expect(await links()).toHaveLength(20);
    app.calls.length = 0;
    await identify(sid, 'one-more');
    expect(operations()).toEqual(['GetItem']);
  });

  it('identify stores nothing of an erased click', async () => {
    const sid = await advertiser.click();
    await app.privacy.erase({ body: { svc_click_id: sid }, headers: advertiser.headers });
    expect(await identify(sid)).toMatchObject(accepted);
    expect(await links()).toEqual([]);
  });

  it.each(['account', 'environment', 'pixel'])('identify is 404 for a click of another %s, as for an unknown click', async (of) => {
    const sid = await advertiser.click();
    const other = of === 'account' ? await newAdvertiser(app) : advertiser;
    const { key } = await other.issue({
      name: 'Other',
      kind: 'public',
      environment: of === 'environment' ? 'test' : 'live',
    });
    const foreign = await identify(sid, 'user-42', key);
    const unknown = await identify('s_0000000000000000000000', 'user-42', key);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const words = ({ body }: { body: object }) => ({ ...body, request_id: '' });
    expect(words(foreign as never)).toEqual(words(unknown as never));
    expect(await links()).toEqual([]);
  });

  it('identify takes a text/plain body of an allowed origin, and of no other', async () => {
    const { key } = await advertiser.issue({
      name: 'Strict',
      kind: 'public',
      environment: 'live',
      allowed_origins: ['https://shop.example'],
    });
    const body = {
      key,
      sid: await advertiser.click('svc_campaign=spring', key),
      external_user_id: 'user-42',
    };
    const answer = await post(body, { origin: 'https://shop.example' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([202, 'https://shop.example']);
    expect((await post(body, { origin: 'https://evil.example' })).status).toBe(403);
    const secret = advertiser.key.authorization.slice(7);
    expect(await identify(body.sid, 'user-42', secret)).toMatchObject({ status: 401 });
  });

  it('identify is 422 for an ID that a conversion could not have, without repeating it', async () => {
    const sid = await advertiser.click();
    for (const id of ['x'.repeat(513), 'a\u0000b', 'a\nb', '\ud800', 42, null, ['a'], undefined]) {
      const answer = await post({ key: advertiser.pixelKey, sid, external_user_id: id });
      const text = await answer.text();
      expect([id, answer.status]).toEqual([id, 422]);
      expect(JSON.parse(text)).toMatchObject({ detail: [{ loc: ['body', 'external_user_id'] }] });
      expect(text).not.toContain('xxx');
    }
    const both = await post({ key: advertiser.pixelKey, sid: 's_short', external_user_id: 5 });
    const { detail } = (await both.json()) as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual(['body.sid', 'body.external_user_id']);
    expect(await links()).toEqual([]);
  });
});
