import { Alert, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Copyable } from '../kit/copy.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Empty, Loaded, Note, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { CreateKey, type Key, RevokeKey, RotateKey } from './dialogs.tsx';
import { PixelSettings } from './settings.tsx';

export function KeysPage() {
  const { environment } = useScope();
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => call('listKeys', {}) });
  const [creating, { open, close }] = useDisclosure();
  return (
    <Page
      title="Keys and settings"
      about={`Keys of your ${environment} environment. Public keys go into pages, secret keys stay on your server, read-only keys read reports.`}
      actions={<Button onClick={open}>Create a key</Button>}
    >
      <Loaded query={keys} height={240}>
        {({ keys: all }) => {
          const environmentKeys = all.filter((key) => key.environment === environment);
          const pixels = environmentKeys.filter((key) => key.kind === 'public' && !key.revoked_at);
          return (
            <>
              {environmentKeys.map((key) => key.exposed && <Exposed key={key.id} of={key} exposed={key.exposed} />)}
              <Section title="Keys" padding={0}>
                {environmentKeys.length === 0 ? (
                  <Empty title={`No ${environment} keys yet`} action={<Button onClick={open}>Create a key</Button>}>
                    You need a public key for your pages and a secret key for your server.
                  </Empty>
                ) : (
                  <KeyTable keys={environmentKeys} pixels={pixels} />
                )}
              </Section>
              {pixels.length > 0 && <PixelSettings pixels={pixels} />}
              {creating && <CreateKey environment={environment} pixels={pixels} close={close} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Exposed({ of: { name }, exposed: { at, origin } }: { of: Key; exposed: NonNullable<Key['exposed']> }) {
  return (
    <Alert color="red" title={`Exposed: rotate “${name}”`} className="anywhere">
      <Text fz="sm" component="div">
        A browser sent this secret{origin && ` from ${origin}`} (<Time at={at} ago />
        ). Anybody can read it there. Rotate the key and keep it on your server.
      </Text>
    </Alert>
  );
}

/** Every visitor uses a public key, so the service does not record its uses. */
const LastUsed = ({ of: { kind, last_used_at } }: { of: Key }) =>
  last_used_at ? (
    <Time at={last_used_at} ago />
  ) : (
    <Text span inherit c="dimmed">
      {kind === 'public' ? 'Not recorded' : 'Never'}
    </Text>
  );

function KeyTable({ keys, pixels }: { keys: Key[]; pixels: Key[] }) {
  const [rotating, setRotating] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const nameOf = (pixelKey: string) => pixels.find(({ pixel_key }) => pixel_key === pixelKey)?.name ?? pixelKey;
  return (
    <>
      <DataTable
        minWidth={300}
        verticalSpacing="sm"
        heads={['Name', 'Key', ['Last used', 'wide'], ['Created', 'wider'], ['Actions', 'hidden']]}
      >
        {keys.map((key) => (
          <Table.Tr key={key.id}>
            <Table.Td>
              <Group gap={6}>
                <Text fz="sm" fw={550} className="anywhere">
                  {key.name}
                </Text>
                <Badge color={({ secret: 'grape', public: 'blue', read: 'teal' } as const)[key.kind]}>
                  {{ secret: 'Secret', public: 'Public', read: 'Read-only' }[key.kind]}
                </Badge>
                {key.exposed && <Badge color="red">Exposed</Badge>}
                {key.revoked_at && <Badge color="red">Revoked</Badge>}
              </Group>
              {key.kind !== 'public' && <Note>{key.pixel_key ? `For clicks of ${nameOf(key.pixel_key)}` : 'For the whole account'}</Note>}
              {key.scope === 'performance' && <Note>Reads what ads cost and returned, too</Note>}
              {key.expires_at && !key.revoked_at && (
                <Note>
                  Expires <Time at={key.expires_at} ago />
                </Note>
              )}
              {key.previous_expires_at && (
                <Note>
                  Old secret works until <Time at={key.previous_expires_at} />
                </Note>
              )}
            </Table.Td>
            <Table.Td>
              {key.kind === 'public' && key.pixel_key ? (
                <Copyable value={key.pixel_key} shown={`${key.prefix}…${key.last4}`} />
              ) : (
                <Text ff="monospace" fz="xs" style={{ whiteSpace: 'nowrap' }}>
                  {key.prefix}…{key.last4}
                </Text>
              )}
            </Table.Td>
            <Table.Td className="wide">
              <LastUsed of={key} />
            </Table.Td>
            <Table.Td className="wider">
              <Time at={key.created_at} ago />
            </Table.Td>
            <Table.Td>
              {!key.revoked_at && (
                <Group gap={6} justify="flex-end">
                  {key.kind !== 'public' && (
                    <Button size="xs" variant="default" onClick={() => setRotating(key)} aria-label={`Rotate ${key.name}`}>
                      Rotate
                    </Button>
                  )}
                  <Button size="xs" variant="light" color="red" onClick={() => setRevoking(key)} aria-label={`Revoke ${key.name}`}>
                    Revoke
                  </Button>
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {rotating && <RotateKey of={rotating} close={() => setRotating(null)} />}
      {revoking && <RevokeKey of={revoking} close={() => setRevoking(null)} />}
    </>
  );
}
