import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

export const rules = {
  account_export_ready: {
    kind: 'transactional',
    toUnverified: 'limited',
    asks: '`exportAccount`',
    limit: '3 a day for each account',
    answer: '`email`',
  },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  account_export_ready: ({ export_id, completed_at }, { exportLinkDays }) => ({
    subject: 'The export of your data is ready',
    paragraphs: [
      export_id
        ? `Everything that belongs to your adtrail account is in one file. The link works for ${exportLinkDays} days. Anyone with the link can read the file: do not forward this e-mail.`
        : `Everything that belongs to your adtrail account is in one file. This address was never verified, so the link is not in this e-mail. Sign in to download the file within ${exportLinkDays} days.`,
      'If you did not request this, change your password.',
    ],
    ...(export_id && { exportFile: { id: export_id, completedAt: Number(completed_at) } }),
  }),
};

export const samples: MailSamples<typeof rules> = {
  account_export_ready: { export_id: 'export_1', completed_at: '1795253400000' },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
