import { listLicences } from '#functions/api/licences/list-licences.ts';

const licence = (licenceKey: string, userId: number, tier: number) => ({
  licenceKey,
  userId,
  tier,
  status: 'active',
  createdAt: '2026-11-01T00:00:00.000Z',
  history: [],
});

it('a licence of which the holder is also a member is listed once, as that of the holder', async () => {
  const [own, shared] = [licence('own', 1, 1), licence('shared', 2, 3)];
  const licences = {
    ofUser: async () => ({ licences: [own] }),
    ofMember: async () => [own, shared],
  };
  const deps = {
    licences,
    now: () => Date.parse('2026-11-20'),
    monthlyCredits: { timeZone: 'Asia/Kolkata', tierCredits: { 1: 1, 2: 2, 3: 3 } },
    partnerMonths: new Proxy({}, { get: () => async () => ({ user: { payments: 1 } }) }),
  };
  const actor = { userId: 1, user: { id: 1, createdAt: '2026-11-01T00:00:00.000Z' } };
  const { body } = await listLicences.handle({ actor } as never, deps as never);
  const { licences: listed, tier } = body as {
    licences: { role: string; license_key: string }[];
    tier: number;
  };
  expect(listed.map(({ license_key, role }) => [license_key, role])).toEqual([
    ['own', 'holder'],
    ['shared', 'member'],
  ]);
  expect(tier).toBe(3);
});
