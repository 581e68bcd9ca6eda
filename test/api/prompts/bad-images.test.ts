import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { bad, png } from '#test/prompts/samples.ts';
import { base64, countsOf, newPicture, problemsOf } from './scene.ts';

let vendors: TestVendors;
let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), { env: vendors.env });
  user = await newUser(app);
});
afterAll(() => vendors.stop());

const fromAd = async (body: object) => problemsOf(await app.prompts.generateAdPrompt({ body: body as never, headers: user.headers }));
const fromTemplate = async (ad_images: unknown, product_images: unknown) =>
  problemsOf(
    await app.prompts.generateTemplatePrompt({
      body: { ad_images, product_images } as never,
      headers: user.headers,
    }),
  );
const picture = base64(newPicture());

afterEach(async () => {
  expect(vendors.asked('llm')).toEqual([]);
  expect([...app.world.objects.files.keys()]).toEqual([]);
  expect(await countsOf(app, user.id)).toEqual([0, 0, 0, 0, 0]);
});

describe('a refused upload', () => {
  it.each(Object.entries(bad))('an upload that is %s is refused, whatever its declared type', async (_name, [fault, bytes]) => {
    const text = base64(bytes);
    expect(await fromAd({ image_base64: text })).toEqual([`body.image_base64: ${fault}`]);
    expect(await fromAd({ image_base64: `data:image/png;base64,${text}` })).toEqual([`body.image_base64: ${fault}`]);
  });

  it.each([
    'not base64!',
    'AAA=A',
    'A',
    '====',
    'data:image/png;base64',
    'data:image/png,AAAA',
    'data:image/svg+xml;utf8,<svg/>',
    '\ud800',
    '\u0000',
    picture.slice(0, -1).replace('A', '*'),
  ])('an upload that is no base64 is refused: %j', async (image_base64) => {
    const found = await fromAd({ image_base64 });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^body\.image_base64: (value_error|not_an_image)$/);
  });

  it('every problem of every image is reported at its place, with all other problems', async () => {
    const broken = base64(bad['a PNG cut short']?.[1] as Buffer);
    expect(
      await fromTemplate(
        [picture, broken, { base64: 'x!' }, { url: 'ftp://files.example/a.png' }, 'file:///etc/passwd'],
        [{}, 7, null, [], { base64: base64(png(3, 3, [0, 0, 0])) }],
      ),
    ).toEqual([
      'body.ad_images.1: image_broken',
      'body.ad_images.2.base64: value_error',
      'body.ad_images.3.url: value_error',
      'body.ad_images.4: value_error',
      'body.product_images.0: value_error',
      'body.product_images.1: value_error',
      'body.product_images.2: value_error',
      'body.product_images.3: value_error',
      'body.product_images.4.base64: image_too_small',
    ]);
    expect(
      await fromAd({
        image_base64: broken,
        image_url: 'javascript:alert(1)',
        ad_text: 'x'.repeat(5001),
        competitor_name: 7,
      }),
    ).toEqual([
      'body.image_url: value_error',
      'body.image_base64: image_broken',
      'body.ad_text: string_too_long',
      'body.competitor_name: string_type',
    ]);
  });
});

describe('a request without an image is refused', () => {
  it.each([[{}], [{ ad_id: 'ad_1' }], [{ image_url: null, image_base64: null, ad_text: 'Buy shoes' }]])(
    'a request without an image is refused: %j',
    async (body) => {
      expect(await fromAd(body)).toEqual(['body.image_url: missing']);
    },
  );

  it('empty and missing lists of images are refused', async () => {
    expect(await fromTemplate([], undefined)).toEqual(['body.ad_images: too_short', 'body.product_images: missing']);
  });

  it('a request without an image reports its other problems too', async () => {
    expect(await fromAd({ ad_id: 'x'.repeat(201) })).toEqual(['body.ad_id: string_too_long', 'body.image_url: missing']);
  });
});

describe('a refused address of an image', () => {
  it.each([
    'http://127.0.0.1/a.png',
    'http://localhost/a.png',
    'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
    'http://[::1]/a.png',
    'http://[::ffff:10.0.0.1]/a.png',
    'http://2130706433/a.png',
    'http://10.1.2.3/a.png',
    'http://metadata.google.internal/a.png',
    'https://user:secret@tarnfell.example/images/1.png',
    'https://tarnfell.example:8443/images/1.png',
    'http://intranet/a.png',
  ])('an address outside the public web is refused: %s', async (image_url) => {
    expect(await fromAd({ image_url })).toEqual(['body.image_url: address_refused']);
  });

  it('an address of a page, an empty file or a missing file is refused at its place', async () => {
    expect(
      await fromTemplate(
        ['https://tarnfell.example/', 'https://tarnfell.example/nothing-here.png', { url: 'https://brackenpace.example/logo.png' }],
        ['https://10.0.0.1/x.png', picture],
      ),
    ).toEqual([
      'body.ad_images.0: not_an_image',
      'body.ad_images.1: image_unreachable',
      'body.ad_images.2: image_unreachable',
      'body.product_images.0: address_refused',
    ]);
    const file = `${'0'.repeat(64)}.png`;
    expect(await fromAd({ image_url: `https://api.operator.example/media/${file}` })).toEqual(['body.image_url: image_unreachable']);
  });

  it.each([
    ['answers with an error', { status: 503 }],
    ['breaks off', { cut: true }],
  ])('an address is refused when its site %s', async (_name, fault) => {
    vendors.fault({ vendor: 'sites', ...fault });
    expect(await fromAd({ image_url: 'https://tarnfell.example/images/1.png' })).toEqual(['body.image_url: image_unreachable']);
    vendors.forget();
  });
});

it('texts that cannot be stored or shown are refused', async () => {
  const words = { ad_id: 'a\u0000', competitor_name: 'a\nb', ad_text: 'a\ud800' };
  expect(await fromAd({ image_base64: picture, ...words })).toEqual([
    'body.ad_id: value_error',
    'body.ad_text: value_error',
    'body.competitor_name: value_error',
  ]);
});

it('a body over 6 MB is 413, and larger images are sent by address', async () => {
  const image_base64 = 'A'.repeat(6_000_000);
  expect(await app.prompts.generateAdPrompt({ body: { image_base64 }, headers: user.headers })).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
});

it('an Idempotency-Key that is none is refused', async () => {
  const headers = { ...user.headers, 'idempotency-key': 'é' };
  const answer = await app.prompts.generateAdPrompt({ body: { image_base64: picture }, headers });
  expect(problemsOf(answer)).toEqual(['header.Idempotency-Key: value_error']);
});
