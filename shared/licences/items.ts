import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  licence: (licenceKey: string) => key(`LICENCE#${licenceKey}`, 'LICENCE'),
  /** `at` is the event's own time in epoch milliseconds. */
  licenceEvent: (licenceKey: string, event: string, at: number) => key(`LICENCE#${licenceKey}`, `EVENT#${event}#${padded(at, 14)}`),
  licenceOfUser: (userId: number, licenceKey: string) => key(`USERLICENCES#${userId}`, `LICENCE#${licenceKey}`),
  teamMember: (userId: number, licenceKey: string) => key(`USERLICENCES#${userId}`, `TEAM#${licenceKey}`),
  /** `digest` is the SHA-256 of the invited e-mail. */
  teamInvitation: (digest: string, invitationId: string) => key(`INVITED#${digest}`, invitationId),
};

export const licenceKeyOf = (pk: string) => pk.slice('LICENCE#'.length);

export const items = {
  LICENCE: { erasure: 'licence', recovery: { ends: 'team_member' } },
  USERLICENCES: { erasure: 'pk', recovery: { ends: 'team_membership' }, records: ['licence'] },
  INVITED: {
    erasure: 'kept',
    recovery: { ends: 'team_invitation' },
    retention: { team_invitation: { days: 8 } },
  },
} as const satisfies ItemKinds;
