import { keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type Waitlist = ReturnType<typeof waitlistIn>;

type WaitlistItem = Item & { addedAt: string };

/** Addresses whose account, when it is made, waits for a person's look. E-mails are normalised. */
export const waitlistIn = (table: Table, { now }: { now: () => number }) => ({
  /** Puts an address on the list, or leaves it there; `categories` are those of the newest finding. */
  async add(email: string, categories: readonly string[]): Promise<void> {
    await table.update({
      key: keyOf.waitlist(email),
      update: 'SET kind = :kind, addedAt = if_not_exists(addedAt, :at), categories = :categories',
      values: { ':kind': 'waitlist', ':at': new Date(now()).toISOString(), ':categories': categories },
    });
  },

  /** By one strongly consistent read. */
  has: async (email: string): Promise<boolean> =>
    (await table.get<WaitlistItem>(keyOf.waitlist(email), { consistent: true })) !== null,
});
