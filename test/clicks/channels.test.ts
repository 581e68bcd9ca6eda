import fc from 'fast-check';
import { channelRules, rulesVersion } from '#shared/clicks/rules/channel-rules.ts';
import { channelNames, isPaid } from '#shared/clicks/rules/channels.ts';
import { type AccountChannelRule, channelOf } from '#shared/clicks/rules/classify.ts';
import { kindOfHost, kindOfSource } from '#shared/clicks/rules/host-kinds.ts';
import hosts from '#shared/clicks/rules/hosts.json' with { type: 'json' };
import { clickSourceOf, landingSourceOf, sourceParameters } from '#shared/clicks/rules/landing-source.ts';
import { referrerHostOf } from '#shared/clicks/rules/referrer.ts';
import { landingOf } from '#shared/conversions/rules/landing.ts';
import { landingParameters } from '#shared/conversions/rules/landing-parameters.ts';
import { addresses } from './addresses.ts';

function clickOf(rest: string, referrer = '') {
  const url = new URL(`https://shop.example${rest}`);
  const names = [...Object.values(sourceParameters), 'svc_campaign'];
  const parameters = landingParameters(url.search, url.hash, names);
  const textOf = (name: string) => parameters.get(name)?.value ?? '';
  const { campaign, networkClickIds } = landingOf(url);
  return clickSourceOf(
    landingSourceOf(textOf),
    {
      campaign,
      hasOwnCampaign: textOf('svc_campaign').trim() !== '',
      referrerHost: referrerHostOf(referrer, url.hostname),
    },
    networkClickIds,
  );
}

describe('the channel of a click', () => {
  it('at least 150 landing addresses use every rule and every channel', () => {
    expect(addresses.length).toBeGreaterThanOrEqual(150);
    const [usedRules, usedChannels] = [addresses.map(([, , , rule]) => rule), addresses.map(([, , name]) => name)];
    expect(new Set(usedRules)).toEqual(new Set(channelRules.map(({ id }) => id)));
    expect([...new Set(usedChannels)].sort()).toEqual(channelNames.filter((name) => name !== 'unknown').sort());
  });

  it.each(addresses)('the channel of a click of %s from %j is %s by the rule %s', (rest, referrer, channel, rule) => {
    expect(channelOf(clickOf(rest, referrer))).toEqual({
      channel,
      paid: isPaid(channel),
      rule: `${rule}@${rulesVersion}`,
    });
  });

  it('each rule has an ID', () => {
    expect(new Set(channelRules.map(({ id }) => id)).size).toBe(channelRules.length);
  });

  it('the channel ignores letter case, and any source has exactly one channel', () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (source, medium, campaign, hasOwnCampaign) => {
        const click = { source, medium, campaign, hasOwnCampaign, networkIds: [], referrerHost: '' };
        const { channel, paid } = channelOf(click);
        expect(channelNames).toContain(channel);
        expect(paid).toBe(isPaid(channel));
        const capitals = { ...click, source: source.toLowerCase(), medium: medium.toLowerCase() };
        expect(channelOf(capitals).channel).toBe(channel);
      }),
    );
  });

  it("the account's rules precede all other rules, in their order", () => {
    const rules: AccountChannelRule[] = [
      { id: 'blog', host: 'partner.example.org', channel: 'affiliate' },
      { id: 'brand', source: 'Google', campaignPrefix: 'Brand_', channel: 'other_campaign' },
      { id: 'all_google', source: 'google', channel: 'paid_search' },
    ];
    const ruleOf = (rest: string, referrer?: string) => channelOf(clickOf(rest, referrer), rules, 7);
    expect(ruleOf('/?oppref=x', 'https://news.partner.example.org/')).toEqual({
      channel: 'affiliate',
      paid: false,
      rule: 'account.blog@7',
    });
    expect(ruleOf('/?utm_source=google&utm_campaign=brand_de').rule).toBe('account.brand@7');
    expect(ruleOf('/?utm_source=google&utm_campaign=shoes').rule).toBe('account.all_google@7');
    expect(ruleOf('/', 'https://notpartner.example.org/').rule).toBe(`referral@${rulesVersion}`);
  });
});

describe('the list of hosts', () => {
  const entries = Object.entries(hosts.hosts).flatMap(([kind, names]) => names.map((name) => [name, kind] as const));

  it.each(entries)('%s is of the kind %s', (name, kind) => {
    const forms = name.includes('{}') ? ['de', 'fr'].map((code) => name.replace('{}', code)) : [name];
    for (const host of forms) {
      expect(kindOfHost(host)).toBe(kind);
      expect(kindOfHost(`WWW.${host}.`)).toBe(kind);
      expect(kindOfHost(`${host}.example`)).toBeUndefined();
      expect(kindOfHost(`not${host}`)).not.toBe('payment');
    }
  });

  it('the list of hosts has each host once, and each name once', () => {
    const names = Object.values(hosts.names).flat();
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length);
  });

  it.each([
    ['google', 'search'],
    ['Google Ads', 'search'],
    ['facebook-ads', 'social'],
    ['threads', 'social'],
    ['https://www.facebook.com/page', 'social'],
    ['chatgpt.com', 'assistant'],
    ['google.com/search', 'search'],
    ['', undefined],
    ['ads', undefined],
    ['partner', undefined],
  ])('the source %j is of the kind %s', (source, kind) => {
    expect(kindOfSource(source)).toBe(kind);
  });
});

describe('the host of the referring page', () => {
  it.each([
    ['https://www.google.com/search?q=x', 'shop.example', 'google.com'],
    ['https://a.github.io/', 'b.github.io', 'a.github.io'],
    ['https://a.co.uk/', 'b.co.uk', 'a.co.uk'],
    ['https://blog.shop.co.uk/', 'www.shop.co.uk', ''],
    ['http://192.168.1.7/', '192.168.1.8', '192.168.1.7'],
    ['http://localhost:3000/', 'localhost', ''],
    ['https://pay.google.com/x', 'shop.example', ''],
    ['javascript:alert(1)', 'shop.example', ''],
    ['data:text/html,x', 'shop.example', ''],
    [undefined, 'shop.example', ''],
  ])('the host of the page before of %j on %s is %j', (referrer, landingHost, host) => {
    expect(referrerHostOf(referrer, landingHost)).toBe(host);
  });

  it('the host of the page before has at most 100 characters', () => {
    expect(referrerHostOf(`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, 'shop.example')).toHaveLength(100);
  });
});
