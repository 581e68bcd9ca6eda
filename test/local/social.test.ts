// Slow: it starts processes.
import { adsOf } from '#lib/local/market/ads.ts';
import { companies } from '#lib/local/market/market.ts';
import { type SocialSettings, social } from '#lib/local/vendors/social.ts';
import { socialGap } from '#lib/local/vendors/social-gap.ts';
import { type VendorServer, vendorServer } from '#lib/local/vendors/vendor-server.ts';

type Archive = {
  data: { id: string; ad_snapshot_url?: string }[];
  paging: { cursors: { after: string }; next?: string };
};
type Found = {
  ads: { ad_archive_id: string; is_active: boolean }[];
  pagination: { next_page_token: string };
};

let settings: SocialSettings = {};
const [company] = companies as [(typeof companies)[number]];
const pageId = company.page?.id ?? '';
const noted: string[] = [];
let [official, gap] = [] as unknown as [VendorServer, VendorServer];
beforeAll(async () => {
  const mockServers = {
    note: ({ vendor }: { vendor: string }) => void noted.push(vendor),
    fault: () => undefined,
  };
  [official, gap] = await Promise.all([
    vendorServer(social({ partSizeOf: (limit, part) => settings.partSizeOf?.(limit, part) ?? limit }), mockServers),
    vendorServer(socialGap(), mockServers),
  ]);
});
afterAll(() => Promise.all([official.stop(), gap.stop()]));
beforeEach(() => {
  settings = {};
  noted.length = 0;
});

const asking = async (query: Record<string, string>, token: string | null = 'tok_ok', path = '/ads_archive') => {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${official.baseUrl}${path}?${new URLSearchParams(query)}`, { headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Archive };
};
const right = { ad_reached_countries: '["ALL"]', search_page_ids: `[${pageId}]`, ad_active_status: 'ALL' };
const without = (name: keyof typeof right) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));

describe('the mock server of the ad library', () => {
  it.each([
    ['no countries', without('ad_reached_countries')],
    ['countries that are no list', { ...right, ad_reached_countries: 'DE' }],
    ['neither pages nor words', without('search_page_ids')],
    ['eleven pages', { ...right, search_page_ids: JSON.stringify(Array.from({ length: 11 }, (_, at) => at)) }],
    ['words past 100 characters', { ...right, search_terms: 'a'.repeat(101) }],
    ['a status in small letters', { ...right, ad_active_status: 'active' }],
    ['a cursor of its own making', { ...right, after: 'x' }],
  ])('the mock server of the ad library refuses %s', async (_name, query) => {
    expect(await asking(query)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });

  it.each([
    ['no token', null, 400, { code: 2500 }],
    ['an old token', 'tok_expired', 400, { code: 190, error_subcode: 463 }],
    ['somebody unknown', 'tok_unverified', 400, { code: 10, error_subcode: 2332002 }],
    ['too many calls', 'tok_throttled', 400, { code: 613 }],
    ['too much data', 'tok_weak', 500, { code: 1, message: expect.stringContaining('reduce the amount') }],
  ])('the mock server of the ad library refuses %s as the vendor does', async (_name, token, status, error) => {
    const answer = await asking({ ...right, limit: '100' }, token);
    expect(answer).toMatchObject({ status, body: { error: { ...error, fbtrace_id: expect.any(String) } } });
    if (token === 'tok_throttled')
      expect(JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '')).toMatchObject({
        100000000000001: [{ estimated_time_to_regain_access: 12 }],
      });
  });

  it('the mock server of the ad library answers the fields that were asked for, and else those of its documentation', async () => {
    const { body, headers } = await asking({ ...right, fields: 'page_name,ad_creative_bodies', limit: '1' });
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(['ad_creative_bodies', 'id', 'page_name']);
    expect(headers.get('x-app-usage')).toContain('call_count');
    const { body: plain } = await asking({ ...right, limit: '1' });
    expect(plain.data[0]).toMatchObject({ id: expect.any(String), page_id: pageId });
    expect(plain.data[0]?.ad_snapshot_url).toContain('access_token=tok_ok');
  });

  it('pages by opaque cursors and by links with the token', async () => {
    const seen: string[] = [];
    let { body } = await asking({ ...right, limit: '7' });
    for (;;) {
      seen.push(...body.data.map(({ id }) => id));
      if (!body.paging.next) break;
      expect(new URL(body.paging.next).searchParams.get('access_token')).toBe('tok_ok');
      expect(new URL(body.paging.next).searchParams.get('after')).toBe(body.paging.cursors.after);
      body = (await (await fetch(body.paging.next)).json()) as Archive;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual((await asking({ ...right, limit: '500' })).body.data.map(({ id }) => id));
  });

  it('the mock server of the ad library shows ads of every kind only where the law makes it, elsewhere those of politics', async () => {
    const made = new Map(companies.flatMap((one) => adsOf(one, Date.now())).map((ad) => [ad.id, ad]));
    const shownIn = async (country: string) => {
      const query = {
        ad_reached_countries: `["${country}"]`,
        search_terms: 'e',
        ad_active_status: 'ALL',
        limit: '1000',
      };
      const { body } = await asking(query);
      return body.data.map(({ id }) => made.get(id)?.isPolitical);
    };
    expect(await shownIn('GB')).toContain(false);
    const inAmerica = await shownIn('US');
    expect(inAmerica).toContain(true);
    expect(inAmerica).not.toContain(false);
  });

  it('the mock server of the ad library renders an ad with its pictures', async () => {
    const [ad] = adsOf(company, Date.now());
    const address = `${official.baseUrl}/ads/archive/render_ad/?id=${ad?.id}&access_token=tok_ok`;
    expect(await (await fetch(address)).text()).toContain(`<img src="${ad?.imageUrls[0]?.replace('&', '&#38;')}"`);
  });

  it('the mock server of the ad library shows pages to whom it may', async () => {
    const page = { id: pageId, name: company.name, website: `https://${company.domain}/` };
    const query = { fields: 'id,name,website' };
    expect((await asking(query, 'tok_ok', `/${company.page?.alias}`)).body).toEqual(page);
    expect((await asking(query, 'tok_ok', `/${pageId}`)).body).toEqual(page);
    expect(await asking(query, 'tok_ok', '/nobody.here')).toMatchObject({
      status: 404,
      body: { error: { code: 803 } },
    });
    expect(await asking(query, 'tok_no_pages', `/${pageId}`)).toMatchObject({
      body: { error: { code: 10 } },
    });
  });
});

