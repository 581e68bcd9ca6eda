import { Table } from '@mantine/core';
import type { Answer } from '../core/api.ts';
import { DataTable } from './data-table.tsx';
import { readable } from './reasons.ts';
import { Time } from './time.tsx';
import { What } from './what.tsx';

type Entry = Answer<'listActivity'>['entries'][number];

const sentences: Record<Entry['type'], string> = {
  account_created: 'The account was created',
  sign_in: 'Signed in',
  sign_in_failed: 'A sign-in failed',
  password_changed: 'The password was changed',
  password_reset: 'The password was reset by e-mail',
  account_recovered: 'The account was recovered',
  identity_linked: 'A sign-in with the identity provider was linked',
  mfa_enabled: 'The second factor was enabled',
  mfa_disabled: 'The second factor was disabled',
  email_change_requested: 'A change of the e-mail address was requested',
  email_changed: 'The e-mail address was changed',
  phone_changed: 'The phone number was changed',
  deletion_requested: 'The deletion of the account was requested',
  account_restored: 'The account was restored',
  account_invalidated: 'The account was invalidated',
  account_reactivated: 'The account was reactivated',
  key_created: 'A key was created',
  key_rotated: 'A key was rotated',
  key_revoked: 'A key was revoked',
  webhook_endpoint_created: 'A webhook endpoint was created',
  webhook_endpoint_changed: 'A webhook endpoint was changed',
  webhook_endpoint_deleted: 'A webhook endpoint was deleted',
  webhook_secret_rotated: 'The secret of a webhook endpoint was rotated',
  events_export_requested: 'An export of events was requested',
  account_export_requested: 'An export of the account was requested',
  erasure_requested: 'An erasure of data was requested',
  consent_changed: 'The consent of a visitor was changed',
  channel_rules_applied: 'Channel rules were applied to stored clicks',
  channel_rules_changed: 'Channel rules were changed',
  traffic_rules_changed: 'Traffic rules were changed',
  traffic_rules_applied: 'Traffic rules were applied to stored clicks',
  destination_changed: 'A destination was changed',
  destination_deleted: 'A destination was deleted',
  member_invited: 'A person was invited to a team',
  invitation_withdrawn: 'An invitation to a team was withdrawn',
  member_joined: 'A member joined a team',
  member_removed: 'A member was removed from a team',
  member_left: 'A member left a team',
  spend_imported: 'Spend was imported',
  spend_import_undone: 'An import of spend was undone',
  spend_aliases_changed: 'Aliases of campaigns and ads were changed',
  exchange_rates_changed: 'Exchange rates were changed',
  reconciliation_created: 'Orders were reconciled',
  reconciliation_repaired: 'A reconciliation was repaired',
  reconciliation_repair_undone: 'A repair of a reconciliation was undone',
  reconciliation_rules_changed: 'Reconciliation rules were changed',
  month_closed: 'A month of the books was closed',
  month_reopened: 'A month of the books was reopened',
  events_adjusted: 'Values of events were adjusted',
  adjustment_withdrawn: 'An adjustment was withdrawn',
  pixel_settings_changed: 'Settings of a pixel were changed',
  profile_changed: 'The profile was changed',
  session_ended: 'A session was ended',
  upload_created: 'An address for a file was created',
  account_read: 'The account was read',
  event_sent: 'An event was sent from the console',
  licence_activated: 'A licence was activated',
  manager_linked: 'A manager got access',
  manager_unlinked: 'The access of a manager was ended',
};

const actors: Record<Entry['actor']['kind'], string> = {
  user: '',
  key: 'by a key',
  operator: 'by our support',
  system: 'by the service',
  anonymous: '',
};

const sentenceOf = ({ type, count, actor }: Pick<Entry, 'type' | 'count' | 'actor'>) =>
  [sentences[type] ?? readable(type), ...(count > 1 ? [`${count} times`] : []), ...[actors[actor.kind]].filter(Boolean)].join(' ');

const detailsOf = ({ details, request_id }: Pick<Entry, 'details' | 'request_id'>) => [
  ...Object.entries(details).map(
    ([name, value]) => `${readable(name).replace(/\bid\b/, 'ID')}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  ),
  ...(request_id ? [`Request ${request_id}`] : []),
];

export const ActivityTable = ({ entries }: { entries: readonly Entry[] }) => (
  <DataTable minWidth={420} label="Table of activity" heads={['What happened', 'Network', 'When']}>
    {entries.map((entry) => (
      <Table.Tr key={entry.id}>
        <Table.Td className="anywhere">
          <What text={sentenceOf(entry)} code={entry.type} details={detailsOf(entry)} />
        </Table.Td>
        <Table.Td style={{ whiteSpace: 'nowrap' }}>{entry.network?.slice(0, 8) ?? '–'}</Table.Td>
        <Table.Td>
          <Time at={entry.at} ago />
        </Table.Td>
      </Table.Tr>
    ))}
  </DataTable>
);
