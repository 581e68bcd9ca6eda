import { newOrder, price, report, type Service, send } from '#lib/local/demo-shop/back-end.ts';

afterEach(() => void vi.unstubAllGlobals());
const service: Service = { api: 'https://api.example', secretKey: 'sk', accessToken: async () => 'token' };
function answering(answer: Response) {
  const asked: [url: string, init: RequestInit][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, init]);
    return answer;
  });
  return asked;
}

it('an order of the demo shop has its click, its price and its own number', () => {
  const { number, conversion } = newOrder('s_1');
  expect(conversion).toEqual({
    event_type: 'order_created',
    event_id: `order_created:${number}`,
    svc_click_id: 's_1',
    value: price,
    currency: 'USD',
    properties: { order_number: number, item_count: 1 },
  });
  expect(newOrder(undefined)).toEqual({ number: expect.stringMatching(/^NW-\d{9}$/) });
});

it('the demo shop sends an order with its secret key, and says what was answered', async () => {
  const { conversion } = newOrder('s_1');
  const asked = answering(Response.json({ matched: true }, { status: 202 }));
  if (!conversion) throw new Error('The order has no conversion.');
  expect(await send(service, conversion)).toEqual({ status: 202, body: { matched: true } });
  const headers = { authorization: 'Bearer sk', 'content-type': 'application/json' };
  expect(asked).toEqual([
    ['https://api.example/api/v1/pixel/server-events', { method: 'POST', headers, body: JSON.stringify(conversion) }],
  ]);
});

it('the report of the demo shop begins with the largest value, and a refusal is an error', async () => {
  const asked = answering(Response.json({ rows: [{ value: '9.00' }, { value: '100.00' }, { value: '20.00' }] }));
  expect((await report(service)).map(({ value }) => value)).toEqual(['100.00', '20.00', '9.00']);
  expect(asked[0]?.[0]).toMatch(/conversions\?group_by=campaign,ad_group,ad_id,event_type$/);
  expect(asked[0]?.[1].headers).toEqual({ authorization: 'Bearer token' });
  answering(new Response('{}', { status: 503 }));
  await expect(report(service)).rejects.toThrow('The report was answered with 503.');
});
