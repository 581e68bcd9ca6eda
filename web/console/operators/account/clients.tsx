import { Group, Stack, Text } from '@mantine/core';
import { Section } from '../../kit/page.tsx';
import { ActButton } from '../kit/act.tsx';
import { UserLink } from '../kit/user-link.tsx';
import type { Account } from './account.ts';

export function Clients({ account: { user, managed_client_ids } }: { account: Account }) {
  return (
    <Section
      title="Managed clients"
      about="Accounts whose data this user can view."
      actions={
        <ActButton
          operation="linkManagedClient"
          args={{ body: { manager_user_id: user.id } }}
          ask={{ client_user_id: 'User ID of the client' }}
          button="Link a client"
          about="The user can then view the data of that account. Undo it by unlinking."
          label="Link"
          result={({ client_user_id }) => `User ${client_user_id} is linked.`}
        />
      }
    >
      <Stack gap="xs">
        {managed_client_ids.length === 0 && <Text fz="sm">None.</Text>}
        {managed_client_ids.map((id) => (
          <Group key={id} gap="xs">
            <UserLink id={id} />
            <ActButton
              operation="unlinkManagedClient"
              args={{ query: { manager_user_id: user.id, client_user_id: id } }}
              button="Unlink"
              name={`Unlink user ${id}`}
              title="Unlink a client"
              about={`The user can no longer view the data of user ${id}. Undo it by linking again.`}
              isDangerous
              result={({ removed }) => (removed ? 'Unlinked.' : 'There was no link.')}
            />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
