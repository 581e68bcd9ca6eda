import * as fc from 'fast-check';
import {
  brandKey,
  type Candidate,
  distinctRivals,
  type Evidence,
  grounded,
  isSelf,
  minRelevance,
  type Proposal,
  ranked,
} from '#shared/competitors/rules/competitor-rules.ts';
import { maxCompetitors } from '#shared/competitors/rules/competitors.ts';
import { type CompanyProfile, discoveryQueries, maxQueries } from '#shared/competitors/rules/discovery-queries.ts';
import { excludedDomains, nonCompetitorKind } from '#shared/competitors/rules/excluded-domains.ts';
import { siteDomain } from '#shared/values/site-domain.ts';

const page = (url: string, title = '', snippet = ''): Evidence => ({ url, title, snippet });
const proposal = (name: string, website: string, evidence: number[] = []): Proposal => ({
  name,
  website,
  evidence,
  why: 'It does the same.',
  description: 'Shoes.',
});
const candidate = (name: string, domain: string, evidenceUrls: string[] = ['https://a.example/']): Candidate => ({
  name,
  domain,
  evidenceUrls,
  why: '',
  description: '',
});
const own = { domains: ['northwind.example'], names: ['Northwind Shoes'] };

describe('evidence of a competitor', () => {
  const evidence = [
    page('https://www.strideloom.example/shop', 'Strideloom | Shoes', 'Knitted trainers.'),
    page('https://listory.example/shoes', 'Shoes', 'Pacewright (pacewright.example), Moss & Mile, Café Läufer'),
  ];

  it("a grounded domain is of a page or in a page's text, and its name is in a text", () => {
    const found = grounded(
      [proposal('Strideloom', 'https://strideloom.example/about', [0]), proposal('Pacewright', 'pacewright.example', [1])],
      evidence,
    );
    expect(found.map(({ domain, evidenceUrls }) => [domain, evidenceUrls])).toEqual([
      ['strideloom.example', ['https://www.strideloom.example/shop']],
      ['pacewright.example', ['https://listory.example/shoes']],
    ]);
  });

  it('an invented domain, name or page is dropped', () => {
    expect(grounded([proposal('Moss & Mile', 'https://mossandmile.example/', [1])], evidence)).toEqual([]);
    expect(grounded([proposal('Figment', 'https://strideloom.example/', [0])], evidence)).toEqual([]);
    expect(grounded([proposal('', 'https://strideloom.example/', [0])], evidence)).toEqual([]);
    expect(grounded([proposal('Strideloom', 'loom.example')], evidence)).toEqual([]);
    const [found] = grounded([proposal('Strideloom', 'strideloom.example', [1, 7, -1, 0.5])], evidence);
    expect(found?.evidenceUrls).toEqual(['https://www.strideloom.example/shop']);
  });

  it('evidence is found in scripts without spaces', () => {
    const pages = [
      page('https://listory.example/a', 'おすすめ', 'モンペースの公式サイトはmonpace.exampleです。山歩の靴も人気'),
      page('https://listory.example/b', '러닝화 추천', '달림이는 dallim.example에서 판다'),
    ];
    const some = [proposal('モンペース', 'monpace.example'), proposal('달림', 'https://dallim.example/')];
    expect(grounded(some, pages).map(({ domain }) => domain)).toEqual(['monpace.example', 'dallim.example']);
    expect(grounded([proposal('ロンペース', 'monpace.example')], pages)).toEqual([]);
  });

  it('the two spellings of a domain are one competitor', () => {
    const pages = [
      page('https://www.xn--lufer-gra.example/', 'Läufer', ''),
      page('https://listory.example/', 'Schuhe', 'Über über-lauf.example und äußerst.example schreiben viele'),
    ];
    const some = [
      proposal('Läufer', 'https://läufer.example/schuhe'),
      proposal('Über', 'https://über-lauf.example'),
      proposal('Äußerst', 'xn--uerst-lqa7a.example'),
      proposal('erst', 'erst.example'),
      proposal('ber-lauf', 'https://ber-lauf.example'),
    ];
    expect(siteDomain('https://läufer.example/')).toBe('xn--lufer-gra.example');
    expect(grounded(some, pages).map(({ domain }) => domain)).toEqual([
      'xn--lufer-gra.example',
      siteDomain('https://über-lauf.example'),
      siteDomain('https://äußerst.example'),
    ]);
    expect(
      isSelf(candidate('Other', siteDomain('läufer.example') ?? ''), {
        domains: ['xn--lufer-gra.example'],
        names: [],
      }),
    ).toBe(true);
  });

  it('every accepted proposal of a model has evidence', () => {
    const host = fc.constantFrom('a.example', 'b.example', 'c.co.uk', 'www.a.example', 'nobody', '10.0.0.1');
    const text = fc.array(fc.constantFrom('Alpha', 'Beta', 'a.example', 'b.example,', '(c.co.uk)', 'ältere')).map((all) => all.join(' '));
    const pages = fc.array(fc.record({ url: host.map((one) => `https://${one}/x`), title: text, snippet: text }), { maxLength: 6 });
    const proposals = fc.array(
      fc.record({
        name: fc.oneof(fc.constantFrom('Alpha', 'Beta', 'A', 'c'), fc.string()),
        website: fc.oneof(host, fc.webUrl(), fc.string()),
        why: fc.string(),
        description: fc.string(),
        evidence: fc.array(fc.oneof(fc.integer(), fc.double())),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(proposals, pages, (some, all) => {
        const urls = new Set(all.map(({ url }) => url));
        const written = all.map(({ url, title, snippet }) => `${url} ${title} ${snippet}`.toLowerCase()).join('\n');
        for (const { domain, name, evidenceUrls } of grounded(some, all)) {
          expect(siteDomain(`https://${domain}`)).toBe(domain);
          expect(written).toContain(domain);
          expect(name.trim()).not.toBe('');
          expect(evidenceUrls.length).toBeGreaterThan(0);
          expect(evidenceUrls.every((url) => urls.has(url))).toBe(true);
        }
      }),
    );
  });
});

describe('rivals', () => {
  it('the company itself is no competitor, under any name or address', () => {
    for (const [name, domain] of [
      ['Northwind Shoes', 'northwind.example'],
      ['Something else', 'northwind.example'],
      ['NORTHWIND SHOES, Inc.', 'northwind-shoes.example'],
      ['Northwind Shoes GmbH', 'northwind.de'],
    ] as const)
      expect(isSelf(candidate(name, domain), own)).toBe(true);
    expect(isSelf(candidate('Southwind Shoes', 'southwind.example'), own)).toBe(false);
    expect(brandKey('Co.')).not.toBe('');
  });

  it('competitors are distinguished in scripts whose vowels are marks, and by voiced letters', () => {
    for (const [one, other] of [
      ['काला', 'कील'],
      ['バナー', 'ハナー'],
      ['กาแฟ', 'กีแฟ'],
    ] as const) {
      expect(brandKey(one)).not.toBe(brandKey(other));
      expect(isSelf(candidate(one, 'one.example'), { domains: [], names: [other] })).toBe(false);
      const both = [candidate(one, 'one.example'), candidate(other, 'other.example')];
      expect(distinctRivals(both, own)).toHaveLength(2);
    }
    for (const [one, other] of [
      ['Café Läufer', 'CAFE LAUFER'],
      ['İstanbul Koşu', 'istanbul kosu'],
      ['Йога', 'иога'],
      ['Run ❤️ Co', 'run'],
      ['ﾓﾝﾍﾞﾙ', 'モンベル'],
    ] as const)
      expect(brandKey(one)).toBe(brandKey(other));
  });

  it('marketplaces, directories, social and news sites are no competitors, unless the company is of that kind', () => {
    const all = Object.values(excludedDomains).flat();
    const some = all.map((domain) => candidate(domain, domain));
    expect(distinctRivals(some, own)).toEqual([]);
    const market = { domains: ['etsy.com'], names: ['Etsy'] };
    const left = distinctRivals(some, market).map(({ domain }) => domain);
    expect(left).toContain('ebay.com');
    expect(left).not.toContain('etsy.com');
    expect(left).not.toContain('facebook.com');
  });

  it('a site named for its kind is no competitor: reviews, jobs, forums', () => {
    expect(nonCompetitorKind('shoe-reviews.com')).toBe('reviews');
    expect(nonCompetitorKind('bikeforums.net')).toBe('forum');
    expect(nonCompetitorKind('amazon.pl')).toBe('marketplace');
    for (const fine of ['asana.com', 'newbalance.com', 'nike.com', 'bestsellershoes.com', 'jobsite-tools.com', 'timesheet.io'])
      expect(nonCompetitorKind(fine)).toBeNull();
  });

  it('competitors are unique by domain and by brand, with the evidence of all', () => {
    const found = distinctRivals(
      [
        candidate('Strideloom', 'strideloom.example', ['https://a.example/']),
        candidate('Strideloom Inc.', 'strideloom.example', ['https://b.example/']),
        candidate('Strideloom', 'strideloom.de', ['https://c.example/']),
        candidate('Pacewright', 'pacewright.example'),
      ],
      own,
      { besides: ['pacewright.example'] },
    );
    expect(found).toEqual([candidate('Strideloom', 'strideloom.example', ['https://a.example/', 'https://b.example/'])]);
  });

  it('the rules of competitors hold for any input', () => {
    const names = fc.constantFrom('Alpha', 'Alpha Ltd', 'Beta', 'Northwind Shoes', 'Gamma', 'gämma');
    const domains = fc.constantFrom('a.example', 'b.example', 'g2.com', 'northwind.example', 'c.example', 'etsy.com');
    const some = fc.array(fc.tuple(names, domains).map(([name, domain]) => candidate(name, domain)));
    fc.assert(
      fc.property(some, (all) => {
        const found = distinctRivals(all, own);
        expect(new Set(found.map(({ domain }) => domain)).size).toBe(found.length);
        expect(new Set(found.map(({ name }) => brandKey(name))).size).toBe(found.length);
        for (const one of found) {
          expect(isSelf(one, own)).toBe(false);
          expect(nonCompetitorKind(one.domain)).toBeNull();
        }
        expect(distinctRivals(found, own)).toEqual(found);
      }),
    );
  });

  it('competitors are returned best first, without poor fits, at most fifteen', () => {
    const relevance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(relevance, fc.boolean()), { maxLength: 40 }), (verdicts) => {
        const all = verdicts.map((_, at) => candidate(`C${at}`, `c${at}.example`));
        const judged = new Map(verdicts.map(([value, isCompany], at) => [`c${at}.example`, { isCompany, relevance: value }]));
        const found = ranked(all, judged).map(({ domain }) => judged.get(domain));
        expect(found.length).toBeLessThanOrEqual(maxCompetitors);
        const fit = verdicts.filter(([value, isCompany]) => isCompany && value >= minRelevance);
        expect(found).toHaveLength(Math.min(fit.length, maxCompetitors));
        const values = found.map((verdict) => verdict?.relevance ?? 0);
        expect(values).toEqual([...values].sort((a, b) => b - a));
      }),
    );
  });
});

