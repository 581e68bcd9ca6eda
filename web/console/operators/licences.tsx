import { Badge, Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useTyped } from '../core/use-typed.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Copyable } from '../kit/copy.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Facts, Part } from '../kit/facts.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { Action } from './kit/action.tsx';
import { useMayWrite } from './me.ts';
import { licenceSearch } from './search-params.ts';

type Licence = Answer<'readLicences'>['licences'][number];

export function LicencesPage() {
  const { key } = useValidSearch(licenceSearch);
  const changeSearch = useChangeSearch();
  const [typed, setTyped] = useTyped(key ?? '');
  const searchedKey = key?.trim() ?? '';
  const isUser = /^\d{1,16}$/.test(searchedKey);
  const licenceQuery = useQuery({
    queryKey: ['operators', 'licences', searchedKey],
    queryFn: () =>
      operate('readLicences', {
        query: isUser ? { user_id: Number(searchedKey) } : { license_key: searchedKey },
      }),
    enabled: searchedKey !== '',
  });
  const submit = onSubmit(() => {
    changeSearch({ key: typed.trim() || undefined });
  });
  return (
    <Page
      title="Licences and teams"
      about="Licences of the partner with their holder, team and events. Give a licence key or a user ID."
    >
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label="Licence key or user ID"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ flex: '1 1 240px', maxWidth: 460 }}
          />
          <Button type="submit">Show</Button>
        </Group>
      </form>
      {searchedKey !== '' && (
        <Loaded query={licenceQuery} height={240}>
          {({ licences }) => (
            <Stack gap="lg">
              {licences.length === 0 && <Empty title="This user has no licence" />}
              {licences.map((licence) => (
                <One key={licence.license_key} licence={licence} />
              ))}
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  );
}

const userLink = (id: number) => (
  <Link key={id} to="/operators/users/$userId" params={{ userId: String(id) }}>
    User {id}
  </Link>
);

function One({ licence }: { licence: Licence }) {
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  const { license_key, tier, tier_name, status, user_id, team_members, events } = licence;
  return (
    <Section
      title={license_key}
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Set manually
          </Button>
        )
      }
    >
      <Stack gap="md">
        <Facts
          facts={[
            ['Key', <Copyable key="key" value={license_key} />],
            [
              'Status',
              <Badge key="status" color={status === 'active' ? 'teal' : 'gray'}>
                {readable(status)}
              </Badge>,
            ],
            ['Tier', tier ? `${tier}, ${tier_name}` : 'None'],
            ['Holder', user_id ? userLink(user_id) : 'Nobody yet'],
            [
              'Team',
              team_members.length > 0 ? (
                <Group key="team" gap="xs">
                  {team_members.map(userLink)}
                </Group>
              ) : (
                'Nobody'
              ),
            ],
            ['Replaced', licence.prev_license_key],
            ['Replaced by', licence.next_license_key],
          ]}
        />
        <Part title="Events from the partner">
          {events.length === 0 ? (
            <Text fz="sm">None.</Text>
          ) : (
            <DataTable
              minWidth={420}
              label={`Events of ${license_key}`}
              verticalSpacing={6}
              heads={['Event', 'Tier', 'Reason', 'Received']}
            >
              {events.map((event) => (
                <Table.Tr key={`${event.event} ${event.created_at} ${event.received_at}`}>
                  <Table.Td>{readable(event.event)}</Table.Td>
                  <Table.Td>{event.tier ?? '–'}</Table.Td>
                  <Table.Td className="anywhere">{event.reason ?? '–'}</Table.Td>
                  <Table.Td>
                    <Time at={event.received_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )}
        </Part>
      </Stack>
      {isOpen && <SetLicence licence={licence} close={() => setOpen(false)} />}
    </Section>
  );
}

function SetLicence({ licence, close }: { licence: Licence; close: () => void }) {
  const [tier, setTier] = useState(String(licence.tier ?? ''));
  const [status, setStatus] = useState<Licence['status']>(licence.status);
  const [holder, setHolder] = useState(String(licence.user_id ?? ''));
  return (
    <Action
      title="Set the licence manually"
      about="Applies until the partner reports something newer. To undo it, enter the previous values."
      label="Save"
      run={({ reason }) =>
        operate('setLicence', {
          body: {
            license_key: licence.license_key,
            status,
            reason,
            ...(tier && { tier: Number(tier) as 1 | 2 | 3 }),
            ...(holder !== String(licence.user_id ?? '') && {
              user_id: holder === '' ? null : Number(holder),
            }),
          },
        })
      }
      result={(licence) => `${readable(licence.status)}, tier ${licence.tier ?? '–'}.`}
      close={close}
    >
      {(fields) => (
        <>
          <NativeSelect
            label="Status"
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value as Licence['status'])}
            data={['inactive', 'active', 'deactivated'].map((value) => ({
              value,
              label: readable(value),
            }))}
            error={fields.status}
          />
          <NativeSelect
            label="Tier"
            value={tier}
            onChange={(event) => setTier(event.currentTarget.value)}
            data={[
              ...(licence.tier === null ? [{ value: '', label: 'As it is' }] : []),
              { value: '1', label: '1, silver' },
              { value: '2', label: '2, gold' },
              { value: '3', label: '3, platinum' },
            ]}
            error={fields.tier}
          />
          <TextInput
            label="User ID of the holder"
            description="Empty: no holder."
            inputMode="numeric"
            value={holder}
            onChange={(event) => setHolder(event.currentTarget.value)}
            error={fields.user_id}
          />
        </>
      )}
    </Action>
  );
}
