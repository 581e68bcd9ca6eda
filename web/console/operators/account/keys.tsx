import { Badge, Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Copyable } from '../../kit/copy.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Empty, Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { operate } from '../api.ts';
import { Action } from '../kit/action.tsx';
import { useMayWrite } from '../me.ts';
import type { Account } from './account.ts';

export function Keys({ account: { user, keys } }: { account: Account }) {
  const mayWrite = useMayWrite();
  const [meant, setMeant] = useState<'all' | Account['keys'][number] | null>(null);
  const active = keys.filter((key) => !key.revoked_at);
  return (
    <Section
      title="API keys"
      padding={0}
      actions={
        mayWrite &&
        active.length > 1 && (
          <Button size="xs" variant="default" onClick={() => setMeant('all')}>
            Revoke all
          </Button>
        )
      }
    >
      {keys.length === 0 ? (
        <Empty title="No keys" />
      ) : (
        <DataTable
          minWidth={560}
          label="Table of keys"
          heads={['Key', 'Kind', 'Last used', 'Created', ['Actions', 'hidden']]}
        >
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Text fz="sm" fw={550} className="anywhere">
                  {key.name}
                </Text>
                <Copyable value={key.id} shown={`${key.prefix}…${key.last4}`} />
              </Table.Td>
              <Table.Td>
                {readable(key.kind)}, {key.environment}
              </Table.Td>
              <Table.Td>
                {key.last_used_at ? (
                  <Time at={key.last_used_at} ago />
                ) : key.kind === 'public' ? (
                  'Not recorded'
                ) : (
                  'Never'
                )}
              </Table.Td>
              <Table.Td>
                <Time at={key.created_at} ago />
              </Table.Td>
              <Table.Td className="number">
                {key.revoked_at ? (
                  <Badge color="gray">Revoked</Badge>
                ) : key.suspended_at ? (
                  <Badge color="gray">Suspended</Badge>
                ) : (
                  mayWrite && (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setMeant(key)}
                      aria-label={`Revoke ${key.name}`}
                    >
                      Revoke
                    </Button>
                  )
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      {meant && (
        <Action
          title={meant === 'all' ? 'Revoke all keys' : `Revoke ${meant.name}`}
          about="What uses it stops within 60 seconds. The owner is notified by e-mail. This cannot be undone: the owner creates a new key."
          label="Revoke"
          isDangerous
          run={({ reason }) =>
            operate('revokeKeys', {
              body: { user_id: user.id, reason, ...(meant !== 'all' && { key_id: meant.id }) },
            })
          }
          result={({ keys: revoked }) => `${revoked.length} revoked, and the owner is notified.`}
          close={() => setMeant(null)}
        />
      )}
    </Section>
  );
}
