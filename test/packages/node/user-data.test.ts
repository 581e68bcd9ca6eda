import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { itemJson, readEvent } from '#packages/node/src/events.ts';
import { Adtrail, type AdtrailError, type AdtrailOptions, emailSha256, type SpoolEntry, type User } from '#packages/node/src/index.ts';
import { diskSpool } from '#packages/node/src/spool.ts';
import { testTransport } from '#packages/node/src/testing.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { startShop } from './service.ts';

const raw = ['Jane@Example.com', '+43 660 1234567', 'customer-7', 'Firefox/140', '203.0.113.9', 'thank-you', 'fb.1.1', 'ttp-1', 'obref-1'];
const [email, phone, externalId, clientUserAgent, clientIpAddress, page, fbp, ttp, obref] = raw;
const eventSourceUrl = `https://shop.example/${page}`;
const user = { email, phone, externalId, clientUserAgent, clientIpAddress, eventSourceUrl, fbp, ttp, obref } satisfies User;
const leakedIn = (text: string) => raw.filter((value) => text.includes(value));

const base = temporaryFolder();
let folders = 0;
const newFolder = () => join(base, String(++folders));
const contentOf = (folder: string) => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
const away = async (): Promise<Response> => {
  throw new TypeError('fetch failed');
};
const client = (options: AdtrailOptions) =>
  new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'https://adtrail.test', onError: () => {}, ...options });

it('a call sends consent and user data by their names on the wire, and leaves out what is blank', async () => {
  const { fetch, events } = testTransport();
  const adtrail = client({ fetch });
  const consent = { adUserData: 'granted', adPersonalization: 'denied' } as const;
  await adtrail.order({ orderId: 1, consent, user });
  await adtrail.signUp({ userId: 'u1', consent: { adUserData: null }, user: { email: ' ', phone: 436601234567 } });
  await adtrail.checkout({ checkoutId: 1, consent: null, user: { email: undefined } });
  const user_data = {
    email,
    phone,
    external_id: externalId,
    client_user_agent: clientUserAgent,
    client_ip_address: clientIpAddress,
    event_source_url: eventSourceUrl,
    fbp,
    ttp,
    obref,
  };
  expect(events.map((event) => [event.consent, event.user_data])).toEqual([
    [{ ad_user_data: 'granted', ad_personalization: 'denied' }, user_data],
    [undefined, { phone: '436601234567' }],
    [undefined, undefined],
  ]);
});

it('an amount in minor units leaves consent and user data at the item, where the service reads them', () => {
  const event = { event_type: 'order_created', event_id: 'order_created:1', amount: 2599, currency: 'EUR' };
  const item = JSON.parse(itemJson({ ...event, consent: { ad_user_data: 'denied' }, user_data: { email } }));
  expect(item).toMatchObject({ consent: { ad_user_data: 'denied' }, user_data: { email } });
  expect(Object.keys(item.data).sort()).toEqual(['amount', 'currency', 'occurred_at']);
});

it('an event without consent and user data has the bytes of earlier versions, and the spool gets the same', () => {
  const read = readEvent(() => ({ event_type: 'order_created', event_id: 'order_created:1', occurred_at: '2026-11-30T10:00:00Z' }));
  expect(read.json).toBe('{"event_type":"order_created","event_id":"order_created:1","occurred_at":"2026-11-30T10:00:00Z"}');
  expect(read.diskJson).toBeUndefined();
});

it('emailSha256 refuses a form that is none of the three', async () => {
  await expect(emailSha256('jane@example.com', 'gmail' as never)).rejects.toMatchObject({ code: 'invalid_form' });
});

