import fc from 'fast-check';
import { keywordsPerCampaign } from '#shared/keyword-plans/rules/keyword-plan.ts';
import { blocks, keywordFault, keywordText, negativeMatchTypes, sameKeyword } from '#shared/keyword-plans/rules/keywords.ts';
import { brandTerms, competitorNames } from '#shared/keyword-plans/rules/plan-names.ts';
import { validatePlan } from '#shared/keyword-plans/rules/validate-plan.ts';
import { company, names, nonBrand, proposal, rests } from './plan-scene.ts';

describe('a plan', () => {
  it('a plan that keeps to the rules has no problems, and keeps searches for the name out of the non-brand campaign', () => {
    const { plan, problems } = validatePlan(proposal(), names);
    expect(problems).toEqual([]);
    expect(plan.brand.keywords).toHaveLength(10);
    expect(plan.nonBrand.negatives).toContainEqual({ text: 'northwind', matchType: 'phrase' });
    expect(plan.nonBrand.negatives).toContainEqual({ text: 'northwind shoes', matchType: 'phrase' });
  });

  it('a plan lacks what breaks a rule, and says each fault', () => {
    const keywords = [
      ...rests.slice(0, 6).map((rest) => `running shoes ${rest}`),
      'Northwind running shoes',
      'fjord running shoes',
      'running SHOES shop!',
      'a '.repeat(11),
    ];
    const { plan, problems } = validatePlan(proposal({ nonBrand: nonBrand(keywords) }), names);
    expect(plan.nonBrand.keywords).toHaveLength(6);
    expect(problems).toEqual([expect.stringContaining('non_brand: 4 more keywords are needed')]);
    for (const part of [
      'northwind running shoes" holds the company',
      'fjord running shoes" names a competitor',
      'running shoes shop" is listed twice',
      'has more than 10 words',
    ])
      expect(problems[0]).toContain(part);
  });

  it('a plan has no negative that blocks a keyword which it could meet', () => {
    const sharedNegatives = [
      { text: 'free', matchType: 'broad' as const },
      { text: 'Shoes', matchType: 'broad' as const },
      { text: 'northwind', matchType: 'phrase' as const },
    ];
    const negatives = [
      { text: 'running shoes kids', matchType: 'exact' as const },
      { text: 'running', matchType: 'exact' as const },
    ];
    const { plan } = validatePlan(
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

  const words = fc.constantFrom(...rests, 'northwind', 'Northwind', 'fjord', 'running', 'shoes', '!!', 'x'.repeat(81));
  const text = fc.array(words, { minLength: 0, maxLength: 12 }).map((parts) => parts.join(' '));
  const negative = fc.record({ text, matchType: fc.constantFrom(...negativeMatchTypes) });
  const campaign = fc.record({
    name: fc.string(),
    keywords: fc.array(text, { maxLength: 30 }),
    negatives: fc.array(negative, { maxLength: 10 }),
  });

  it('whatever is proposed, keeps to every rule or says what it lacks', () => {
    fc.assert(
      fc.property(campaign, campaign, fc.array(negative, { maxLength: 10 }), (brand, other, sharedNegatives) => {
        const { plan, problems } = validatePlan({ company, brand, nonBrand: other, sharedNegatives, ordinaryWords: [] }, names);
        const all = [...plan.brand.keywords, ...plan.nonBrand.keywords];
        expect(new Set(all).size).toBe(all.length);
        for (const keyword of all) {
          expect(keywordFault(keyword)).toBeNull();
          expect(keywordText(keyword)).toBe(keyword);
        }
        for (const keyword of plan.brand.keywords) expect(keyword).toContain('northwind');
        for (const keyword of plan.nonBrand.keywords) expect(keyword.split(' ')).not.toContain('northwind');
        const meeting = [
          ...plan.brand.negatives.flatMap((one) => plan.brand.keywords.map((keyword) => [one, keyword] as const)),
          ...plan.nonBrand.negatives.flatMap((one) => plan.nonBrand.keywords.map((keyword) => [one, keyword] as const)),
          ...plan.sharedNegatives.flatMap((one) => all.map((keyword) => [one, keyword] as const)),
        ];
        for (const [one, keyword] of meeting) expect(blocks(one, keyword)).toBe(false);
        const isWhole = [plan.brand, plan.nonBrand].every(({ keywords }) => keywords.length === keywordsPerCampaign);
        expect(problems.length === 0).toBe(isWhole);
      }),
      { numRuns: 300 },
    );
  });

  it('a plan with a brand that is a word of the language keeps that word in the other campaign', () => {
    const ofShoes = {
      brand: brandTerms('Shoes', 'shoes.example'),
      competitors: competitorNames(['Gap', 'Running'], []),
    };
    const given = proposal({
      brand: { ...proposal().brand, keywords: rests.map((rest) => `shoes ${rest}`) },
    });
    expect(validatePlan(given, ofShoes).problems).toHaveLength(1);
    const { plan, problems } = validatePlan({ ...given, ordinaryWords: ['Shoes', 'running'] }, ofShoes);
    expect(problems).toEqual([]);
    expect(plan.nonBrand.negatives).toEqual([{ text: 'shoes', matchType: 'exact' }]);
  });

  it('a plan has no negative that would hold back the company’s name itself', () => {
    const exact = (text: string) => ({ text, matchType: 'exact' as const });
    const { plan } = validatePlan(
      proposal({
        brand: { ...proposal().brand, negatives: [exact('northwind'), exact('northwind jobs')] },
        sharedNegatives: [exact('northwind shoes'), exact('jobs')],
      }),
      { brand: ['northwind', 'northwind shoes'], competitors: [] },
    );
    expect(plan.brand.negatives).toEqual([exact('northwind jobs')]);
    expect(plan.sharedNegatives).toEqual([exact('jobs')]);
  });

  it('a plan in a script without spaces keeps to the same rules', () => {
    const japanese = {
      brand: brandTerms('株式会社北風', 'kitakaze.example'),
      competitors: competitorNames(['楽天'], []),
    };
    const brand = {
      name: '',
      keywords: rests.map((_, at) => `北風靴${'一二三四五六七八九十'[at]}`),
      negatives: [],
    };
    const other = [...rests.map((_, at) => `防水靴 ${'一二三四五六七八九十'[at]}`), '防水靴一', '北風靴', '楽天靴'];
    const { plan, problems } = validatePlan(proposal({ brand, nonBrand: nonBrand(other.toReversed()) }), japanese);
    expect(problems).toEqual([]);
    for (const keyword of plan.nonBrand.keywords) expect(keyword).not.toMatch(/北風|楽天/);
    expect(new Set(plan.nonBrand.keywords.map(sameKeyword)).size).toBe(10);
  });

  it.each([
    [
      ['', ''],
      ['Brand', 'Non-brand'],
    ],
    [
      ['Search', 'SEARCH'],
      ['Search', 'SEARCH (non-brand)'],
    ],
    [
      ['=A', 'A'],
      ['A', 'A (non-brand)'],
    ],
  ])('a plan names its campaigns %j apart: %j', ([one = '', other = ''], result) => {
    const given = proposal({
      brand: { ...proposal().brand, name: one },
      nonBrand: { ...proposal().nonBrand, name: other },
    });
    const { plan } = validatePlan(given, names);
    expect([plan.brand.name, plan.nonBrand.name]).toEqual(result);
  });
});
