import * as z from 'zod';
import { endpoints } from '#functions/groups.ts';
import { unwrapped } from '#shared/http/unwrapped.ts';
import { base64, newPicture } from '#test/api/prompts/scene.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { ask } from './ask.ts';

let vendors: TestVendors;
let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
let other: Awaited<ReturnType<typeof newUser>>;
let ids: Record<'key' | 'otherKey' | 'hook' | 'otherHook', string>;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), { env: vendors.env });
  owner = await newAdvertiser(app);
  other = await newUser(app);
  const hook = async () => {
    const { body } = await app.webhooks.createWebhookEndpoint({ body: { url: 'https://shop.example.com/' }, headers: owner.headers });
    return (body as { id: string }).id;
  };
  const { id: otherKey } = await owner.issue({ name: 'Other', kind: 'secret', environment: 'live' });
  ids = { key: owner.secretKeyId, otherKey, hook: await hook(), otherHook: await hook() };
});
afterAll(() => vendors.stop());

/** `id` is of the path, and each further field of the body. */
type Fields = Record<string, unknown>;
type Requests = readonly { first: Fields; others: readonly Fields[] }[];
const [one, two] = [base64(newPicture()), base64(newPicture())];
const dryRun = (): Requests => [{ first: {}, others: [{ dry_run: true }] }];

const requests: Record<string, () => Requests> = {
  createKey: () => [
    {
      first: { name: 'Shop', kind: 'read', environment: 'live', expires_in_days: 7 },
      others: [
        { name: 'Other' },
        { kind: 'secret', expires_in_days: undefined },
        { environment: 'test' },
        { expires_in_days: 8 },
        { scope: 'performance' },
        { pixel_key: owner.pixelKey },
      ],
    },
    {
      first: { name: 'Shop', kind: 'public', environment: 'live', allowed_origins: ['https://a.example'] },
      others: [{ allowed_origins: ['https://b.example'] }],
    },
  ],
  rotateKey: () => [{ first: { id: ids.key, grace_seconds: 60 }, others: [{ grace_seconds: 61 }, { id: ids.otherKey }] }],
  createWebhookEndpoint: () => [
    {
      first: { url: 'https://shop.example.com/' },
      others: [
        { url: 'https://other.example.com/' },
        { description: 'Another' },
        { environment: 'test' },
        { events: ['conversion.conflict'] },
      ],
    },
  ],
  rotateWebhookSecret: () => [{ first: { id: ids.hook }, others: [{ id: ids.otherHook }] }],
  generateAdPrompt: () => [
    {
      first: { ad_id: '1', image_base64: one, ad_text: 'Shoes', competitor_name: 'Fjord' },
      others: [
        { ad_id: '2' },
        { image_base64: two },
        { ad_text: 'Boots' },
        { competitor_name: 'Tarn' },
        { image_url: 'https://a.example/' },
      ],
    },
  ],
  generateTemplatePrompt: () => [
    {
      first: { ad_images: [one], product_images: [two] },
      others: [{ ad_images: [two] }, { product_images: [one] }],
    },
  ],
  reportButtonPress: () => [
    {
      first: { email_type: 'welcome', cta_type: 'dashboard' },
      others: [{ email_type: 'low_credits' }, { cta_type: 'buy_credits' }],
    },
  ],
  grantCredits: () => [
    {
      first: { user_id: owner.id, amount: 5, reason: 'Thanks' },
      others: [{ user_id: other.id }, { user_id: undefined, email: other.email }, { amount: 6 }, { reason: 'Sorry' }],
    },
  ],
  grantDailyCredits: () => [{ first: { credits_amount: 4 }, others: [{ credits_amount: 5 }, { dry_run: true }] }],
  grantNewSignupCredits: dryRun,
  runSubscriptionRenewals: dryRun,
  topUpPartners: dryRun,
};

const takesKey = (described: { description?: string; headers?: z.ZodType }) =>
  described.description?.includes('`Idempotency-Key`') ||
  (described.headers instanceof z.ZodObject && 'Idempotency-Key' in described.headers.shape);
const keyed = endpoints.filter((endpoint) => takesKey(endpoint));

it('each operation with an Idempotency-Key has its requests here', () => {
  expect(keyed.map(({ id }) => id).toSorted()).toEqual(Object.keys(requests).toSorted());
});

it.each(keyed)('a request with the Idempotency-Key of a request that differs in any field is another request: $id', async (endpoint) => {
  const headers = endpoint.auth === 'operator' ? { 'x-svc-dev-token': operatorToken } : owner.headers;
  const changed = new Set<string>();
  for (const [at, { first, others }] of (requests[endpoint.id]?.() ?? []).entries()) {
    const send = ({ id, ...body }: Fields) =>
      ask(app.send, endpoint, {
        params: { id },
        raw: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `${endpoint.id} ${at}` },
      });
    const made = await send(first);
    expect(made).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
    expect((await send(first)).status).toBe(made.status);
    for (const change of others) {
      const { status, json } = await send({ ...first, ...change });
      const isAnother = status === 200 ? (json as { duplicate?: boolean }).duplicate === false : status === 409;
      expect([change, isAnother, json]).toEqual([change, true, json]);
      for (const field of Object.keys(change)) changed.add(field);
    }
  }
  const body = endpoint.body && (unwrapped(endpoint.body as z.ZodType) as z.ZodObject).shape;
  const fields = [...Object.keys(body ?? {}), ...(endpoint.path.includes('{id}') ? ['id'] : [])];
  expect(changed).toEqual(new Set(fields));
});