describe('the mock server of the provider', () => {
  const searching = async (query: Record<string, string>, key = 'any') => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${gap.baseUrl}/search?${new URLSearchParams(query)}`, { headers });
    return { status: response.status, body: (await response.json()) as Found };
  };
  const ofPage = { engine: 'meta_ad_library', page_id: pageId, active_status: 'all' };

  it('the mock server of the provider is known by the name of the library at the control port', async () => {
    await searching(ofPage);
    expect(noted).toEqual(['social']);
  });

  it('the mock server of the provider answers thirty ads a part, by address and by body', async () => {
    const all = adsOf(company, Date.now());
    const { body } = await searching(ofPage);
    expect(body.ads.map((ad) => ad.ad_archive_id)).toEqual(all.slice(0, 30).map(({ id }) => id));
    const rest = await fetch(`${gap.baseUrl}/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
      body: JSON.stringify({ ...ofPage, next_page_token: body.pagination.next_page_token }),
    });
    const { ads, pagination } = (await rest.json()) as { ads: unknown[]; pagination?: unknown };
    expect(ads).toHaveLength(all.length - 30);
    expect(pagination).toBeUndefined();
  });

  it('the mock server of the provider shows only active ads unless told, in every country', async () => {
    const { body } = await searching({ engine: 'meta_ad_library', page_id: pageId, country: 'US' });
    expect(body.ads.length).toBeGreaterThan(0);
    expect(new Set(body.ads.map((ad) => ad.is_active))).toEqual(new Set([true]));
  });

  it('the mock server of the provider refuses what it does not know', async () => {
    expect(await searching(ofPage, '')).toMatchObject({ status: 401, body: { error: expect.any(String) } });
    expect(await searching({ engine: 'other' })).toMatchObject({ status: 400 });
    expect(await searching({ engine: 'meta_ad_library' })).toMatchObject({ status: 400 });
  });
});

describe('the ads of the market', () => {
  const now = Date.parse('2026-11-21T15:00:00Z');
  const all = companies.flatMap((one) => adsOf(one, now));

  it('the ads of the market are always the same, begun as many days ago, and each has an id of its own', () => {
    expect(adsOf({ ...company }, now)).toEqual(adsOf(company, now));
    const later = adsOf(company, now + 86_400_000);
    expect(later.map(({ id }) => id)).toEqual(adsOf(company, now).map(({ id }) => id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('the ads of the market are of 5 to 80 a company that advertises, and plausible', () => {
    for (const one of companies) {
      const ads = adsOf(one, now);
      if (!one.page) expect(ads).toEqual([]);
      else expect(ads.length).toBeGreaterThanOrEqual(5);
      expect(ads.length).toBeLessThanOrEqual(80);
      for (const { startedOn, endedOn, bodies, linkUrl, countries } of ads) {
        expect(startedOn <= '2026-11-21').toBe(true);
        expect(endedOn === null || (endedOn > startedOn && endedOn < '2026-11-21')).toBe(true);
        expect(bodies.join(' ')).not.toMatch(/[{}]|undefined/);
        expect(new URL(linkUrl).hostname).toBe(one.domain);
        expect(countries).toContain(one.country);
      }
    }
    expect(new Set(all.map(({ endedOn }) => endedOn === null))).toEqual(new Set([true, false]));
  });
});
