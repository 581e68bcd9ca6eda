import type { MockServers } from '#lib/local/mock-servers.ts';
import { assistant } from './assistant.ts';
import { billing } from './billing.ts';
import type { BillingBooks } from './billing-books.ts';
import { channel } from './channel.ts';
import { llm } from './llm.ts';
import { messaging } from './messaging.ts';
import { moderation } from './moderation.ts';
import { search } from './search.ts';
import { sites } from './sites.ts';
import { social } from './social.ts';
import { socialGap } from './social-gap.ts';
import { vendorServer } from './vendor-server.ts';

const vendors = ({ books }: Known) => [
  assistant(),
  billing(books),
  channel(),
  llm(),
  messaging(),
  moderation(),
  search(),
  sites(),
  social(),
  socialGap(),
];

type Known = { books: BillingBooks };

export type Vendors = {
  endpoints: Record<string, string>;
  stop(): Promise<void>;
};

export async function startVendors(mockServers: Pick<MockServers, 'note' | 'fault'>, settings: Known): Promise<Vendors> {
  const started = await Promise.all(
    vendors(settings).map(async (vendor) => ({
      name: vendor.name,
      server: await vendorServer(vendor, mockServers),
    })),
  );
  return {
    endpoints: Object.fromEntries(started.map(({ name, server }) => [name, server.baseUrl])),
    stop: async () => void (await Promise.all(started.map(({ server }) => server.stop()))),
  };
}

export const siteHosts = ({ sites }: Record<string, string>) => (sites ? { example: sites } : {});
