import { randomUUID } from 'node:crypto';
import { adsOf } from '#lib/local/market/ads.ts';
import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companies } from '#lib/local/market/market.ts';
import type { Fault, VendorRequest } from '#lib/local/mock-servers.ts';
import { type SocialSettings, social } from '#lib/local/vendors/social.ts';
import { type ArchiveAsked, isShown } from '#lib/local/vendors/social-archive.ts';
import { socialGap } from '#lib/local/vendors/social-gap.ts';
import { vendorServer } from '#lib/local/vendors/vendor-server.ts';
import type { AdsWanted } from '#shared/ads/ad-library.ts';
import { graphAdLibrary } from '#shared/ads/vendors/graph-ad-library.ts';
import { searchApiAdLibrary } from '#shared/ads/vendors/searchapi-ad-library.ts';

type Met = Partial<Omit<Fault, 'vendor' | 'times'>>;

export async function adLibraryScene() {
  const scene = {
    asked: [] as { vendor: 'social' | 'social_gap'; path: string; body: unknown }[],
    meets: (_vendor: 'social' | 'social_gap', _path: string): Met | undefined => undefined,
    settings: {} as SocialSettings,
  };
  const parted: SocialSettings['partSizeOf'] = (limit, part) => scene.settings.partSizeOf?.(limit, part) ?? limit;
  const started = await Promise.all(
    [social({ partSizeOf: parted }), socialGap({ partSizeOf: parted })].map((vendor) => {
      const name = vendor.name as 'social' | 'social_gap';
      let path = '';
      return vendorServer(vendor, {
        note(request: Omit<VendorRequest, 'at'>) {
          path = request.path;
          scene.asked.push({ vendor: name, path, body: request.body });
        },
        fault: (of) => {
          const met = of === name ? scene.meets(name, path) : undefined;
          return met && { vendor: name, ...met };
        },
      });
    }),
  );
  const [officialUrl = '', gapUrl = ''] = started.map(({ baseUrl }) => baseUrl);
  const common = { stage: 'local', now: () => Date.now(), random: () => 0 } as const;
  type More = { fetch?: typeof fetch; baseUrl?: string; maxCalls?: number; now?: () => number };
  return {
    scene,
    officialUrl,
    gapUrl,
    official: (token: string | null = 'tok_ok', more: More = {}) =>
      graphAdLibrary({ ...common, baseUrl: officialUrl, token: () => keyOf(token), ...more }),
    gap: (key: string | null = 'any', more: More = {}) =>
      searchApiAdLibrary({ ...common, baseUrl: gapUrl, apiKey: () => keyOf(key), ...more }),
    reset() {
      scene.asked.length = 0;
      scene.meets = () => undefined;
      scene.settings = {};
    },
    stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))),
  };
}

const keyOf = async (key: string | null) => {
  if (key === null) throw new Error('The secret holds none.');
  return key;
};

export const advertisers = companies.filter(({ page }) => page !== null) as (MadeUpCompany & {
  page: { id: string; alias: string };
})[];
export const unknownPageId = '104999999999999';
export const idsOf = (some: readonly { page: { id: string } }[]) => some.map(({ page }) => page.id);

export const wanted = (pageIds: readonly string[], more: Partial<AdsWanted> = {}): AdsWanted => ({
  pageIds,
  country: 'ALL',
  status: 'all',
  perPage: 10,
  deadlineAt: Date.now() + 10_000,
  ...more,
});

export const archiveOf = (company: MadeUpCompany, asked: Partial<ArchiveAsked> = {}) =>
  adsOf(company, Date.now())
    .filter((ad) => isShown(ad, { countries: ['ALL'], pageIds: [], terms: '', status: 'ALL', now: Date.now(), ...asked }))
    .map(({ id }) => id);
export const marketOf = (company: MadeUpCompany) => adsOf(company, Date.now()).map(({ id }) => id);

export const newKey = () => `secret-${randomUUID()}`;
