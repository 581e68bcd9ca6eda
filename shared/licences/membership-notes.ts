import { activity } from '#shared/activity/activity.ts';
import type { ActivityLog } from '#shared/activity/store/activity-log.ts';
import type { Part } from '#shared/store/table.ts';
import type { MembershipNotes } from './store/teams.ts';

type Change = { type: 'member_joined' | 'member_left'; memberId: number };

export const membershipNotes =
  ({ type, memberId }: Change, log: Pick<ActivityLog, 'part'>): MembershipNotes =>
  async (holderId) => {
    const by = { kind: 'user', id: String(memberId) } as const;
    return await notesFor(holderId === null ? [memberId] : [holderId, memberId], (id) =>
      activity(type, id, { member_id: memberId }, by).then(log.part),
    );
  };

export const removalNotes = (holderId: number, memberId: number, log: Pick<ActivityLog, 'part'>) =>
  notesFor([holderId, memberId], (id) => activity('member_removed', id, { member_id: memberId }).then(log.part));

const notesFor = (accounts: readonly number[], note: (id: number) => Promise<Part>) => Promise.all([...new Set(accounts)].map(note));
