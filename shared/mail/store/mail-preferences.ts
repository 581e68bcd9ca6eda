import { keyOf } from '#shared/mail/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';

export type MailPreferences = ReturnType<typeof mailPreferencesIn>;
type PreferenceItem = Item & { isSubscribed: boolean };

export const mailPreferencesIn = (table: Table, { now }: { now: () => number }) => ({
  /** The strongly consistent read makes an unsubscription effective at once. */
  isSubscribed: async (userId: UserId): Promise<boolean> =>
    (await table.get<PreferenceItem>(keyOf.mailPreference(userId), { consistent: true }))?.isSubscribed ?? true,

  async set(userId: UserId, isSubscribed: boolean): Promise<void> {
    const changedAt = new Date(now()).toISOString();
    await table.put({
      ...keyOf.mailPreference(userId),
      kind: 'mail_preference',
      userId,
      isSubscribed,
      changedAt,
    });
  },
});
