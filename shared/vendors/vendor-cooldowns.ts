import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import { keyOf } from './items.ts';

export type VendorCooldowns = ReturnType<typeof vendorCooldownsIn>;

type WaitItem = Item & { waitUntil: number };

const maxSeconds = hourInSeconds;
/** Calls to a vendor arrive together, so a read cooldown is reused for this time. */
const trustedMs = 1000;

export const vendorCooldownsIn = (table: Table, { now }: { now: () => number }) => {
  const reads = new Map<string, { at: number; waitUntil: Promise<number> }>();
  const trust = (vendor: string, waitUntil: Promise<number>) => {
    reads.set(vendor, { at: now(), waitUntil });
    waitUntil.catch(() => reads.delete(vendor));
    return waitUntil;
  };

  return {
    async secondsLeft(vendor: string): Promise<number> {
      const cached = reads.get(vendor);
      const waitUntil =
        cached && Math.abs(now() - cached.at) < trustedMs
          ? cached.waitUntil
          : trust(
              vendor,
              table.get<WaitItem>(keyOf.vendorWait(vendor)).then((item) => item?.waitUntil ?? 0),
            );
      const seconds = Math.max(0, Math.ceil(((await waitUntil) - now()) / 1000));
      // A longer cooldown is from a wrong clock.
      return seconds > maxSeconds + 300 ? 0 : seconds;
    },

    async note(vendor: string, seconds: number): Promise<void> {
      const waitUntil = now() + Math.min(maxSeconds, seconds) * 1000;
      await tookEffect(
        table.update({
          key: keyOf.vendorWait(vendor),
          update: 'SET kind = :kind, waitUntil = :until, #ttl = :ttl',
          condition: 'attribute_not_exists(waitUntil) OR waitUntil < :until OR waitUntil > :absurd',
          names: { '#ttl': 'ttl' },
          values: {
            ':kind': 'vendor_wait',
            ':until': waitUntil,
            ':ttl': Math.ceil(waitUntil / 1000),
            ':absurd': latestAhead(now(), maxSeconds * 1000),
          },
        }),
      );
      await trust(vendor, Promise.resolve(waitUntil));
    },
  };
};
