import fc from 'fast-check';
import { sourceParameters } from '#shared/clicks/rules/landing-source.ts';
import { landingOf, readLanding } from '#shared/conversions/rules/landing.ts';

const landing = (parameters: string) => landingOf(new URL(`https://shop.example/shoes?${parameters}`));

describe('a landing address', () => {
  it.each(Object.entries(sourceParameters))('its %s is read from %s, however the link is broken', (field, name) => {
    for (const parameters of [`${name}=x%20y`, `${name.toUpperCase()}=x+y`, `a=1&amp;${name}=x+y`]) {
      const { source } = readLanding(new URL(`https://shop.example/?${parameters}`));
      expect(source).toEqual({ source: '', medium: '', term: '', content: '', [field]: 'x y' });
    }
  });

  it('broken names of source and medium are no fault of the link, since they lose no credit', () => {
    expect(landing('UTM_Source=a&amp;utm_medium=b')).not.toHaveProperty('linkFault');
    expect(landing('UTM_Source=a&UTM_Term=b')).toMatchObject({ linkFault: 'capitals utm_term' });
  });

  it.each([
    ['svc_campaign=a', true],
    ['svc_campaign=a&utm_campaign=b', true],
    ['utm_campaign=b', false],
    ['svc_campaign=&utm_campaign=b', false],
  ])('of %s it says whether the campaign is our own parameter', (parameters, hasOwnCampaign) => {
    expect(readLanding(new URL(`https://shop.example/?${parameters}`))).toMatchObject({ hasOwnCampaign });
  });

  it('our own parameters have priority over the utm parameters, each separately', () => {
    expect(landing('svc_campaign=a&svc_ad_group=b&svc_ad_id=c&utm_campaign=x&utm_term=y&utm_content=z')).toMatchObject({
      campaign: 'a',
      adGroup: 'b',
      adId: 'c',
    });
    expect(landing('utm_campaign=x&utm_term=y&utm_content=z')).toMatchObject({
      campaign: 'x',
      adGroup: 'y',
      adId: 'z',
    });
    expect(landing('svc_campaign=a&utm_campaign=x&utm_term=y&svc_ad_id=c')).toMatchObject({
      campaign: 'a',
      adGroup: 'y',
      adId: 'c',
    });
    expect(landing('utm_campaign=x&svc_ad_group=b')).toMatchObject({ campaign: 'x', adGroup: 'b', adId: '' });
  });

  it('a landing address falls back when our own parameter is empty or blank', () => {
    expect(landing('svc_campaign=&utm_campaign=x')).toMatchObject({ campaign: 'x' });
    expect(landing('svc_campaign=%20%20&utm_campaign=x')).toMatchObject({ campaign: 'x' });
  });

  it.each(['', 'ref=newsletter', 'utm_source=x&utm_medium=cpc', 'svc_campaign=', 'utm_id=7'])('%j is organic', (parameters) => {
    expect(landing(parameters)).toMatchObject({ campaign: '', adGroup: '', adId: '' });
  });

  it('the first of repeated parameters counts, decoded and trimmed', () => {
    expect(landing('svc_campaign=a&svc_campaign=b')).toMatchObject({ campaign: 'a' });
    expect(landing('svc_campaign=%20spring+sale%20&utm_term=%E6%97%A5%E6%9C%AC')).toMatchObject({
      campaign: 'spring sale',
      adGroup: '日本',
    });
  });

  it.each([
    ['?a=1&amp;svc_campaign=spring', 'amp svc_campaign'],
    ['?a=1&amp;amp;utm_campaign=spring', 'amp utm_campaign'],
    ['?a=1?svc_campaign=spring', 'question_mark svc_campaign'],
    ['?gclid=abc?utm_campaign=spring', 'question_mark utm_campaign'],
    ['?UTM_Campaign=spring', 'capitals utm_campaign'],
    ['?SVC_CAMPAIGN=spring&utm_campaign=other', 'capitals svc_campaign'],
    ['?a=1&amp%3Bsvc_campaign=spring', 'amp svc_campaign'],
    ['#utm_source=x&utm_campaign=spring', undefined],
    ['#!/shoes?svc_campaign=spring', undefined],
    ['#/shoes?svc_campaign=spring', undefined],
    ['#reviews?svc_campaign=spring', 'question_mark svc_campaign'],
  ])("the landing address is read in %j, with the link's fault", (rest, fault) => {
    const landed = landingOf(new URL(`https://shop.example/shoes${rest}`));
    expect([landed.campaign, landed.linkFault]).toEqual(['spring', fault]);
  });

  it.each([
    ['?svc_campaign=query#svc_campaign=fragment', 'query'],
    ['?amp;svc_campaign=broken&svc_campaign=whole', 'whole'],
    ['?SVC_CAMPAIGN=capitals&svc_campaign=whole', 'whole'],
    ['?svc_campaign=really?', 'really?'],
    ['?svc_campaign=a?b', 'a?b'],
    ['?svc_campaign=R%26D%3Fx%3D1', 'R&D?x=1'],
    ['#/svc_campaign=route', ''],
    ['#top', ''],
  ])('the landing address %j is the campaign %j, without a fault', (rest, campaign) => {
    const landed = landingOf(new URL(`https://shop.example/shoes${rest}`));
    expect([landed.campaign, landed.linkFault]).toEqual([campaign, undefined]);
  });

  it('a landing address has the click IDs of its ad networks', () => {
    expect(landing('gclid=g1&oppref=o1&ScCid=s1&fbclid=&sccid=no&other=x').networkClickIds).toEqual({
      gclid: 'g1',
      oppref: 'o1',
      ScCid: 's1',
    });
    expect(landing('').networkClickIds).toEqual({});
  });

  it.each([
    ['gad_source=1&gad_campaignid=22555', '22555', { gad_source: '1', gad_campaignid: '22555' }],
    ['gad_source=1', '', { gad_source: '1' }],
    ['gad_source=2', '', {}],
    ['gad_source=1&gad_campaignid=22555&utm_campaign=summer', 'summer', { gad_source: '1', gad_campaignid: '22555' }],
    ['gad_source=1&gad_campaignid=22555&svc_campaign=spring', 'spring', { gad_source: '1', gad_campaignid: '22555' }],
    ['gad_source=1&gad_campaignid=22555&gclid=g', '', { gclid: 'g' }],
    ['gad_source=1&gad_campaignid=22555&gbraid=g', '', { gbraid: 'g' }],
    ['gad_source=1&gad_campaignid=22555&gclid=', '22555', { gad_source: '1', gad_campaignid: '22555' }],
    ['gad_source=x&gad_campaignid={campaignid}', '', {}],
  ])('the marks of Google in %s count without its click ID only', (query, campaign, networkClickIds) => {
    expect(landing(query)).toMatchObject({ campaign, networkClickIds });
    expect(Object.keys(landing(query).networkClickIds)).toEqual(Object.keys(networkClickIds));
  });

  it('a landing address is kept without query and fragment, and without credentials', () => {
    expect(landingOf(new URL('https://ada:secret@shop.example:8443/a/b?email=ada@example.com#top')).landingPage).toBe(
      'https://shop.example:8443/a/b',
    );
  });

  it('a landing address cuts what is too long', () => {
    const long = 'x'.repeat(5000);
    const found = landingOf(new URL(`https://shop.example/${long}?svc_campaign=${long}&utm_term=${long}&svc_ad_id=${long}&gclid=${long}`));
    expect([found.campaign, found.adGroup, found.adId, found.networkClickIds.gclid, found.landingPage].map((text) => text?.length)).toEqual(
      [256, 256, 256, 1024, 1024],
    );
  });

  it('a landing address never ends in half of a surrogate pair', () => {
    const { campaign } = landing(`svc_campaign=${encodeURIComponent(`${'x'.repeat(255)}😀`)}`);
    expect(campaign).toBe(`${'x'.repeat(255)}\ufffd`);
  });

  it('any landing address gives bounded, well-formed text', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary', maxLength: 400 }), (address, text) => {
        const url = new URL(address);
        url.searchParams.set('utm_campaign', text);
        const { campaign, landingPage } = landingOf(url);
        expect([campaign.isWellFormed(), landingPage.isWellFormed()]).toEqual([true, true]);
        expect(campaign.length).toBeLessThanOrEqual(256);
        expect(campaign.startsWith(text.trim().slice(0, 100).toWellFormed().slice(0, 99))).toBe(true);
      }),
    );
  });
});

describe('personal data in a landing address', () => {
  it('personal data in a landing address is masked in the path, and in the names of campaign, ad group and ad', () => {
    const url = new URL(
      'https://shop.example/users/ada%40example.com/cart?svc_campaign=spring&svc_ad_group=%2B1+800&svc_ad_id=ada%40example.com',
    );
    expect(landingOf(url)).toMatchObject({
      landingPage: 'https://shop.example/users/[redacted]/cart',
      campaign: 'spring',
      adGroup: '+1 800',
      adId: '[redacted]',
    });
  });
});
