import { Badge, Text } from '@mantine/core';
import { Copyable } from '../../kit/copy.tsx';
import { RowTable } from '../../kit/data-table.tsx';
import { Empty, Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { ActButton } from '../kit/act.tsx';
import type { Account } from './account.ts';

type Key = Account['keys'][number];

export function Keys({ account: { user, keys } }: { account: Account }) {
  const active = keys.filter((key) => !key.revoked_at);
  const revoke = (key: Key | null) => (
    <ActButton
      operation="revokeKeys"
      args={{ body: { user_id: user.id, ...(key && { key_id: key.id }) } }}
      button={key ? 'Revoke' : 'Revoke all'}
      title={key ? `Revoke ${key.name}` : 'Revoke all keys'}
      {...(key && { name: `Revoke ${key.name}` })}
      about="What uses it stops within 60 seconds. The owner is notified by e-mail. This cannot be undone: the owner creates a new key."
      label="Revoke"
      isDangerous
      result={({ keys: revoked }) => `${revoked.length} revoked, and the owner is notified.`}
    />
  );
  return (
    <Section title="API keys" padding={0} actions={active.length > 1 && revoke(null)}>
      {keys.length === 0 ? (
        <Empty title="No keys" />
      ) : (
        <RowTable
          minWidth={560}
          label="Table of keys"
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            [
              'Key',
              (key) => (
                <>
                  <Text fz="sm" fw={550} className="anywhere">
                    {key.name}
                  </Text>
                  <Copyable value={key.id} shown={`${key.prefix}…${key.last4}`} />
                </>
              ),
            ],
            ['Kind', ({ kind, environment }) => `${readable(kind)}, ${environment}`],
            ['Last used', ({ kind, last_used_at: at }) => (at ? <Time at={at} ago /> : kind === 'public' ? 'Not recorded' : 'Never')],
            ['Created', ({ created_at }) => <Time at={created_at} ago />],
            [
              ['Actions', 'hidden'],
              (key) =>
                key.revoked_at || key.suspended_at ? <Badge color="gray">{key.revoked_at ? 'Revoked' : 'Suspended'}</Badge> : revoke(key),
            ],
          ]}
        />
      )}
    </Section>
  );
}