describe('the spool', () => {
  it('the spool has no user data but hashes; the process sends all, and the next process says what is missing', async () => {
    const folder = newFolder();
    const hash = await emailSha256('john@example.com', 'google');
    const first = client({ spool: diskSpool(folder), fetch: away });
    const orders = [
      first.order({ orderId: 1, value: 5, user: { ...user, emailSha256: hash } }),
      first.track({ event_type: 'a', event_id: 'a:2', user_data: { email_sha256: { form: 'plain', value: `${email}` } } }),
      first.order({ orderId: 3, user: { emailSha256: hash } }),
    ];
    for (const { queued } of orders) await queued;
    const [content = ''] = contentOf(folder);
    expect(leakedIn(content)).toEqual([]);
    expect(content).toContain(`"user_data":{"email_sha256":${JSON.stringify(hash)}}`);
    expect(await first.close({ timeoutMs: 0 })).toEqual({ undelivered: 3 });

    const { fetch, events } = testTransport();
    const errors: AdtrailError[] = [];
    const second = client({ spool: diskSpool(folder), fetch, onError: (error) => errors.push(error) });
    await second.close();
    expect(events.map(({ event_id, value, user_data }) => [event_id, value, user_data])).toEqual([
      ['order_created:1', 5, { email_sha256: hash }],
      ['a:2', undefined, undefined],
      ['order_created:3', undefined, { email_sha256: hash }],
    ]);
    expect(errors.map(({ code, willRetry, event }) => [code, willRetry, event?.event_id])).toEqual([
      ['user_data_not_kept', true, 'order_created:1'],
      ['user_data_not_kept', true, 'a:2'],
    ]);
  });

  it('the spool of a process that lives on costs no user data', async () => {
    const folder = newFolder();
    const { fetch, events, failNext } = testTransport();
    const errors: unknown[] = [];
    const adtrail = client({ spool: diskSpool(folder), fetch, onError: (error) => errors.push(error) });
    failNext(503);
    await adtrail.order({ orderId: 1, user });
    await adtrail.close();
    expect(events[0]?.user_data).toMatchObject({ email, phone });
    expect(errors).toEqual([]);
    expect(contentOf(folder)).toEqual([]);
  });

  it('a spool of your own gets no user data, and an event for which the memory has no room waits without it', async () => {
    const entries: SpoolEntry[] = [];
    const add = async (entry: SpoolEntry) => void entries.push(entry);
    const spool = { open() {}, add, addAside: add, remove() {}, recover: async () => null, close: async () => {} };
    const adtrail = client({ spool, fetch: away, maxQueue: 1 });
    await adtrail.order({ orderId: 1, user }).queued;
    await adtrail.order({ orderId: 2, user }).queued;
    expect(entries).toHaveLength(2);
    expect(leakedIn(JSON.stringify(entries))).toEqual([]);
    await adtrail.close({ timeoutMs: 0 });
  });
});

it('no error has user data, also not in what a log shows of it, and the log of the client has none', async () => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((...parts) => void lines.push(...parts));
  const errors: AdtrailError[] = [];
  const collect = (error: AdtrailError) => void errors.push(error);
  const refusing = async () =>
    Response.json({
      results: [{ index: 0, status: 422, accepted: false, error: { code: 'validation_failed', message: 'No.', detail: [] } }],
    });
  const cycle: Record<string, unknown> = {};
  cycle.cycle = cycle;
  const sent = (options: AdtrailOptions, properties?: Record<string, unknown>) =>
    client({ retryForMs: 0, ...options })
      .order({ orderId: 1, consent: { adUserData: 'granted' }, user, properties })
      .catch(collect);
  for (const options of [{}, { onError: undefined }]) {
    await sent({ ...options, fetch: refusing });
    await sent({ ...options, fetch: away });
    await sent({ ...options, fetch: async () => Response.json({ detail: 'No.', code: 'unauthenticated' }, { status: 401 }) });
    await sent({ ...options, maxQueue: 0, fetch: away });
    await sent({ ...options, fetch: away }, cycle);
  }
  vi.restoreAllMocks();
  expect(errors.map(({ code }) => code)).toEqual([...codes, ...codes]);
  expect(lines.length).toBeGreaterThan(0);
  const shown = inspect([errors, errors.map(({ event }) => event), lines], { showHidden: true, depth: 12 });
  expect(shown).toContain('order_created:1');
  expect(leakedIn(shown)).toEqual([]);
});
const codes = ['validation_failed', 'no_response', 'unauthenticated', 'queue_full', 'not_json'];

it('the service keeps what the package sends with consent, in both forms of an item, and says what it drops', async () => {
  const shop = await startShop();
  const { headers } = shop.advertiser;
  await shop.app.destinations.changeDestination({ params: { network: 'meta' }, body: { state: 'collecting' }, headers });
  shop.app.world.clock.now += 61_000;
  const adtrail = shop.client();
  const granted = { adUserData: 'granted', adPersonalization: 'denied' } as const;
  const emailHash = await emailSha256(email, 'canonical');
  const kept = [
    await adtrail.order({ orderId: 'k1', value: 5, consent: granted, user }),
    await adtrail.order({ orderId: 'k2', amount: 500, currency: 'EUR', consent: granted, user: { emailSha256: emailHash } }),
  ];
  expect(kept.map(({ warnings }) => warnings ?? [])).toEqual([[], []]);
  const dropped = await adtrail.order({ orderId: 'd1', value: 5, consent: { adUserData: 'denied' }, user: { emailSha256: emailHash } });
  expect(dropped.warnings).toEqual([{ code: 'user_data_ignored', fields: ['user_data'] }]);
  const first = await shop.receipt('order_created:k1');
  expect(first).toMatchObject({ consent: { ad_user_data: 'granted', ad_personalization: 'denied' } });
  expect(first).toHaveProperty('user_data', expect.arrayContaining(['email', 'phone', 'external_id', 'client_ip_address', 'obref']));
  expect(await shop.receipt('order_created:k2')).toHaveProperty('user_data', ['email']);
});
