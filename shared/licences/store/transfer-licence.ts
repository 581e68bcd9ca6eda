import { keyOf } from '#shared/accounts/items.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';
import { changeLicences } from './licence-drafts.ts';
import { licenceOf } from './licence-items.ts';

export type Transferred = 'transferred' | 'unchanged' | 'unknown' | 'not_active' | 'inactive_user';

/** At a transfer, pending invitations end, and a new holder leaves the team. */
export const transferLicence = (
  table: Table,
  now: () => number,
  { licenceKey, userId }: { licenceKey: string; userId: UserId },
  also: (from: number | null) => readonly Part[],
): Promise<Transferred> =>
  changeLicences<Transferred>(table, now, async (drafts) => {
    if (!(await drafts.isKnown(licenceKey))) return { answer: 'unknown' };
    const storedLicence = await drafts.edit(licenceKey);
    const { userId: from } = storedLicence;
    if (from === userId) return { answer: 'unchanged' };
    const heirs = await drafts.heirs(licenceKey);
    if (heirs.every((heir) => licenceOf(heir).status === 'deactivated')) return { answer: 'not_active' };
    const user = await table.get<Item & User>(keyOf.user(userId), { consistent: true });
    if (!user?.isActive) return { answer: 'inactive_user' };
    await drafts.handTo(licenceKey, userId);
    for (const licence of [...(await drafts.team(licenceKey)), ...heirs])
      Object.assign(licence, { invitations: [], members: licence.members.filter((id) => id !== userId) });
    // An account that is deleted in parallel gets nothing.
    const isActive: Part = {
      check: keyOf.user(userId),
      condition: 'isActive = :active',
      values: { ':active': true },
    };
    return { answer: 'transferred', also: [isActive, ...also(from)] };
  });
