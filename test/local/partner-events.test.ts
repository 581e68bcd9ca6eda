// Slow: it starts processes.
import { createServer } from 'node:http';
import { listen } from '#lib/local/listen.ts';
import { readBody } from '#lib/local/read-body.ts';
import { partnerEvents } from '#lib/local/vendors/partner-events.ts';
import { isSignedByPartner } from '#shared/http/webhook-signatures.ts';

const secret = 'local';
type Event = Record<string, unknown> & { event: string; license_key: string };
let received: Event[] = [];
let tell: (body: object) => Promise<{ license_key: string; deliveries: object[] }>;
const server = createServer(async (request, response) => {
  const raw = await readBody(request, 10_000);
  const headers = {
    timestamp: request.headers['x-appsumo-timestamp']?.toString(),
    signature: request.headers['x-appsumo-signature']?.toString(),
  };
  const event = JSON.parse(raw.toString()) as Event;
  if (isSignedByPartner(headers, { body: raw, secret, now: Date.now() })) received.push(event);
  response.end(JSON.stringify({ event: event.event, success: true }));
});
beforeAll(async () => {
  const events = partnerEvents({ webhook: `http://127.0.0.1:${await listen(server, 0)}`, secret });
  tell = async (body) => (await events(body)).body as Awaited<ReturnType<typeof tell>>;
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
});

it('sends a signed event as often as asked, each time with the same created_at', async () => {
  const { license_key, deliveries } = await tell({
    event: 'purchase',
    tier: 2,
    times: 3,
    email: 'ada@b.example',
  });
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ created_at }) => created_at)).size).toBe(1);
  for (const event of received)
    expect(event).toMatchObject({
      event: 'purchase',
      license_key,
      tier: 2,
      license_status: 'inactive',
      extra: { email: 'ada@b.example' },
    });
  expect(deliveries[0]).toMatchObject({ status: 200, body: { success: true } });
});

it("sends an upgrade's twin first, last, or not at all", async () => {
  for (const [twin, expected] of [
    ['first', ['deactivate', 'upgrade']],
    ['last', ['upgrade', 'deactivate']],
    ['none', ['upgrade']],
  ] as const) {
    received = [];
    const { license_key } = await tell({ event: 'upgrade', prev_license_key: 'old', tier: 3, twin });
    expect(received.map(({ event }) => event)).toEqual(expected);
    for (const event of received)
      expect(event).toMatchObject(
        event.event === 'upgrade'
          ? { license_key, prev_license_key: 'old' }
          : { license_key: 'old', extra: { reason: 'Upgraded by the customer' } },
      );
  }
});

it('refuses an event that lacks its key', async () => {
  for (const body of [{ event: 'upgrade' }, { event: 'deactivate' }, { event: 'activate' }, {}]) await expect(tell(body)).rejects.toThrow();
  expect(received).toEqual([]);
});
