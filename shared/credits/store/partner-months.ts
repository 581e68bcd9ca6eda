import { keyOf } from '#shared/credits/items.ts';
import { claims } from '#shared/credits/rules/credits.ts';
import type { Item, Key } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { ClaimItem } from './credit-reads.ts';

type MonthItem = Item & { paid: number; payments: number };
export type MonthPaid = { paid: number; payments: number };
const nothing: MonthPaid = { paid: 0, payments: 0 };

export type PartnerMonth = {
  month: string;
  userId: AccountId;
  user: MonthPaid;
  /** An earlier version stored only the licence's claim. */
  isUserStored: boolean;
  ofKey: ReadonlyMap<string, MonthPaid>;
};

export type PartnerMonths = ReturnType<typeof partnerMonthsIn>;

export const partnerMonthsIn = (table: Table) => ({
  async read(month: string, accountId: AccountId, licenceKeys: readonly string[]): Promise<PartnerMonth> {
    const [userKey, claimKey] = [keyOf.partnerMonthOfUser(month, accountId), keyOf.creditClaim(claims.partnerMonthly(month, accountId))];
    const keys = [userKey, claimKey, ...licenceKeys.map((key) => keyOf.partnerMonthOfLicence(month, key))];
    const items = new Map((await table.getMany<Item>(keys, { consistent: true })).map((item) => [item.pk, item]));
    const paidAt = ({ pk }: Key) => items.get(pk) as MonthItem | undefined;
    const claim = items.get(claimKey.pk) as ClaimItem | undefined;
    const earlier = claim && { paid: claim.amount ?? Number.MAX_SAFE_INTEGER, payments: 1 };
    return {
      month,
      userId: accountId,
      user: paidAt(userKey) ?? earlier ?? nothing,
      isUserStored: paidAt(userKey) !== undefined,
      ofKey: new Map(licenceKeys.map((key) => [key, paidAt(keyOf.partnerMonthOfLicence(month, key)) ?? nothing])),
    };
  },

  parts(was: PartnerMonth, chain: readonly string[], licenceKey: string, amount: number): Part[] {
    const { month, userId, user, isUserStored } = was;
    const note = (key: Key, isStored: boolean, before: MonthPaid): Part => ({
      put: {
        ...key,
        kind: 'partner_month',
        month,
        paid: before.paid + amount,
        payments: before.payments + 1,
      },
      ...asRead(isStored, before),
    });
    return [
      note(keyOf.partnerMonthOfUser(month, userId), isUserStored, user),
      ...chain.map((key) => {
        const before = was.ofKey.get(key) ?? nothing;
        const place = keyOf.partnerMonthOfLicence(month, key);
        const isStored = before.payments > 0;
        return key === licenceKey ? note(place, isStored, before) : { check: place, ...asRead(isStored, before) };
      }),
    ];
  },

  /** The licence's next holder must not be paid again. The call is idempotent. */
  async noteEarlierPayment(month: string, accountId: AccountId, licenceKey: string): Promise<void> {
    const { user, isUserStored } = await this.read(month, accountId, []);
    if (isUserStored || user.payments === 0) return;
    const place = keyOf.partnerMonthOfLicence(month, licenceKey);
    await table.putNew({ ...place, kind: 'partner_month', month, ...user });
  },
});

const asRead = (isStored: boolean, { payments }: MonthPaid) =>
  isStored ? { condition: 'payments = :payments', values: { ':payments': payments } } : { condition: 'attribute_not_exists(pk)' };
