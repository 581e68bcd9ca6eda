import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  brandTerms,
  competitorNames,
  judgedPlan,
  keywordsPerCampaign,
  type ProposedPlan,
} from '#shared/domain/keyword-plan.ts';
import { keywordPlanCsv } from '#shared/domain/keyword-plan-csv.ts';
import { blocks, keywordFault, keywordText, negativeMatchTypes } from '#shared/domain/keywords.ts';

const company = {
  name: 'Northwind Shoes',
  website: 'https://northwind.example/',
  businessModel: 'retail',
  geoTarget: 'US',
  language: 'en',
  primaryConversion: 'purchase',
  targetAudience: 'runners',
  valueProposition: 'light',
};
const rests = ['shop', 'sale', 'trail', 'road', 'men', 'women', 'kids', 'sizes', 'returns', 'store'];
const names = { brand: brandTerms(company.name, 'northwind.example'), competitors: ['fjord running'] };
const proposal = (change: Partial<ProposedPlan> = {}): ProposedPlan => ({
  company,
  brand: { name: 'Brand', keywords: rests.map((rest) => `northwind ${rest}`), negatives: [] },
  nonBrand: { name: 'Non-brand', keywords: rests.map((rest) => `running shoes ${rest}`), negatives: [] },
  sharedNegatives: [],
  ...change,
});
const nonBrand = (keywords: string[], negatives: ProposedPlan['sharedNegatives'] = []) => ({
  name: 'Non-brand',
  keywords,
  negatives,
});

describe('the text of a keyword', () => {
  it.each([
    ['  Running   SHOES ', 'running shoes'],
    ['best shoes, 2026!', 'best shoes 2026'],
    ['=HYPERLINK("x")', 'hyperlink x'],
    ["men's trail-shoes", "men's trail-shoes"],
    ['c++ course & more', 'c++ course more'],
    ['ＦＵＬＬ width', 'full width'],
    ['日本 靴', '日本 靴'],
    ['-@!', ''],
  ])('%p is %p', (given, text) => {
    expect(keywordText(given)).toBe(text);
  });

  it('stays as it is when it is taken for one again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = keywordText(text);
        expect(keywordText(once)).toBe(once);
      }),
    );
  });

  it('has at most ten words and eighty characters', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'a').join(' ');
    expect([keywordFault(words(10)), keywordFault(words(11))]).toEqual([null, 'has more than 10 words']);
    expect([keywordFault('a'.repeat(80)), keywordFault('a'.repeat(81))]).toEqual([
      null,
      'has more than 80 characters',
    ]);
    expect(keywordFault('')).toBe('is empty');
  });
});

describe('a negative', () => {
  it.each([
    ['exact', 'running shoes', 'running shoes', true],
    ['exact', 'running', 'running shoes', false],
    ['phrase', 'running shoes', 'cheap running shoes men', true],
    ['phrase', 'shoes running', 'cheap running shoes men', false],
    ['phrase', 'run', 'running shoes', false],
    ['broad', 'shoes cheap', 'cheap running shoes', true],
    ['broad', 'shoe', 'cheap running shoes', false],
    ['broad', '', 'cheap', false],
  ] as const)('%s %p against %p: %p', (matchType, text, keyword, isBlocked) => {
    expect(blocks({ text, matchType }, keyword)).toBe(isBlocked);
  });
});

