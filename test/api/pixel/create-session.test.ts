import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
});

const create = (body: object, headers: Record<string, string> = {}) =>
  app.pixel.createSession({
    body: { key: advertiser.pixelKey, url: 'https://shop.example/', ...body },
    headers,
  });
const attributed = async (query: string) => {
  const sid = await advertiser.click(query);
  const body = { event_type: 'order_created', event_id: `e-${query}`, svc_click_id: sid };
  const { body: result } = await app.conversions.sendConversion({ body, headers: advertiser.key });
  return 'campaign' in result ? [result.campaign, result.ad_group, result.ad_id] : result;
};

describe('a session', () => {
  it('a session returns an unguessable click ID, a visitor ID and the end of the click window', async () => {
    const answers = await Promise.all([create({}), create({})]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 201,
        body: {
          sid: expect.stringMatching(/^s_[0-9A-Za-z]{22}$/),
          vid: expect.stringMatching(/^v_[0-9A-Za-z]{22}$/),
          expires_at: '2026-12-21T12:00:00.000Z',
        },
      });
    }
    expect(answers[0]?.body).not.toEqual(answers[1]?.body);
  });

  it('a session costs one write once the key is known', async () => {
    await create({});
    app.calls.length = 0;
    await create({});
    expect(app.calls.map(({ operation }) => operation)).toEqual(['PutItem']);
  });

  it('a session takes campaign, ad group and ad from our parameters, each otherwise from the utm parameter', async () => {
    expect(await attributed('svc_campaign=a&svc_ad_group=b&svc_ad_id=c&utm_campaign=x')).toEqual(['a', 'b', 'c']);
    expect(await attributed('utm_campaign=x&utm_term=y&utm_content=z')).toEqual(['x', 'y', 'z']);
    expect(await attributed('svc_campaign=a&utm_term=y')).toEqual(['a', 'y', '']);
    expect(await attributed('utm_campaign=caf%C3%A9+%26+co')).toEqual(['café & co', '', '']);
  });

  it('a session keeps the given visitor ID, and has none without consent', async () => {
    const first = await create({});
    const vid = first.status === 201 ? first.body.vid : '';
    expect(await create({ vid })).toMatchObject({ status: 201, body: { vid } });
    expect(await create({ vid, consent: false })).toMatchObject({ status: 201, body: { vid: null } });
  });

  it('a session takes a text/plain body, as sendBeacon sends it', async () => {
    const body = JSON.stringify({ key: advertiser.pixelKey, url: 'https://shop.example/' });
    const request = new Request('http://x/api/v1/pixel/sessions', {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain' },
    });
    expect((await app.send(request)).status).toBe(201);
  });

  it.each([
    ['unknown', { key: 'pk_live_x' }],
    ['secret', {}],
    ['missing', { key: undefined }],
  ])('a session is 401 with a key that is %s', async (kind, body) => {
    const secret = { key: advertiser.key.authorization.slice(7) };
    expect(await create(kind === 'secret' ? secret : body)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  it('a session is 422 for an invalid address and an invented visitor ID', async () => {
    for (const url of ['', 'shop.example', 'javascript:alert(1)', 'file:///etc/passwd', `https://shop.example/${'x'.repeat(9000)}`]) {
      expect([url.slice(0, 30), (await create({ url })).status]).toEqual([url.slice(0, 30), 422]);
    }
    expect(await create({ vid: 'me' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'vid'] }] },
    });
  });

  it('a session answers only the allowed origins of its key, which may read the answer', async () => {
    const { key } = await advertiser.issue({
      name: 'Strict',
      kind: 'public',
      environment: 'live',
      allowed_origins: ['https://shop.example'],
    });
    const allowed = await create({ key }, { origin: 'https://shop.example' });
    expect(allowed.status).toBe(201);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(await create({ key }, { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      body: { code: 'origin_not_allowed' },
    });
    expect((await create({ key })).status).toBe(201);
  });
});
