import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

export type VendorCooldowns = ReturnType<typeof vendorCooldownsIn>;

type WaitItem = Item & { waitUntil: number };

/** A vendor with a longer wait is tried once an hour. */
const maxSeconds = hourInSeconds;
/** So long one process trusts what it has read: many calls of a vendor begin together. */
const trustedMs = 1000;

/** How long vendors have asked us to wait, so that every function respects what one of them received. */
export const vendorCooldownsIn = (table: Table, { now }: { now: () => number }) => {
  const read = new Map<string, { at: number; waitUntil: Promise<number> }>();
  const trust = (vendor: string, waitUntil: Promise<number>) => {
    read.set(vendor, { at: now(), waitUntil });
    // All waiting callers get the error; the next one reads again.
    waitUntil.catch(() => read.delete(vendor));
    return waitUntil;
  };

  return {
    /** How many seconds a vendor is to be left alone for; 0 when it may be asked. At most one read. */
    async secondsLeft(vendor: string): Promise<number> {
      const known = read.get(vendor);
      const waitUntil =
        known && Math.abs(now() - known.at) < trustedMs
          ? known.waitUntil
          : trust(
              vendor,
              table.get<WaitItem>(keyOf.vendorWait(vendor)).then((item) => item?.waitUntil ?? 0),
            );
      const seconds = Math.max(0, Math.ceil(((await waitUntil) - now()) / 1000));
      // Longer than anybody notes: from a clock that was wrong.
      return seconds > maxSeconds + 300 ? 0 : seconds;
    },

    /** Notes that a vendor wants to be left alone for so long. One write. */
    async note(vendor: string, seconds: number): Promise<void> {
      const waitUntil = now() + Math.min(maxSeconds, seconds) * 1000;
      // It has asked for longer already, or this was written and the answer lost.
      await tookEffect(
        table.update({
          key: keyOf.vendorWait(vendor),
          update: 'SET kind = :kind, waitUntil = :until, #ttl = :ttl',
          condition: 'attribute_not_exists(waitUntil) OR waitUntil < :until OR waitUntil > :absurd',
          names: { '#ttl': 'ttl' },
          values: {
            ...{ ':kind': 'vendor_wait', ':until': waitUntil, ':ttl': Math.ceil(waitUntil / 1000) },
            ':absurd': latestAhead(now(), maxSeconds * 1000),
          },
        }),
      );
      await trust(vendor, Promise.resolve(waitUntil));
    },
  };
};
