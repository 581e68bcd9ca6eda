import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../../kit/page.tsx';
import { operate } from '../api.ts';
import { Action } from '../kit/action.tsx';
import { useMayWrite } from '../me.ts';
import type { Account } from './account.ts';

export function Clients({ account: { user, managed_client_ids } }: { account: Account }) {
  const mayWrite = useMayWrite();
  const [meant, setMeant] = useState<'new' | number | null>(null);
  const [client, setClient] = useState<number | string>('');
  const close = () => setMeant(null);
  return (
    <Section
      title="Managed clients"
      about="Accounts whose data this user can view."
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setMeant('new')}>
            Link a client
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {managed_client_ids.length === 0 && <Text fz="sm">None.</Text>}
        {managed_client_ids.map((id) => (
          <Group key={id} gap="xs">
            <Link to="/operators/users/$userId" params={{ userId: String(id) }}>
              User {id}
            </Link>
            {mayWrite && (
              <Button
                size="xs"
                variant="default"
                onClick={() => setMeant(id)}
                aria-label={`Unlink user ${id}`}
              >
                Unlink
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {meant === 'new' && (
        <Action
          title="Link a client"
          about="The user can then view the data of that account. Undo it by unlinking."
          label="Link"
          isReady={Number(client) >= 1}
          run={({ reason }) =>
            operate('linkManagedClient', {
              body: { manager_user_id: user.id, client_user_id: Number(client), reason },
            })
          }
          result={({ client_user_id }) => `User ${client_user_id} is linked.`}
          close={close}
        >
          {(fields) => (
            <NumberInput
              label="User ID of the client"
              hideControls
              allowDecimal={false}
              value={client}
              onChange={setClient}
              error={fields.client_user_id}
            />
          )}
        </Action>
      )}
      {typeof meant === 'number' && (
        <Action
          title="Unlink a client"
          about={`The user can no longer view the data of user ${meant}. Undo it by linking again.`}
          label="Unlink"
          isDangerous
          run={({ reason }) =>
            operate('unlinkManagedClient', {
              query: { manager_user_id: user.id, client_user_id: meant },
              body: { reason },
            })
          }
          result={({ removed }) => (removed ? 'Unlinked.' : 'There was no link.')}
          close={close}
        />
      )}
    </Section>
  );
}
