import { accountMails } from '#shared/messages/effects.ts';
import { type ExportSection, only } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

const mailFields = ['at', 'template', 'outcome'];

export const exportSections: readonly ExportSection[] = [
  { name: 'email_preferences', table: 'accounts', pk: (id) => keyOf.mailPreference(id).pk },
  // E-mails to other addresses could reveal that an address has an account.
  {
    name: 'email',
    table: 'accounts',
    pk: (id) => keyOf.loggedMail(id, '').pk,
    rows: (item) => (accountMails.includes(String(item.template)) ? [only(mailFields)(item)] : []),
  },
];
