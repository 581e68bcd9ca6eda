import { Badge, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { Copyable } from '../kit/copy.tsx';
import { dayText } from '../kit/dates.ts';
import { onSubmit } from '../kit/form.tsx';
import { Empty, Loaded, Problem, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Support } from '../kit/support.tsx';
import { Time } from '../kit/time.tsx';
import { Team } from './team.tsx';

type Licence = Answer<'listLicences'>['licences'][number];

export function Licences() {
  const licences = useQuery({ queryKey: ['licences'], queryFn: () => call('listLicences', {}) });
  return (
    <Section title="Licences and team" about="A licence has seats: its holder invites people to them.">
      <Stack gap="lg">
        <Invitations isQuiet={licences.isError} />
        <Loaded query={licences} height={80}>
          {({ licences: list, next_credits_on }) =>
            list.length === 0 ? (
              <Empty title="No licence yet">Enter the key of a licence, or ask its holder for an invitation.</Empty>
            ) : (
              <Stack gap="lg">
                {next_credits_on && <Text fz="sm">Next monthly credits: {dayText(next_credits_on)}.</Text>}
                {list.map((licence) => (
                  <OneLicence key={licence.license_key} licence={licence} />
                ))}
              </Stack>
            )
          }
        </Loaded>
        <Activate />
        <WhatLicencesAre />
      </Stack>
    </Section>
  );
}

const WhatLicencesAre = () => (
  <div>
    <Text fz="sm" fw={550}>
      What is a licence?
    </Text>
    <Text fz="sm" c="dimmed" maw={640}>
      Our partner sells licences of three tiers. Each pays <Link to="/account/credits">credits</Link> every month and has seats for a team.
      Your key is in the partner’s e-mail and on your account page there.
    </Text>
    <Text fz="sm" fw={550} mt="sm">
      Without a licence
    </Text>
    <Text fz="sm" c="dimmed" maw={640}>
      Keys, pixel, events, reports and webhooks need no licence. To let others see your figures, create a{' '}
      <Link to="/keys">read-only key</Link>. To share one account’s team, ask a holder of a licence to invite your e-mail address, or ask{' '}
      <Support />.
    </Text>
  </div>
);

function OneLicence({ licence: { license_key, tier_name, status, role } }: { licence: Licence }) {
  const queries = useQueryClient();
  const leave = useMutation<unknown, ApiError>({
    mutationFn: () => call('leaveTeam', { params: { license_key } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['licences'] }),
  });
  return (
    <article aria-label={`Licence ${license_key}`}>
      <Group gap="xs" mb="xs">
        <Text fw={550} fz="sm">
          {tier_name ? readable(tier_name) : 'Add-on'}
        </Text>
        <Badge color={status === 'active' ? 'teal' : 'gray'}>{readable(status)}</Badge>
        <Badge color="gray">{role === 'holder' ? 'Yours' : 'Shared with you'}</Badge>
        <Copyable value={license_key} />
      </Group>
      {role === 'holder' && tier_name && status === 'active' && <Team licenceKey={license_key} />}
      {role === 'member' && (
        <Button size="xs" variant="default" onClick={() => leave.mutateAsync()}>
          Leave this team
        </Button>
      )}
      {leave.isError && <Problem error={leave.error} />}
    </article>
  );
}

/** A single error is enough when the licences failed as well, so `isQuiet` hides this error. */
function Invitations({ isQuiet }: { isQuiet: boolean }) {
  const queries = useQueryClient();
  const openInvitations = useQuery({ queryKey: ['invitations'], queryFn: () => call('listInvitations', {}) });
  const decide = useMutation<unknown, ApiError, { id: string; accepts: boolean }>({
    mutationFn: ({ id, accepts }) =>
      accepts ? call('acceptInvitation', { params: { id } }) : call('declineInvitation', { params: { id } }),
    onSuccess: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ['invitations'] }), queries.invalidateQueries({ queryKey: ['licences'] })]),
  });
  const list = openInvitations.data?.invitations ?? [];
  if (openInvitations.isError && isQuiet) return null;
  if (openInvitations.isError) return <Problem error={openInvitations.error} retry={() => openInvitations.refetch()} />;
  if (list.length === 0) return null;
  return (
    <div>
      <Text fz="sm" fw={550}>
        Invitations
      </Text>
      <Text fz="sm" c="dimmed" mb="xs">
        You join with your own account. You will not see the reports, events or keys of the person who invites you.
      </Text>
      {decide.isError && <Problem error={decide.error} />}
      <Table verticalSpacing="xs" className="cards">
        <Table.Tbody>
          {list.map(({ invitation_id: id, invited_by, expires_at }) => (
            <Table.Tr key={id}>
              <Table.Td className="anywhere">{invited_by ? `${invited_by} invites you` : 'The holder of a licence invites you'}</Table.Td>
              <Table.Td>
                <span>
                  Expires <Time at={expires_at} ago />
                </span>
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end">
                  <Button size="xs" onClick={() => decide.mutateAsync({ id, accepts: true })}>
                    Join the team
                  </Button>
                  <Button size="xs" variant="default" onClick={() => decide.mutateAsync({ id, accepts: false })}>
                    Decline
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Activate() {
  const [key, setKey] = useState('');
  const queries = useQueryClient();
  const activate = useMutation<unknown, ApiError>({
    mutationFn: () => call('activateLicence', { body: { license_key: key.trim() } }),
    onSuccess: () => {
      setKey('');
      queries.invalidateQueries({ queryKey: ['credits'] });
      return queries.invalidateQueries({ queryKey: ['licences'] });
    },
  });
  return (
    <form onSubmit={onSubmit(() => activate.mutate())}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Licence key"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={activate.error?.fields.license_key}
          required
          style={{ flex: '1 1 240px', maxWidth: 380 }}
        />
        <Button type="submit" variant="default" loading={activate.isPending}>
          Activate
        </Button>
      </Group>
      {activate.isError && <Problem error={activate.error} />}
    </form>
  );
}
