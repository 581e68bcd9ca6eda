import { Script } from 'node:vm';
import { until } from '#test/kit/until.ts';

type Handler = (event: object) => Promise<void>;
const token = '8d1f6c2e0b5a47c39e7d4a1b6f0c2e55';
const shop = 'https://shop.example';

/** The source is Shopify's pages "Web Pixels API" and the pages of its events. */
export async function visitShopify(code: string, api: string): Promise<void> {
  const cookies = new Map<string, string>();
  const answers: { path: string; status: number; consent?: object }[] = [];
  const page = (customerPrivacy: object | null = allowed(true), handlers = new Map<string, Handler>()) => {
    const sandbox = {
      init: { customerPrivacy: customerPrivacy ?? undefined },
      api: { customerPrivacy: { subscribe: (name: string, handler: Handler) => handlers.set(name, handler) } },
      analytics: { subscribe: (name: string, handler: Handler) => handlers.set(name, handler) },
      browser: {
        cookie: {
          get: async (name: string) => cookies.get(name) ?? '',
          set: async (text: string) => {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*); path=\/; max-age=2592000; /.exec(text) ?? [];
            cookies.set(name, value);
          },
        },
      },
      fetch: async (url: string, { keepalive, ...init }: RequestInit) => {
        expect([keepalive, url.startsWith(api)]).toEqual([true, true]);
        const answer = await fetch(url, {
          ...init,
          headers: { origin: 'null', 'content-type': 'text/plain' },
        });
        expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|null)$/);
        const { consent } = JSON.parse(String(init.body)) as { consent?: object };
        answers.push({ path: new URL(url).pathname, status: answer.status, ...(consent && { consent }) });
        return answer;
      },
      encodeURIComponent,
    };
    new Script(code).runInNewContext(sandbox);
    const at = (path: string) => ({
      document: { location: { href: shop + path, search: new URL(shop + path).search }, referrer: '' },
    });
    return (name: string, path: string, data: object = {}) => handlers.get(name)?.({ name, context: at(path), data, ...data });
  };
  const ad = '/?svc_campaign=spring&svc_ad_id=ad_7';
  await page()('page_viewed', ad);
  const [first] = cookies.values();
  expect(first).toMatch(/^s_\w{22}\|%3Fsvc_campaign.*\|granted$/);
  await page()('page_viewed', ad);
  const product = page();
  await Promise.all([product('page_viewed', '/products/shoes'), product('product_added_to_cart', '/products/shoes')]);
  const checkout = page();
  await Promise.all([
    checkout('page_viewed', '/checkouts/cn/1'),
    checkout('checkout_started', '/checkouts/cn/1', {
      checkout: { token, totalPrice: { amount: 59.9, currencyCode: 'EUR' } },
    }),
  ]);
  await page()('checkout_completed', '/checkouts/cn/1/thank-you', {
    checkout: { token, order: { id: '5159806763157' } },
  });
  expect([...cookies.values()]).toEqual([first]);
  const sent = (path: string) => answers.filter((one) => one.path.endsWith(path)).map(({ status }) => status);
  expect([sent('/sessions'), sent('/identify')]).toEqual([[201], [202, 202]]);
  expect(sent('/events')).toEqual([202, 202, 202, 202, 202, 202]);
  await page()('page_viewed', '/?gclid=abc');
  await until(() => sent('/sessions').length === 2);
  expect([...cookies.values()]).not.toEqual([first]);
  await visitWithConsent({ page, cookies, answers });
}

const allowed = (marketing: boolean, sale = true) => ({
  analyticsProcessingAllowed: true,
  marketingAllowed: marketing,
  preferencesProcessingAllowed: true,
  saleOfDataAllowed: sale,
});

type Visit = {
  page: (customerPrivacy?: object | null) => (name: string, path: string, data?: object) => Promise<void> | undefined;
  cookies: Map<string, string>;
  answers: { path: string; status: number; consent?: object }[];
};
/** The source is Shopify's page "Pixel privacy". The consent of a click is never unknown. */
async function visitWithConsent({ page, cookies, answers }: Visit): Promise<void> {
  const both = (word: string) => ({ ad_user_data: word, ad_personalization: word, origin: 'shopify' });
  const saidOn = async (visit: () => Promise<void>) => {
    const before = answers.length;
    await visit();
    return answers.slice(before).flatMap(({ path, status, consent }) => (consent ? [[path.split('/').at(-1), status, consent]] : []));
  };
  for (const [privacy, word] of [
    [allowed(true), 'granted'],
    [allowed(false), 'denied'],
    [allowed(true, false), 'denied'],
    [{}, 'denied'],
    [null, 'denied'],
  ] as const) {
    cookies.clear();
    const said = await saidOn(async () => page(privacy)('page_viewed', '/?svc_campaign=spring'));
    expect(said).toEqual([['sessions', 201, both(word)]]);
  }
  cookies.clear();
  const first = page();
  const changed = (marketing: boolean) => ({ customerPrivacy: allowed(marketing) });
  expect(await saidOn(async () => first('page_viewed', '/'))).toEqual([['sessions', 201, both('granted')]]);
  const refusal = await saidOn(async () => {
    first('visitorConsentCollected', '/', changed(false));
    await until(async () => [...cookies.values()][0]?.endsWith('|denied'));
  });
  expect(refusal).toEqual([['consent', 202, both('denied')]]);
  // The same answer again is not sent again, neither on this page nor on the next page.
  const repeated = await saidOn(async () => {
    first('visitorConsentCollected', '/', changed(false));
    await first('page_viewed', '/');
    await page(allowed(false))('page_viewed', '/next');
  });
  expect(repeated).toEqual([]);
  expect(await saidOn(async () => page()('page_viewed', '/next'))).toEqual([['consent', 202, both('granted')]]);
  // A cookie of an earlier version of this pixel says nothing of consent.
  cookies.set('adtrail_click', [...cookies.values()][0]?.replace('|granted', '') ?? '');
  expect(await saidOn(async () => page()('page_viewed', '/next'))).toEqual([['consent', 202, both('granted')]]);
}
