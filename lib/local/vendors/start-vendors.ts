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
import { type Vendor, vendorServer } from './vendor-server.ts';

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

type Known = { books: BillingBooks };

export type Vendors = {
  endpoints: Record<string, string>;
  stop(): Promise<void>;
};

export async function startVendors(
  mockServers: Pick<MockServers, 'note' | 'fault'>,
  settings: Known,
): Promise<Vendors> {
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

const frontEnd = (): Vendor => ({
  name: 'front_end',
  routes: { 'GET /': () => page('/'), 'GET /{page}': ({ params }) => page(`/${params.page}`) },
  refusal: (status) => ({ status, body: 'The mock front end has no such page.' }),
});

const page = (path: string) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Front end</title>
<body style="font:16px/1.5 system-ui,sans-serif;margin:24px">
<h1>The front end</h1>
<p>Its page <code>${path.replace(/[^\w/-]/g, '')}</code> would be here.</p>`,
});
