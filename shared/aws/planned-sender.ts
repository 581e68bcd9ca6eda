import type { Sender } from '#shared/messages/sender.ts';
import { planEffect } from '#shared/store/dry-run.ts';

/** Queues that take nothing in a dry run: what would be sent is noted. */
export const plannedSender: Pick<Sender, 'send'> = {
  send: async (queue) => planEffect({ kind: 'queue', name: queue }),
};