describe('a plan', () => {
  it('that keeps to the rules has no problems, and keeps searches for the name out of the non-brand campaign', () => {
    const { plan, problems } = judgedPlan(proposal(), names);
    expect(problems).toEqual([]);
    expect(plan.brand.keywords).toHaveLength(10);
    expect(plan.nonBrand.negatives).toContainEqual({ text: 'northwind', matchType: 'phrase' });
    expect(plan.nonBrand.negatives).toContainEqual({ text: 'northwind shoes', matchType: 'phrase' });
  });

  it('lacks what breaks a rule, and says each fault', () => {
    const keywords = [
      ...rests.slice(0, 6).map((rest) => `running shoes ${rest}`),
      ...['Northwind running shoes', 'fjord running shoes', 'running SHOES shop!', 'a '.repeat(11)],
    ];
    const { plan, problems } = judgedPlan(proposal({ nonBrand: nonBrand(keywords) }), names);
    expect(plan.nonBrand.keywords).toHaveLength(6);
    expect(problems).toEqual([expect.stringContaining('non_brand: 4 more keywords are needed')]);
    for (const part of [
      'northwind running shoes" holds the company',
      'fjord running shoes" names a competitor',
      'running shoes shop" stands there twice',
      'has more than 10 words',
    ])
      expect(problems[0]).toContain(part);
  });

  it('has no negative that blocks a keyword which it could meet', () => {
    const sharedNegatives = [
      { text: 'free', matchType: 'broad' as const },
      { text: 'Shoes', matchType: 'broad' as const },
      { text: 'northwind', matchType: 'phrase' as const },
    ];
    const negatives = [
      { text: 'running shoes kids', matchType: 'exact' as const },
      { text: 'running', matchType: 'exact' as const },
    ];
    const { plan } = judgedPlan(
      proposal({
        sharedNegatives,
        nonBrand: nonBrand(
          rests.map((rest) => `running shoes ${rest}`),
          negatives,
        ),
      }),
      names,
    );
    expect(plan.sharedNegatives).toEqual([{ text: 'free', matchType: 'broad' }]);
    expect(plan.nonBrand.negatives).toContainEqual({ text: 'running', matchType: 'exact' });
    expect(plan.nonBrand.negatives).not.toContainEqual({ text: 'running shoes kids', matchType: 'exact' });
  });

  const words = fc.constantFrom(
    ...rests,
    'northwind',
    'Northwind',
    'fjord',
    'running',
    'shoes',
    '!!',
    'x'.repeat(81),
  );
  const text = fc.array(words, { minLength: 0, maxLength: 12 }).map((parts) => parts.join(' '));
  const negative = fc.record({ text, matchType: fc.constantFrom(...negativeMatchTypes) });
  const campaign = fc.record({
    name: fc.string(),
    keywords: fc.array(text, { maxLength: 30 }),
    negatives: fc.array(negative, { maxLength: 10 }),
  });

  it('whatever is proposed, keeps to every rule or says what it lacks', () => {
    fc.assert(
      fc.property(
        campaign,
        campaign,
        fc.array(negative, { maxLength: 10 }),
        (brand, other, sharedNegatives) => {
          const { plan, problems } = judgedPlan({ company, brand, nonBrand: other, sharedNegatives }, names);
          const all = [...plan.brand.keywords, ...plan.nonBrand.keywords];
          expect(new Set(all).size).toBe(all.length);
          for (const keyword of all) {
            expect(keywordFault(keyword)).toBeNull();
            expect(keywordText(keyword)).toBe(keyword);
          }
          for (const keyword of plan.brand.keywords) expect(keyword).toContain('northwind');
          for (const keyword of plan.nonBrand.keywords) expect(keyword.split(' ')).not.toContain('northwind');
          const meeting = [
            ...plan.brand.negatives.flatMap((one) =>
              plan.brand.keywords.map((keyword) => [one, keyword] as const),
            ),
            ...plan.nonBrand.negatives.flatMap((one) =>
              plan.nonBrand.keywords.map((keyword) => [one, keyword] as const),
            ),
            ...plan.sharedNegatives.flatMap((one) => all.map((keyword) => [one, keyword] as const)),
          ];
          for (const [one, keyword] of meeting) expect(blocks(one, keyword)).toBe(false);
          const isWhole = [plan.brand, plan.nonBrand].every(
            ({ keywords }) => keywords.length === keywordsPerCampaign,
          );
          expect(problems.length === 0).toBe(isWhole);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('names', () => {
  it('of a company are those that people write', () => {
    expect(brandTerms('Northwind Shoes, Inc.', 'northwind-shoes.example')).toEqual([
      'northwind shoes',
      'northwindshoes',
    ]);
    expect(brandTerms('Éclair GmbH', 'eclair.example')).toEqual(['éclair', 'eclair']);
  });

  it('of competitors are no short words, nor the own one', () => {
    expect(competitorNames(['Fjord Running', 'Nike', 'Northwind', 'Salt Inc'], ['northwind'])).toEqual([
      'fjord running',
    ]);
  });
});

describe('the file for the desktop editor', () => {
  const lines = (csv: string) => csv.trimEnd().split('\r\n');

  it('has a row for each campaign, ad group, keyword and negative, by the editor’s columns', () => {
    const sharedNegatives = [{ text: 'free', matchType: 'broad' as const }];
    const csv = keywordPlanCsv(judgedPlan(proposal({ sharedNegatives }), names).plan);
    const [head, ...rows] = lines(csv);
    expect(head).toMatch(/^Campaign,Campaign Type,Networks,Budget,/);
    expect(rows.filter((row) => row.includes(',Exact,Enabled,https://northwind.example/'))).toHaveLength(20);
    expect(rows).toContain('Brand,,,,,,,,,free,Campaign Negative Broad,,');
    expect(rows).toContain('Non-brand,,,,,,,,,northwind,Campaign Negative Phrase,,');
    expect(rows).toContain('Brand,Search,Google search,10,Manual CPC,en,Paused,,,,,,');
    for (const row of rows) expect(row.split(',')).toHaveLength(13);
  });

  it('holds nothing that a spreadsheet would run, and quotes what needs it', () => {
    const { plan } = judgedPlan(proposal(), names);
    const csv = keywordPlanCsv({ ...plan, brand: { ...plan.brand, name: '=cmd|"x", y' } });
    expect(lines(csv)[1]).toBe('"cmd|""x"", y",Search,Google search,10,Manual CPC,en,Paused,,,,,,');
    for (const line of lines(csv)) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
  });
});
