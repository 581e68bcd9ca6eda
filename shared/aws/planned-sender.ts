import type { Sender } from '#shared/messages/sender.ts';
import { planEffect } from '#shared/store/dry-run.ts';

export const plannedSender: Pick<Sender, 'send'> = {
  send: async ({ name }) => planEffect({ kind: 'queue', name }),
};
