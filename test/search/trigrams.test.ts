import { gramsOfQuery, lookedUp } from '#shared/search/rules/trigrams.ts';

describe('the pieces of a query that are looked up', () => {
  it('the pieces of a query that are looked up are all of them while there are few', () => {
    const few = gramsOfQuery('trail shoes');
    expect(lookedUp(few)).toEqual(few);
  });

  it.each([
    'the fjord walk of a quiet morning with its zebra stripes',
    'a running shoe that fits: quartz blue, jade lining, xyz sole',
    'Die größte Auswahl an Laufschuhen für jeden Zweck und Weg',
  ])('the pieces of a query that are looked up share no letter of %j, and those of seldom letters are among them', (query) => {
    const trigrams = gramsOfQuery(query);
    const places = lookedUp(trigrams).map((gram) => trigrams.indexOf(gram));
    expect(places).toHaveLength(10);
    const gaps = places.toSorted((a, b) => a - b).map((place, i, all) => place - (all[i - 1] ?? -3));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3);
    expect(lookedUp(trigrams).join()).toMatch(/z|j|q|x/);
  });
});
