import { verifyReasonOf } from '#functions/api/pixel/verify-reason.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';

type Deps = Parameters<typeof verifyReasonOf>[2];

function reasonsOf(changes: readonly (Partial<Click> & { traffic?: string })[], address = '192.0.2.1') {
  const clicksBySubject = new Map<string, { at: number; sid: string }[]>();
  const deps = {
    dataCentres: { has: (one: string) => one === '198.51.100.7' },
    crowds: {
      add(subject: string, clicks: { at: number; sid: string }[]) {
        const all = [...(clicksBySubject.get(subject) ?? []), ...clicks];
        clicksBySubject.set(subject, all);
        return all;
      },
    },
  } as unknown as Deps;
  const reasons = changes.map(({ traffic = 'human', ...change }, place) =>
    verifyReasonOf(
      {
        sid: `s_${place}`,
        accountId: 1,
        environment: 'live',
        createdAt: '2026-11-21T12:00:00.000Z',
        campaign: 'spring',
        adGroup: 'shoes',
        adId: 'ad_1',
        facts: { traffic, network: 'n_1' },
        ...change,
      } as unknown as Click,
      address,
      deps,
    ),
  );
  return { reasons, seen: [...clicksBySubject.values()] };
}

describe('the reason why a browser reports interaction', () => {
  it('is a crowd from the third click of a network and ad on', () => {
    const { reasons, seen } = reasonsOf([{}, {}, {}, {}]);
    expect(reasons).toEqual([undefined, undefined, 'crowd', 'crowd']);
    expect(seen[0]?.[0]).toEqual({ at: Date.parse('2026-11-21T12:00:00.000Z'), sid: 's_0' });
  });

  it.each([
    ['another account', { accountId: 2 }],
    ['another environment', { environment: 'test' as const }],
    ['another campaign', { campaign: 'autumn' }],
    ['another ad group', { adGroup: 'boots' }],
    ['another ad', { adId: 'ad_2' }],
    ['another network', { facts: { traffic: 'human', network: 'n_2' } as never }],
    ['no campaign', { campaign: '' }],
    ['no network', { facts: { traffic: 'human' } as never }],
    ['another kind of traffic', { traffic: 'bot' }],
  ])('is no crowd with a click of %s', (_, change) => {
    expect(reasonsOf([{}, {}, change]).reasons).toEqual([undefined, undefined, undefined]);
  });

  it('is a data centre before it is a crowd, and such clicks are part of the crowd', () => {
    const { reasons, seen } = reasonsOf([{}, {}, {}], '198.51.100.7');
    expect(reasons).toEqual(['data_centre', 'data_centre', 'data_centre']);
    expect(seen.flat()).toHaveLength(3);
  });

  it.each(['bot', 'staff', 'prefetch', undefined])('is none for a click of %s in a data centre', (traffic) => {
    const click = { facts: { traffic, network: 'n_1' } as never };
    expect(reasonsOf([click, click, click], '198.51.100.7')).toEqual({
      reasons: [undefined, undefined, undefined],
      seen: [],
    });
  });
});
