import { statusAt } from '#shared/ads/rules/ad-runs.ts';
import { type Ad, boundedAd } from '#shared/ads/rules/ads.ts';

const ad: Ad = {
  id: '1',
  pageId: '2',
  pageName: 'Fjord Running',
  status: 'active',
  body: 'Run.',
  title: null,
  description: null,
  linkUrl: 'https://fjord.example/',
  callToAction: null,
  snapshotUrl: 'https://x.example/',
  imageUrls: ['https://media.example/1.png'],
  videoUrls: [],
  platforms: [],
  countries: ['NO'],
  languages: [],
  startedAt: null,
  endedAt: null,
};

describe('an ad', () => {
  it('an ad of usual size is unchanged', () => {
    expect(boundedAd(ad)).toEqual(ad);
  });

  it('an ad is never cut within a character', () => {
    const shoes = '👟'.repeat(5000);
    const bounded = boundedAd({ ...ad, body: `x${shoes}`, title: 'Run \ud83d', pageName: `x${shoes}` });
    expect(bounded.body?.isWellFormed()).toBe(true);
    expect(bounded.body?.endsWith('👟')).toBe(true);
    expect(bounded.pageName).toBe(`x${'👟'.repeat(249)}`);
    expect(boundedAd({ ...ad, title: shoes, description: `x${shoes}` }).description?.isWellFormed()).toBe(true);
  });

  it('an ad runs through the day that the library names as its last', () => {
    const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
    const lastDay = { status: 'active', endedAt: '2026-11-21T00:00:00.000Z' } as const;
    expect(statusAt(lastDay, at('09:00:00'))).toBe('active');
    expect(statusAt(lastDay, at('23:59:59'))).toBe('active');
    expect(statusAt(lastDay, Date.parse('2026-11-22T00:00:00Z'))).toBe('inactive');
    const toTheMinute = { status: 'active', endedAt: '2026-11-21T10:30:00.000Z' } as const;
    expect(statusAt(toTheMinute, at('10:29:00'))).toBe('active');
    expect(statusAt(toTheMinute, at('10:30:00'))).toBe('inactive');
    expect(statusAt({ ...lastDay, status: 'inactive' }, at('09:00:00'))).toBe('inactive');
  });

  it('an ad of any size is cut so that a response holds 750 ads', () => {
    const long = 'x'.repeat(1_000_000);
    const many = Array.from({ length: 1000 }, (_, at) => `https://media.example/${at}/${'y'.repeat(600)}.png`);
    const huge = { ...ad, body: long, title: long, description: long, linkUrl: `https://x.example/${long}` };
    const bounded = boundedAd({ ...huge, imageUrls: many, videoUrls: [`https://x.example/${long}`] });
    expect(JSON.stringify(bounded).length).toBeLessThan(16_000);
    expect(bounded).toMatchObject({ linkUrl: null, videoUrls: [] });
    expect(bounded.imageUrls).toEqual(many.slice(0, 10));
  });
});
