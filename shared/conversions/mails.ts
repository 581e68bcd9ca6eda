import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

export const rules = {
  event_id_conflict: {
    kind: 'transactional',
    toUnverified: 'limited',
    asks: 'A reused event ID',
    limit: 'One a day for each account',
  },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  event_id_conflict: ({ event_id = '', accepted_type = '', sent_type = '', fields = '', at = '' }) => ({
    subject: 'Conversion events are being lost: an event ID was reused',
    paragraphs: [
      !sent_type || accepted_type === sent_type
        ? `On ${at} the event ID “${event_id}” was sent again with a different ${fields}. Only the first event was stored.`
        : `On ${at} the event ID “${event_id}” was sent again for another event: it was accepted as ${accepted_type}, and the repeat was ${sent_type}. Only the first event was stored. The second is in no report.`,
      `Give every event its own ID, for example ${sent_type ? `${sent_type}:10017, ` : ''}the event type and your order number. Retries must repeat the same ID with the same content.`,
      'The event log lists every conflict: filter it by the outcome “conflict”. We send this e-mail at most once a day.',
    ],
  }),
};

export const samples: MailSamples<typeof rules> = {
  event_id_conflict: {
    event_id: '10017',
    accepted_type: 'checkout_started',
    sent_type: 'order_created',
    fields: 'event_type, value',
    at: '2026-11-21 09:30 UTC',
  },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