describe('the queries of a discovery', () => {
  const profile: CompanyProfile = {
    name: 'Northwind Shoes',
    category: 'running shoes',
    product: 'trail shoes',
    segment: 'trail runners',
    geography: 'United States',
    country: 'US',
    language: 'en',
    description: '',
    searchTerms: ['buy trail shoes', 'light running shoes', 'repairable shoes'],
  };

  it('searches of a discovery use brand, category and customers, and another form in a second round', () => {
    expect(discoveryQueries(profile, 1)).toEqual([
      'Northwind Shoes alternatives',
      'Northwind Shoes vs',
      'Northwind Shoes competitors',
      'best running shoes United States',
      'running shoes for trail runners',
      'buy trail shoes',
    ]);
    expect(discoveryQueries(profile, 2)).toEqual([
      'trail shoes brands',
      'companies like Northwind Shoes',
      'top running shoes companies',
      'trail shoes United States',
      'light running shoes',
      'repairable shoes',
    ]);
  });

  it('searches of a discovery end with a whole word or character', () => {
    for (const name of [`${'👟'.repeat(60)}👟`, `x${'👟'.repeat(70)}`, `${'x'.repeat(119)} y`])
      for (const query of discoveryQueries({ ...profile, searchTerms: [name] }, 1)) {
        expect(query.isWellFormed()).toBe(true);
        expect(query).toBe(query.trim());
      }
  });

  it('searches of a discovery are few, short and distinct', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('', ' ', 'shoes', 'Shoes'));
    const profiles = fc.record({
      name: text,
      category: text,
      product: text,
      segment: text,
      geography: text,
      country: fc.constant(null),
      language: text,
      description: text,
      searchTerms: fc.array(text, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(profiles, (some) => {
        const all = [...discoveryQueries(some, 1), ...discoveryQueries(some, 2)];
        expect(all.length).toBeLessThanOrEqual(2 * maxQueries);
        expect(new Set(all.map((query) => query.toLowerCase())).size).toBe(all.length);
        for (const query of all) {
          expect(query).toBe(query.trim());
          expect(query.length).toBeGreaterThan(0);
          expect(query.length).toBeLessThanOrEqual(120);
        }
      }),
    );
  });
});
