import { Alert, Button as ButtonLink, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { signOut } from '../core/session.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { timeText } from '../kit/dates.ts';
import { Problem, Section } from '../kit/page.tsx';
import { waitEvery } from '../kit/poll.ts';
import { OneTimeCode, Password } from './second-factor.tsx';

type Proof = { hasMfa: boolean; hasPassword: boolean };

export function Privacy(proof: Proof) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Section title="Your data">
      <Stack gap="lg">
        <Export />
        <Erase />
        <div>
          <Text fz="sm" fw={550}>
            Delete the account
          </Text>
          <Text fz="sm" c="dimmed" mb="xs">
            It stops at once, and everything is erased after 30 days. Until then you can restore it.
          </Text>
          <Button color="red" variant="light" onClick={() => setIsDeleting(true)}>
            Delete my account
          </Button>
        </div>
      </Stack>
      {isDeleting && <Delete {...proof} close={() => setIsDeleting(false)} />}
    </Section>
  );
}

function Export() {
  const [beganAt, setBeganAt] = useState(0);
  const create = useMutation<Answer<'exportAccount'>, ApiError>({
    mutationFn: () => call('exportAccount', {}),
    onSuccess: () => setBeganAt(Date.now()),
  });
  const id = create.data?.export_id;
  const exportQuery = useQuery({
    queryKey: ['export', id],
    queryFn: () => call('readAccountExport', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.status !== 'pending' && state.data.status !== 'running' ? false : waitEvery(Date.now() - beganAt),
  });
  const { status } = exportQuery.data ?? {};
  const url = exportQuery.data && 'url' in exportQuery.data ? exportQuery.data.url : undefined;
  return (
    <div>
      <Text fz="sm" fw={550}>
        Export everything
      </Text>
      <Text fz="sm" c="dimmed" mb="xs">
        One file with all that is stored about you. The link is also e-mailed and works for 7 days.
      </Text>
      {create.isError && <Problem error={create.error} />}
      {exportQuery.isError && <Problem error={exportQuery.error} retry={() => exportQuery.refetch()} />}
      <Group role="status" aria-live="polite">
        {url ? (
          <ButtonLink component="a" href={url} rel="noreferrer">
            Download the file
          </ButtonLink>
        ) : (
          <Button variant="default" onClick={() => create.mutateAsync()} disabled={id !== undefined && status !== 'failed'}>
            Export my data
          </Button>
        )}
        {id && !url && status !== 'failed' && (
          <Group gap={6}>
            <Loader size={14} aria-hidden="true" />
            <Text fz="sm">The file is being made …</Text>
          </Group>
        )}
        {status === 'failed' && <Text fz="sm">The export failed. Try again.</Text>}
      </Group>
    </div>
  );
}

function Erase() {
  const [user, setUser] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const erase = useMutation<Answer<'erase'>, ApiError>({
    mutationFn: () => call('erase', { body: { external_user_id: user.trim() } }),
    onSuccess: () => {
      setIsAsking(false);
      setUser('');
    },
  });
  return (
    <div>
      <Text fz="sm" fw={550}>
        Erase the data of one of your users
      </Text>
      <Text fz="sm" c="dimmed" mb="xs">
        Removes the events and clicks of an external user ID. Totals stay.
      </Text>
      <Group align="flex-end" gap="xs">
        <TextInput
          aria-label="External user ID"
          placeholder="user-42"
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <Button variant="default" disabled={!user.trim()} onClick={() => setIsAsking(true)}>
          Erase
        </Button>
      </Group>
      {erase.isSuccess && (
        <Alert color="teal" mt="xs" role="status">
          The erasure has been accepted.
        </Alert>
      )}
      {isAsking && (
        <Confirm title={`Erase the data of ${user.trim()}?`} action="Erase" of={erase} close={() => setIsAsking(false)}>
          <Text fz="sm">This cannot be undone.</Text>
        </Confirm>
      )}
    </div>
  );
}

function Delete({ hasMfa, hasPassword, close }: Proof & { close: () => void }) {
  const [password, setPassword] = useState('');
  const [mfa_code, setCode] = useState('');
  const { zone } = useScope();
  const remove = useMutation<Answer<'deleteAccount'>, ApiError>({
    mutationFn: () => call('deleteAccount', { body: { ...(hasPassword && { password }), ...(mfa_code && { mfa_code }) } }),
    onSuccess: ({ erase_at }) => signOut(`Your account is deleted. You can restore it until ${timeText(erase_at, zone)}: sign in again.`),
  });
  return (
    <Confirm title="Delete your account?" action="Delete my account" of={remove} close={close}>
      <Text fz="sm">Your keys stop working within a minute. Events from pages and servers that use them no longer count.</Text>
      {hasPassword ? (
        <Password value={password} change={setPassword} />
      ) : (
        <Text fz="sm">If you signed in more than 10 minutes ago, sign out and in again first.</Text>
      )}
      {hasMfa && <OneTimeCode label="Code of your second factor" value={mfa_code} change={setCode} />}
    </Confirm>
  );
}
