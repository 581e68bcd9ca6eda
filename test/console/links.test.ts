// Slow: it walks pages in a browser.
import { spawnSync } from 'node:child_process';
import { landingOf } from '#shared/conversions/rules/landing.ts';
import { channels, checkedLink, fields, pageAddress, taggedLink, unreplacedMacro } from '../../web/console/kit/macros.ts';
import { conversionSnippets, pixelSnippets } from '../../web/console/start/snippets.ts';

const levels = (link: string, isClicked = true) => checkedLink(link, isClicked).map(({ level }) => level);

describe('a tagged link', () => {
  it('keeps what the address had, and says the ad', () => {
    const values = { svc_campaign: 'a b&c', svc_ad_group: '{{adset.name}}', svc_ad_id: '' };
    expect(taggedLink('shop.example/shoes?color=red#top', values)).toBe(
      'https://shop.example/shoes?color=red&svc_campaign=a%20b%26c&svc_ad_group={{adset.name}}#top',
    );
    expect(taggedLink('https://x.example/?svc_campaign=old', { svc_campaign: 'new' })).toBe('https://x.example/?svc_campaign=new');
    expect(['', 'no address', 'javascript:alert(1)', 'ftp://x.example'].map((text) => taggedLink(text, {}))).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });

  it('is read by the service as it was meant, for every channel', () => {
    for (const { macros } of Object.values(channels)) {
      const values = macros ?? { svc_campaign: 'spring sale', svc_ad_group: 'a&b', svc_ad_id: 'é' };
      const landing = landingOf(new URL(taggedLink('https://shop.example/', values) ?? ''));
      expect([landing.campaign, landing.adGroup, landing.adId]).toEqual(fields.map((field) => values[field]));
    }
  });

  it('has macros that are seen when nobody replaces them', () => {
    for (const { macros } of Object.values(channels))
      for (const macro of Object.values(macros ?? {})) expect(unreplacedMacro(macro)).toBe(macro);
    expect(unreplacedMacro('spring_sale {5}')).toBe('{5}');
    expect(unreplacedMacro('__snake__ 100% {not one')).toBeNull();
  });
});

describe('a pasted link', () => {
  const whole = 'https://shop.example/?svc_campaign=a&svc_ad_group=b&svc_ad_id=c';

  it('is checked', () => {
    expect(levels(whole)).toEqual(['ok', 'ok', 'ok']);
    expect(levels('https://shop.example/?utm_campaign=a&utm_term=b&utm_content=c')).toEqual(['ok', 'ok', 'ok']);
    expect(levels('https://shop.example/')).toEqual(['error', 'warning', 'warning']);
    expect(levels('not a link')).toEqual(['error']);
    expect(levels(whole.replace('https', 'http'))[0]).toBe('warning');
    expect(levels(`${whole}&svc_campaign=again`)).toContain('warning');
  });

  it.each([
    ['in the fragment', '#svc_campaign=x', ''],
    ['in the fragment, behind a route', '#/shop?svc_campaign=x', ''],
    ['in capitals', '?UTM_Campaign=x', 'UTM_Campaign is read as utm_campaign'],
    ['behind &amp;', '?a=b&amp;utm_campaign=x', 'amp;utm_campaign is read as utm_campaign'],
    ['behind a second question mark', '?a=b?svc_campaign=x', '?svc_campaign is read as svc_campaign'],
    ['beside an empty one', '?svc_campaign=&utm_campaign=x', ''],
    ['beside one of spaces', '?svc_campaign=+&utm_campaign=x', ''],
    ['in the query and in the fragment', '?svc_campaign=x#svc_campaign=y', 'svc_campaign is in the link twice'],
    ['twice', '?svc_campaign=x&svc_campaign=y', 'svc_campaign is in the link twice'],
    ['in a word of the fragment only', '#about-svc_campaign', null],
    ['without a name', '?svc_campaign=%20#utm_campaign=', null],
  ])('has the campaign that the service reads: %s', (_, end, fault) => {
    const link = `https://shop.example/${end}`;
    const landing = landingOf(new URL(link));
    expect([landing.campaign, landing.linkFault !== undefined]).toEqual([
      fault === null ? '' : 'x',
      fault?.includes(' is read as ') ?? false,
    ]);
    const texts = checkedLink(link, true).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('Campaign: x ('))).toHaveLength(fault === null ? 0 : 1);
    expect(texts.filter((text) => text.startsWith('No campaign'))).toHaveLength(fault === null ? 1 : 0);
    const warnings = texts.filter((text) => /twice|is read as/.test(text));
    expect(warnings).toEqual(fault ? [expect.stringContaining(fault)] : []);
  });

  it('may have macros before the click, and none after it', () => {
    const link = whole.replace('=a', '={{campaign.name}}');
    expect(levels(link, false)).toEqual(['ok', 'ok', 'ok']);
    expect(levels(link)).toEqual(['error', 'ok', 'ok']);
    expect(checkedLink(link, true)[0]?.text).toContain('{{campaign.name}}');
  });

  it('may be written as people write it', () => {
    expect(pageAddress(' shop.example ')?.href).toBe('https://shop.example/');
    expect(pageAddress('localhost')).toBeNull();
  });
});

describe('the snippets', () => {
  const event = { api: 'https://api.example', secret: 'sk_test_x-1', clickId: 's_1', eventId: 'order:1' };

  it('name the key and the address', () => {
    for (const text of Object.values(pixelSnippets('https://api.example', 'pk_1'))) {
      expect(text).toContain('https://api.example/pixel/p.js');
      expect(text).toContain('pk_1');
    }
    for (const text of Object.values(conversionSnippets(event)))
      for (const part of ['/api/v1/pixel/server-events', 'sk_test_x-1', 's_1', 'order:1', '25.99']) expect(text).toContain(part);
  });

  it.each(['curl', 'Node.js'])('in %s is well-formed', (language) => {
    const text = conversionSnippets(event)[language] ?? '';
    const [file, args] = language === 'curl' ? ['bash', ['-n', '-c', text]] : [process.execPath, ['--check', '--input-type=module', '-']];
    const { status, stderr } = spawnSync(file as string, args as string[], { input: text, encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });
});
