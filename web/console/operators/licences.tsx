import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useTyped } from '../core/use-typed.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Copyable } from '../kit/copy.tsx';
import { RowTable } from '../kit/data-table.tsx';
import { Facts, Part } from '../kit/facts.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';
import { ActButton } from './kit/act.tsx';
import { UserLink } from './kit/user-link.tsx';
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
    <Page title="Licences and teams" about="Licences of the partner with their holder, team and events. Give a licence key or a user ID.">
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

function One({ licence }: { licence: Licence }) {
  const { license_key, tier, tier_name, status, user_id, team_members, events } = licence;
  return (
    <Section
      title={license_key}
      actions={
        <ActButton
          operation="setLicence"
          args={{ body: { license_key } }}
          ask={{ status: 'Status', tier: 'Tier', user_id: 'User ID of the holder' }}
          before={{ status, tier, user_id }}
          button="Set manually"
          title="Set the licence manually"
          about="Applies until the partner reports something newer. To undo it, enter the previous values."
          label="Save"
          result={({ status: now, tier }) => `${readable(now)}, tier ${tier ?? '–'}.`}
        />
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
            ['Holder', user_id ? <UserLink key="holder" id={user_id} /> : 'Nobody yet'],
            [
              'Team',
              team_members.length > 0 ? (
                <Group key="team" gap="xs">
                  {team_members.map((id) => (
                    <UserLink key={id} id={id} />
                  ))}
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
            <RowTable
              minWidth={420}
              label={`Events of ${license_key}`}
              verticalSpacing={6}
              rows={events}
              keyOf={({ event, created_at, received_at }) => `${event} ${created_at} ${received_at}`}
              columns={[
                ['Event', ({ event }) => readable(event)],
                ['Tier', (event) => event.tier ?? '–'],
                ['Reason', ({ reason }) => reason ?? '–', 'anywhere'],
                ['Received', ({ received_at }) => <Time at={received_at} />],
              ]}
            />
          )}
        </Part>
      </Stack>
    </Section>
  );
}
