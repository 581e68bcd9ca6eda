import { joinFinder, theirNames } from '#shared/spend/rules/joins.ts';

const [aliasCount, adCount] = [200, 500];

it('the aliases of a campaign are folded once, not for each of its ads', () => {
  const aliases = Array.from({ length: aliasCount }, (_, at) => ({
    level: 'campaign' as const,
    network: null,
    value: `ours${at}`,
    id: 'c1',
    name: null,
  }));
  const ours = ['ours7', 'other'].map((campaign) => ({ campaign, adGroup: null, adId: 'a3' }));
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const find = joinFinder(ours, aliases);
  const found = Array.from({ length: adCount }, (_, at) => {
    const names = { campaignId: 'c1', campaign: 'Brand', adGroupId: null, adGroup: null, adId: `a${at}`, ad: null };
    return find({ network: 'google_ads', level: 'ad', theirs: theirNames(names) });
  });
  const folds = normalize.mock.calls.length;
  normalize.mockRestore();
  expect(found.flat()).toEqual([ours[0]]);
  expect(folds).toBeLessThan(10 * (aliasCount + adCount));
});
