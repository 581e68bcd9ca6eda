import type { StandIns } from '#lib/local/stand-ins.ts';
import { assistant } from './assistant.ts';
import { billing } from './billing.ts';
import type { BillingBooks } from './billing-books.ts';
import { channel } from './channel.ts';
import { frontEnd } from './front-end.ts';
import { llm } from './llm.ts';
import { messaging } from './messaging.ts';
import { moderation } from './moderation.ts';
import { search } from './search.ts';
import { sites } from './sites.ts';
import { social } from './social.ts';
import { socialGap } from './social-gap.ts';
import { vendorServer } from './vendor-server.ts';

/** Mock servers are created at every start. */
const vendors = ({ books }: Known) => [
  assistant(),
  billing(books),
  channel(),
  frontEnd(),
  llm(),
  messaging(),
  moderation(),
  search(),
  sites(),
  social(),
  socialGap(),
];

/** State that mock servers share with the control port. */
type Known = { books: BillingBooks };

export type Vendors = {
  /** Base URLs by the vendor's name. */
  endpoints: Record<string, string>;
  stop(): Promise<void>;
};

export async function startVendors(
  standIns: Pick<StandIns, 'note' | 'fault'>,
  known: Known,
): Promise<Vendors> {
  const started = await Promise.all(
    vendors(known).map(async (vendor) => ({
      name: vendor.name,
      server: await vendorServer(vendor, standIns),
    })),
  );
  return {
    endpoints: Object.fromEntries(started.map(({ name, server }) => [name, server.baseUrl])),
    stop: async () => void (await Promise.all(started.map(({ server }) => server.stop()))),
  };
}

/** The mock servers answer for sites under these top-level domains. */
export const siteHosts = ({ sites }: Record<string, string>) => (sites ? { example: sites } : {});
