import { type CompanyProfile, discoveryQueries, maxQueries } from '#shared/competitors/rules/discovery-queries.ts';

const profile: CompanyProfile = {
  name: 'Nordo',
  category: 'shoes',
  product: 'boots',
  segment: 'hikers',
  geography: 'Norway',
  country: 'NO',
  language: 'nb',
  description: '',
  searchTerms: ['warm soles', 'tough laces'],
};
const first = ['Nordo alternatives', 'Nordo vs', 'Nordo competitors', 'best shoes Norway', 'shoes for hikers'];
const second = ['boots brands', 'companies like Nordo', 'top shoes companies', 'boots Norway', 'tough laces'];

describe('the queries of a discovery', () => {
  it('have two rounds of at most six, and the second repeats nothing', () => {
    expect(discoveryQueries(profile, 1)).toEqual([...first, 'warm soles']);
    expect(discoveryQueries(profile, 2)).toEqual([...second, 'shoes']);
    const many = { ...profile, searchTerms: ['warm soles', 'BOOTS brands', 'nordo VS', 'c', 'd', 'e', 'f'] };
    expect(discoveryQueries(many, 2)).toEqual([...second.slice(0, 4), 'c', 'd']);
    expect(discoveryQueries(many, 2)).toHaveLength(maxQueries);
  });

  it.each(['name', 'category', 'product', 'segment', 'searchTerms'] as const)('leave out those of an unknown %s', (field) => {
    const value = [profile[field]].flat();
    const without = { ...profile, [field]: field === 'searchTerms' ? [] : '' };
    for (const round of [1, 2] as const)
      expect(discoveryQueries(without, round)).toEqual(
        discoveryQueries(profile, round).filter((query) => !value.some((text) => query.includes(text))),
      );
  });

  it('are one line of at most 120 characters each', () => {
    const [query = ''] = discoveryQueries({ ...profile, name: `a \n b${'c'.repeat(200)}` }, 1);
    expect(query).toMatch(/^a b c*$|^a bc+$/);
    expect(query).toHaveLength(120);
  });
});
