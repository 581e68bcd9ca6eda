import { Adtrail, type AdtrailOptions } from '#packages/node/src/index.ts';
import { testTransport } from '#packages/node/src/testing.ts';

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(String(reason)));
const errors: string[] = [];
const options = (more: AdtrailOptions = {}): AdtrailOptions => ({
  ...{ secretKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:9', retryForMs: 50, timeoutMs: 50 },
  ...{ onError: (error) => void errors.push(error.code), ...testTransport(), ...more },
});
const away: AdtrailOptions = { fetch: () => Promise.reject(new TypeError('fetch failed')) };
const order = { orderId: '1' };
const circle: Record<string, unknown> = {};
circle.self = circle;
const throwing = () => {
  throw new Error('of the shop');
};
const rejecting = () => Promise.reject(new Error('of the shop'));
// Programs without type checks pass these values.
const any = (value: unknown) => value as never;
const closed = new Adtrail(options());
void closed.close();

const cases: Record<string, () => unknown> = {
  'an empty ID': () => new Adtrail(options()).order({ orderId: '' }),
  'a value that is not a number': () => new Adtrail(options()).order({ ...order, value: Number.NaN }),
  'half a minor unit': () => new Adtrail(options()).order({ ...order, amount: 25.5 }),
  'an amount with a value': () => new Adtrail(options()).order({ ...order, amount: 1, value: 1 }),
  'a BigInt in properties': () => new Adtrail(options()).order({ ...order, properties: { big: 1n } }),
  'a circle in properties': () => new Adtrail(options()).order({ ...order, properties: circle }),
  'a wrong time': () => new Adtrail(options()).order({ ...order, occurredAt: any(1n) }),
  'a full queue': () => {
    const client = new Adtrail(options({ maxQueue: 1 }));
    for (let count = 0; count < 3; count++) client.order(order);
  },
  'a closed client': () => closed.order(order),
  'no order': () => new Adtrail(options()).order(any(undefined)),
  'no event': () => new Adtrail(options()).track(any(null)),
  'null for options': () => new Adtrail(options()).order(order, any(null)),
  'a check of a wrong event': () => void new Adtrail(options()).validate(any({ value: Number.NaN })),
  'every other method': () => {
    const client = new Adtrail(options());
    client.purchase(any({}));
    client.checkout(any({}));
    client.itemsAdded(any({}));
    client.contentsViewed(any({}));
    client.signUp(any({}));
    client.subscription(any({}));
  },
  'a refusal by the service': () =>
    new Adtrail(options({ fetch: any(async () => new Response('{}', { status: 422 })) })).order(order),
  'a wrong key': () =>
    new Adtrail(options({ fetch: any(async () => new Response('{}', { status: 401 })) })).order(order),
  'a service that is away': () => new Adtrail(options(away)).order(order),
  'a service that is away for longer than the call waits': () =>
    new Adtrail(options({ fetch: () => new Promise(() => {}) })).order(order, { timeoutMs: 1 }),
  'a call that is aborted': () => new Adtrail(options(away)).order(order, { signal: AbortSignal.abort() }),
  'a flush and a close': () => {
    const client = new Adtrail(options(away));
    client.order(order);
    void client.flush();
    void client.close({ timeoutMs: 1 });
    void client.close({ timeoutMs: 1 });
  },
  'handlers that throw': () => {
    const client = new Adtrail(options({ onError: throwing, onResult: throwing, waitUntil: throwing }));
    client.order(order);
    client.order({ orderId: '' });
  },
  'handlers that reject': () => {
    const client = new Adtrail(options({ onError: rejecting, onResult: rejecting, waitUntil: rejecting }));
    client.order(order);
    client.order({ orderId: '' });
  },
  'a spool that fails': () => {
    const spool = { open() {}, add: rejecting, remove() {}, recover: rejecting, close: rejecting };
    const client = new Adtrail(options({ spool }));
    client.order(order);
    void client.close({ timeoutMs: 1 });
  },
  'a spool that throws': () => {
    const spool = {
      open() {},
      add: any(throwing),
      remove: throwing,
      recover: any(throwing),
      close: any(throwing),
    };
    const client = new Adtrail(options({ spool }));
    client.order(order);
    void client.close({ timeoutMs: 1 });
  },
};

const outcomes: Record<string, string> = {};
for (const [name, run] of Object.entries(cases)) {
  unhandled.length = 0;
  let thrown = '';
  try {
    run();
  } catch (error) {
    thrown = `threw ${error}`;
  }
  await new Promise((resolve) => setTimeout(resolve, 120));
  outcomes[name] = [thrown, ...unhandled].filter(Boolean).join('; ') || 'alive';
}
process.stdout.write(`${JSON.stringify({ outcomes, errors })}\n`);
