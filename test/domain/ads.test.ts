import { describe, expect, it } from '@jest/globals';
import { type Ad, boundedAd } from '#shared/domain/ads.ts';

const ad: Ad = {
  ...{ id: '1', pageId: '2', pageName: 'Fjord Running', status: 'active', body: 'Run.', title: null },
  ...{
    description: null,
    linkUrl: 'https://fjord.example/',
    callToAction: null,
    snapshotUrl: 'https://x.example/',
  },
  ...{ imageUrls: ['https://media.example/1.png'], videoUrls: [], platforms: [], countries: ['NO'] },
  ...{ languages: [], startedAt: null, endedAt: null },
};

describe('an ad', () => {
  it('of usual size stays as it is', () => {
    expect(boundedAd(ad)).toEqual(ad);
  });

  it('of any size is cut to what an answer can hold 750 of', () => {
    const long = 'x'.repeat(1_000_000);
    const many = Array.from(
      { length: 1000 },
      (_, at) => `https://media.example/${at}/${'y'.repeat(600)}.png`,
    );
    const huge = { ...ad, body: long, title: long, description: long, linkUrl: `https://x.example/${long}` };
    const bounded = boundedAd({ ...huge, imageUrls: many, videoUrls: [`https://x.example/${long}`] });
    expect(JSON.stringify(bounded).length).toBeLessThan(16_000);
    expect(bounded).toMatchObject({ linkUrl: null, videoUrls: [] });
    expect(bounded.imageUrls).toEqual(many.slice(0, 10));
  });
});
