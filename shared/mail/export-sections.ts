import { type ExportSection, only } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';
import { hiddenTemplates } from './store/mail-log.ts';

const mailFields = ['at', 'template', 'outcome'];

export const exportSections: readonly ExportSection[] = [
  { name: 'email_preferences', table: 'accounts', pk: (id) => keyOf.mailPreference(id).pk },
  {
    name: 'email',
    table: 'accounts',
    pk: (id) => keyOf.loggedMail(id, '').pk,
    rows: (item) => (hiddenTemplates.some((hidden) => hidden === item.template) ? [] : [only(mailFields)(item)]),
  },
];
