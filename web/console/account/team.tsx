import { Badge, Group, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Loaded, Note, Problem, Scroll } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';

export function Team({ licenceKey }: { licenceKey: string }) {
  const [email, setEmail] = useState('');
  const params = { license_key: licenceKey };
  const queryKey = ['team', licenceKey];
  const queries = useQueryClient();
  const team = useQuery({ queryKey, queryFn: () => call('listTeam', { params }) });
  const changed = () => queries.invalidateQueries({ queryKey });
  const invite = useMutation<unknown, ApiError>({
    mutationFn: () => call('inviteTeamMember', { params, body: { email: email.trim() } }),
    onSuccess: () => {
      setEmail('');
      return changed();
    },
  });
  const remove = useMutation<unknown, ApiError, { user_id: number } | { invitation_id: string }>({
    mutationFn: (query) => call('removeTeamMember', { params, query }),
    onSuccess: changed,
  });
  return (
    <Loaded query={team} height={80}>
      {({ seats, members }) => (
        <>
          <Text fz="sm" c="dimmed">
            {members.length} of {seats} seats taken. A member takes a seat and does not see this account: for that, create a{' '}
            <Link to="/keys">read-only key</Link>.
          </Text>
          {members.length > 0 && (
            <Scroll minWidth={340} label={`Team of the licence ${licenceKey}`}>
              <Table verticalSpacing="xs" className="cards">
                <Table.Tbody>
                  {members.map(({ status, user_id, email: address, full_name, invitation_id, expires_at }) => (
                    <Table.Tr key={invitation_id ?? user_id}>
                      <Table.Td className="anywhere">
                        {full_name ?? address}
                        {full_name && <Note>{address}</Note>}
                      </Table.Td>
                      <Table.Td>
                        <Badge color={status === 'member' ? 'teal' : 'gray'}>{status === 'member' ? 'Member' : 'Invited'}</Badge>
                        {expires_at && (
                          <Text fz="xs" c="dimmed" component="div">
                            Expires <Time at={expires_at} ago />
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td className="number">
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`${status === 'member' ? 'Remove' : 'Withdraw the invitation of'} ${address}`}
                          onClick={() => remove.mutateAsync(invitation_id ? { invitation_id } : { user_id: user_id ?? 0 })}
                        >
                          {status === 'member' ? 'Remove' : 'Withdraw'}
                        </Button>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Scroll>
          )}
          {remove.isError && <Problem error={remove.error} />}
          {seats > 0 && (
            <form onSubmit={onSubmit(() => invite.mutate())}>
              <Group align="flex-end" gap="xs" mt="xs">
                <TextInput
                  label="Invite by e-mail"
                  type="email"
                  value={email}
                  onChange={(event) => setEmail(event.currentTarget.value)}
                  error={invite.error?.fields.email}
                  required
                  style={{ flex: '1 1 220px', maxWidth: 340 }}
                />
                <Button type="submit" variant="default" loading={invite.isPending}>
                  Invite
                </Button>
              </Group>
            </form>
          )}
          {invite.isSuccess && (
            <Text fz="sm" mt={4} role="status">
              The invitation was sent.
            </Text>
          )}
          {invite.isError && <Problem error={invite.error} />}
        </>
      )}
    </Loaded>
  );
}
