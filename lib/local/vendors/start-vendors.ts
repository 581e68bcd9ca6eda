import type { StandIns } from '#lib/local/stand-ins.ts';
import { channel } from './channel.ts';
import { llm } from './llm.ts';
import { messaging } from './messaging.ts';
import { moderation } from './moderation.ts';
import { vendorServer } from './vendor-server.ts';

/** The stand-ins of this machine, made anew at every start. */
const vendors = () => [channel(), llm(), messaging(), moderation()];

export type Vendors = {
  /** Base URLs by the vendor's name. */
  endpoints: Record<string, string>;
  stop(): Promise<void>;
};

/** Starts every vendor's stand-in behind the control port. */
export async function startVendors(standIns: Pick<StandIns, 'note' | 'fault'>): Promise<Vendors> {
  const started = await Promise.all(
    vendors().map(async (vendor) => ({ name: vendor.name, server: await vendorServer(vendor, standIns) })),
  );
  return {
    endpoints: Object.fromEntries(started.map(({ name, server }) => [name, server.baseUrl])),
    stop: async () => void (await Promise.all(started.map(({ server }) => server.stop()))),
  };
}
